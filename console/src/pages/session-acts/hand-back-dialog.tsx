import type { Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Note } from "../../parts/note.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { draftOf } from "./drafts.ts";
import { useHumanName } from "./human-name.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** The agent answers again. */
export function HandBackDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const tell = useTell();
	const changed = useSessionChanged();
	const [name] = useHumanName();
	return (
		<FormDialog
			title="Hand back to the agent"
			deed="Hand back"
			onClose={onClose}
			act={async () => {
				await hf.session(refOf(session)).setMode("auto", name === "" ? undefined : name);
				tell.done("Handed back. The agent answers the next message.");
				await changed();
			}}
		>
			<p>
				The agent answers from the next message on. It sees the whole exchange, with what you wrote to the
				customer.
			</p>
			{draftOf(session.uid).trim() !== "" && (
				<Note tone="warn">
					What stands in your field was not sent. It is kept here until you take over again.
				</Note>
			)}
		</FormDialog>
	);
}
