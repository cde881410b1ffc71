import type { User } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useKeepUser } from "./use-user.ts";

interface Props {
	id: string;
	user: User | undefined;
	onClose(): void;
}

export function RenameUser({ id, user, onClose }: Props) {
	const hf = useHf();
	const keep = useKeepUser();
	const [name, setName] = useState(user?.displayName ?? "");
	return (
		<FormDialog
			title="Edit display name"
			deed="Save name"
			act={async () => keep(await hf.users.upsert(id, { displayName: name === "" ? null : name }))}
			onClose={onClose}
		>
			<Field label="Display name" hint="Shown instead of the id. Leave empty to remove it.">
				{(field) => (
					<input
						{...field}
						className="input"
						dir="auto"
						autoComplete="off"
						value={name}
						onChange={(event) => setName(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
