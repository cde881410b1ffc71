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
	/** The last event that is copied. */
	offset: number;
	onClose(): void;
}

/** A new session with the past of this one. */
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
				tell.done("Forked. This is the new session.");
				await changed();
				navigate(sessionPath(made));
			}}
		>
			<p>
				A new session with a copy of the past, up to and including event {offset}. This one stays as it is.
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
			<Field label="User" hint="Empty: the new session is of no user.">
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
