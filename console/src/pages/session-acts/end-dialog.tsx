import { useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { countFacts } from "./derived-facts.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

/** Ends a session and waits for its consolidation. */
export function EndDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const tell = useTell();
	const changed = useSessionChanged();
	const queries = useQueryClient();
	return (
		<FormDialog
			title="End this session?"
			deed="End session"
			onClose={onClose}
			act={async () => {
				try {
					await hf.session(refOf(session)).end({ wait: true });
					tell.done(`Session ended, with ${await countFacts(hf, session)} extracted from it.`);
				} finally {
					// The session has ended even if the consolidation failed. The error says so.
					await Promise.all([changed(), queries.invalidateQueries({ queryKey: ["facts"] })]);
				}
			}}
		>
			<p>
				Ends the session and extracts facts from it now. This may take a moment. The next message reopens the
				session.
			</p>
		</FormDialog>
	);
}
