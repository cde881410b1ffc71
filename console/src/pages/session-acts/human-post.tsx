import type { Session } from "holdfast";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useHf, useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { draftOf, keepDraft } from "./drafts.ts";
import { useHumanName } from "./human-name.ts";
import { refOf } from "./session-ref.ts";
import { wasTaken } from "./taken-over.ts";
import "./session-acts.css";

/** The message field of a human who has taken over. */
export function HumanPost({ session }: { session: Session }) {
	const { write } = useRights();
	return write && session.mode === "manual" ? <Composer session={session} /> : null;
}

function Composer({ session }: { session: Session }) {
	const hf = useHf();
	const id = useId();
	const [name, setName] = useHumanName();
	const [text, setText] = useState(() => draftOf(session.uid));
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const field = useRef<HTMLTextAreaElement>(null);
	useEffect(() => keepDraft(session.uid, text), [session.uid, text]);
	useEffect(() => {
		if (wasTaken(session.uid)) field.current?.focus();
	}, [session.uid]);
	const isReady = !busy && text.trim() !== "" && name.trim() !== "";

	const send = async (): Promise<void> => {
		if (!isReady) return;
		setBusy(true);
		setError(undefined);
		try {
			await hf.session(refOf(session)).postAsHuman({ content: text, displayName: name.trim() });
			// Keep what was typed while it was being sent.
			setText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now));
		} catch (failure) {
			// The text stays, so that it can be sent again.
			setError(failure);
		} finally {
			setBusy(false);
		}
	};
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		void send();
	};
	const sendByKey = (event: KeyboardEvent): void => {
		// Enter that confirms a word of an input method does not send.
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		void send();
	};
	return (
		<form className="card session-acts-post" aria-label="Message the user" onSubmit={submit}>
			<textarea
				ref={field}
				className="input"
				aria-label="Message to the user"
				placeholder="Message the user…"
				rows={2}
				dir="auto"
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={sendByKey}
			/>
			{error !== undefined && <ErrorNote error={error} />}
			<div className="row">
				<label htmlFor={id} className="small soft">
					As
				</label>
				<input
					id={id}
					className="input"
					aria-label="Your name"
					placeholder="Your name"
					maxLength={200}
					value={name}
					onChange={(event) => setName(event.target.value)}
				/>
				<span className="small soft grows session-acts-keys">Enter sends, Shift+Enter adds a line</span>
				<Button type="submit" look="primary" disabled={!isReady}>
					Send
				</Button>
			</div>
		</form>
	);
}
