import type { Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Note } from "../../parts/note.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { draftOf } from "./drafts.ts";
import { useHumanName } from "./human-name.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** Returns the session to the agent. */
export function HandBackDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const tell = useTell();
	const changed = useSessionChanged();
	const [name] = useHumanName();
	return (
		<FormDialog
			title="Hand back to the agent?"
			deed="Hand back"
			onClose={onClose}
			act={async () => {
				await hf.session(refOf(session)).setMode("auto", name === "" ? undefined : name);
				tell.done("Handed back. The agent answers the next message.");
				await changed();
			}}
		>
			<p>
				The agent answers again from the next message. It sees the whole conversation, including your
				messages.
			</p>
			{draftOf(session.uid).trim() !== "" && (
				<Note tone="warn">Your message was not sent. The draft stays here until you take over again.</Note>
			)}
		</FormDialog>
	);
}
