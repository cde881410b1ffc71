import type { Session } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useHumanName } from "./human-name.ts";
import { refOf } from "./session-ref.ts";
import { markTaken } from "./taken-over.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** Starts manual mode: a human answers instead of the agent. */
export function TakeOverDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const changed = useSessionChanged();
	const [kept, keep] = useHumanName();
	const [name, setName] = useState(kept);
	const by = name.trim();
	return (
		<FormDialog
			title="Take over this session?"
			deed="Take over"
			disabled={by === ""}
			onClose={onClose}
			act={async () => {
				await hf.session(refOf(session)).setMode("manual", by);
				keep(by);
				markTaken(session.uid);
				// Not awaited: the message field appears after this dialog closes, and then takes the focus.
				void changed();
			}}
		>
			<p>
				The agent stops answering. Messages of the user are stored, and only you reply. A run in progress
				stops after its current step.
			</p>
			<Field label="Your name" hint="The user sees it next to your messages.">
				{(field) => (
					<input
						{...field}
						className="input"
						autoComplete="name"
						maxLength={200}
						required
						value={name}
						onChange={(event) => setName(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
