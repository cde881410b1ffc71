import { HoldfastError } from "holdfast/client";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { userPath } from "../../paths.ts";
import { findUser } from "./find-users.ts";
import { useKeepUser } from "./use-user.ts";

export function NewUser({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const keep = useKeepUser();
	const [, navigate] = useLocation();
	const [id, setId] = useState("");
	const [displayName, setDisplayName] = useState("");

	const submit = async (): Promise<void> => {
		if (await findUser(hf, id))
			throw new HoldfastError("already_exists", "A user with this id exists already.");
		keep(await hf.users.upsert(id, displayName === "" ? {} : { displayName }));
		navigate(userPath(id));
	};
	return (
		<FormDialog title="New user" deed="Create user" act={submit} onClose={onClose} disabled={id === ""}>
			<Field label="User id" hint="The id that your application uses. You can change it later.">
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
			<Field label="Display name" hint="Optional. Shown instead of the id.">
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
		</FormDialog>
	);
}
