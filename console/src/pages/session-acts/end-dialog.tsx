import { useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { countFacts } from "./derived-facts.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** Closes a session, and waits for what memory makes of it. */
export function EndDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const tell = useTell();
	const changed = useSessionChanged();
	const queries = useQueryClient();
	return (
		<FormDialog
			title="End this session"
			deed="End session"
			onClose={onClose}
			act={async () => {
				try {
					await hf.session(refOf(session)).end({ wait: true });
					tell.done(`Session ended. ${await countFacts(hf, session)} came from it.`);
				} finally {
					// It has ended also when no facts could be made: the error says so.
					await Promise.all([changed(), queries.invalidateQueries({ queryKey: ["facts"] })]);
				}
			}}
		>
			<p>
				What was said is worked into long-term memory now: facts are made of it. That may take a moment. The
				next message opens the session again.
			</p>
		</FormDialog>
	);
}
