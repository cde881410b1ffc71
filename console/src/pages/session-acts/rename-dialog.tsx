import type { Session } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

export function RenameDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const changed = useSessionChanged();
	const [title, setTitle] = useState(session.titleSet ? (session.title ?? "") : "");
	return (
		<FormDialog
			title="Rename session"
			deed="Rename"
			onClose={onClose}
			act={async () => {
				const text = title.trim();
				await hf.session(refOf(session)).setTitle(text === "" ? null : text);
				await changed();
			}}
		>
			<Field label="Title" hint="Leave empty to use the first message as the title. The id does not change.">
				{(field) => (
					<input
						{...field}
						className="input"
						dir="auto"
						placeholder={session.titleSet ? undefined : session.title}
						value={title}
						onChange={(event) => setTitle(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
