import { HoldfastError } from "holdfast/client";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { userPath } from "../../paths.ts";
import { findUser } from "./find-users.ts";
import { useKeepUser } from "./use-user.ts";

export function NewUser({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const keep = useKeepUser();
	const [, navigate] = useLocation();
	const [id, setId] = useState("");
	const [displayName, setDisplayName] = useState("");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();

	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			if (await findUser(hf, id))
				throw new HoldfastError("already_exists", "There is a user with this id already.");
			keep(await hf.users.upsert(id, displayName === "" ? {} : { displayName }));
			navigate(userPath(id));
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<Dialog title="New user" onClose={onClose}>
			<form className="stack" onSubmit={submit}>
				<Field label="User id" hint="The name by which your application knows them. It can be changed later.">
					{(field) => (
						<input
							{...field}
							className="input"
							dir="auto"
							required
							spellCheck={false}
							autoComplete="off"
							value={id}
							onChange={(event) => setId(event.target.value)}
						/>
					)}
				</Field>
				<Field label="Display name" hint="For people; optional.">
					{(field) => (
						<input
							{...field}
							className="input"
							dir="auto"
							autoComplete="off"
							value={displayName}
							onChange={(event) => setDisplayName(event.target.value)}
						/>
					)}
				</Field>
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					<Button look="primary" type="submit" disabled={busy || id === ""}>
						Create user
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
