import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { PAGES } from "../../paths.ts";
import type { DeletedSession } from "./deleted-session.ts";
import { countFacts } from "./derived-facts.ts";
import { refOf } from "./session-ref.ts";

/** Deletes the session. The page of all sessions shows the receipt, because this page has nothing left to show. */
export function DeleteDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const [forget, setForget] = useState(false);
	const facts = useQuery({
		queryKey: ["facts", "from", session.uid],
		queryFn: () => countFacts(hf, session),
		gcTime: 0,
	});
	return (
		<FormDialog
			title="Delete this session?"
			deed="Delete session"
			danger
			onClose={onClose}
			act={async () => {
				const receipt = await hf.sessions.delete(refOf(session), { forget });
				const deleted: DeletedSession = { ref: refOf(session), receipt };
				navigate(PAGES.sessions, { replace: true, state: { deleted } });
				for (const name of ["session", "sessions", "facts", "overview", "runs"])
					queries.removeQueries({ queryKey: [name], type: "inactive" });
			}}
		>
			<p>
				Deletes “<bdi>{session.title ?? session.sessionId}</bdi>” with its events, state, runs and search
				index entries. This cannot be undone.
			</p>
			<dl className="pairs">
				<dt>Agent</dt>
				<dd>
					<bdi>{session.agentId}</bdi>
				</dd>
				{session.userId !== undefined && (
					<>
						<dt>User</dt>
						<dd>
							<bdi>{session.userId}</bdi>
						</dd>
					</>
				)}
				<dt>Events</dt>
				<dd>{session.eventCount.toLocaleString()}</dd>
				<dt>Messages</dt>
				<dd>{session.messageCount.toLocaleString()}</dd>
				<dt>Extracted</dt>
				<dd>{facts.data ?? (facts.isError ? "unknown" : "…")}</dd>
			</dl>
			<label className="row small">
				<input type="checkbox" checked={forget} onChange={(event) => setForget(event.target.checked)} />
				Also forget facts that have no other source
			</label>
		</FormDialog>
	);
}
