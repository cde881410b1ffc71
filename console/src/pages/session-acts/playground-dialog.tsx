import type { Session } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { RadioChoice } from "../../parts/radio-choice.tsx";
import { playgroundPath } from "../../paths.ts";
import { copyId } from "./copy-id.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";

interface Props {
	session: Session;
	/** The last event to copy. */
	offset: number;
	onClose(): void;
}

/** Opens a copy of the session in the playground, so that nothing tried there enters the user's conversation. */
export function PlaygroundDialog({ session, offset, onClose }: Props) {
	const hf = useHf();
	const changed = useSessionChanged();
	const [, navigate] = useLocation();
	const [id, setId] = useState(() => copyId(session.sessionId, Date.now()));
	const [as, setAs] = useState<"nobody" | "user">("nobody");
	const { agentId, userId, title } = session;
	return (
		<FormDialog
			title="Open a copy in the playground"
			deed="Open copy"
			disabled={id === ""}
			onClose={onClose}
			act={async () => {
				const to = { agentId, sessionId: id, ...(as === "user" && userId !== undefined && { userId }) };
				const made = await hf.sessions.fork(refOf(session), { offset }, to);
				// The title only helps to tell the two apart in lists: ignore a failure, such as a title that is too long.
				if (title !== undefined)
					await hf
						.session(refOf(made))
						.setTitle(`Copy of ${title}`)
						.catch(() => {});
				await changed();
				navigate(playgroundPath({ agent: made.agentId, user: made.userId, session: made.sessionId }));
			}}
		>
			<p>
				Opens a new session with a copy of all events up to and including event {offset}. The original session
				does not change. The agent's tools have their usual effects.
			</p>
			<Field label="Id of the copy">
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
			{userId !== undefined && (
				<RadioChoice
					legend="User of the copy"
					chosen={as}
					onChoose={setAs}
					options={[
						{
							value: "nobody",
							name: "No user",
							words: (
								<>
									The agent neither uses nor changes the memory of <bdi>{userId}</bdi>. Delete the copy when
									you are done: it contains the user's messages, and deleting the user does not delete it.
								</>
							),
						},
						{
							value: "user",
							name: <bdi>{userId}</bdi>,
							words: (
								<>
									The agent uses the memory of this user. Your messages in the copy can change that memory and
									the user's state. Deleting the user deletes the copy, too.
								</>
							),
						},
					]}
				/>
			)}
		</FormDialog>
	);
}
