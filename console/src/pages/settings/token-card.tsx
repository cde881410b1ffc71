import { type FormEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Field } from "../../parts/field.tsx";
import { MakeToken } from "../users/make-token.tsx";

/** A token for one user, by the user's id. */
export function TokenCard() {
	const [user, setUser] = useState("");
	const [isOpen, setOpen] = useState(false);
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		setOpen(true);
	};
	return (
		<Card title="Token for a user">
			<p className="soft small">
				Short-lived, for a browser or an app of one user: with it only what is theirs can be seen.
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
					Make a token
				</Button>
			</form>
			{isOpen && <MakeToken id={user} onClose={() => setOpen(false)} />}
		</Card>
	);
}
