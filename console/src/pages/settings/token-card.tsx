import { type FormEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Field } from "../../parts/field.tsx";
import { MakeToken } from "../users/make-token.tsx";

/** Creates a token for a user, by id. */
export function TokenCard() {
	const [user, setUser] = useState("");
	const [isOpen, setOpen] = useState(false);
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		setOpen(true);
	};
	return (
		<Card title="User token">
			<p className="soft small">
				A short-lived credential for a browser or an app of one user. It gives access only to the data of that
				user.
			</p>
			<form className="filters" onSubmit={submit}>
				<Field label="User id">
					{(field) => (
						<input
							{...field}
							className="input mono"
							autoComplete="off"
							spellCheck={false}
							value={user}
							onChange={(event) => setUser(event.target.value)}
						/>
					)}
				</Field>
				<Button type="submit" disabled={user === ""}>
					Create token
				</Button>
			</form>
			{isOpen && <MakeToken id={user} onClose={() => setOpen(false)} />}
		</Card>
	);
}
