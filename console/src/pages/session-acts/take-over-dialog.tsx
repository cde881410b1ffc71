import type { Session } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useHumanName } from "./human-name.ts";
import { refOf } from "./session-ref.ts";
import { markTaken } from "./taken-over.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** A human takes the agent's place in a conversation. */
export function TakeOverDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const changed = useSessionChanged();
	const [kept, keep] = useHumanName();
	const [name, setName] = useState(kept);
	const by = name.trim();
	return (
		<FormDialog
			title="Take over this conversation"
			deed="Take over"
			disabled={by === ""}
			onClose={onClose}
			act={async () => {
				await hf.session(refOf(session)).setMode("manual", by);
				keep(by);
				markTaken(session.uid);
				// Not awaited: where to write appears when this is closed, and can take the focus.
				void changed();
			}}
		>
			<p>
				The agent falls silent: what the customer writes is kept, and nobody answers but you. A run under way
				stops after the step it is at.
			</p>
			<Field label="Your name" hint="The customer sees it beside your messages.">
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
