import type { Session } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { sessionPath } from "../../paths.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

interface Props {
	session: Session;
	/** The last event to copy. */
	offset: number;
	onClose(): void;
}

/** Creates a session with a copy of this one's events. */
export function ForkDialog({ session, offset, onClose }: Props) {
	const hf = useHf();
	const tell = useTell();
	const changed = useSessionChanged();
	const [, navigate] = useLocation();
	const [id, setId] = useState(`${session.sessionId}-fork-${offset}`);
	const [user, setUser] = useState(session.userId ?? "");
	return (
		<FormDialog
			title={`Fork at event ${offset}`}
			deed="Fork session"
			disabled={id === ""}
			onClose={onClose}
			act={async () => {
				const to = { agentId: session.agentId, sessionId: id, ...(user !== "" && { userId: user }) };
				const made = await hf.sessions.fork(refOf(session), { offset }, to);
				tell.done("Session forked. This is the new session.");
				await changed();
				navigate(sessionPath(made));
			}}
		>
			<p>
				Creates a session with a copy of all events up to and including event {offset}. This session does not
				change.
			</p>
			<Field label="New session id">
				{(field) => (
					<input
						{...field}
						className="input mono"
						spellCheck={false}
						required
						value={id}
						onChange={(event) => setId(event.target.value)}
					/>
				)}
			</Field>
			<Field label="User" hint="Leave empty for a session without a user.">
				{(field) => (
					<input
						{...field}
						className="input mono"
						spellCheck={false}
						value={user}
						onChange={(event) => setUser(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
