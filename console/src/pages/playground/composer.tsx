import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";

interface Props {
	disabled: boolean;
	busy: boolean;
	onSay(text: string): void;
	onStop(): void;
}

/** The message field. Enter sends, Shift+Enter adds a line. */
export function Composer({ disabled, busy, onSay, onStop }: Props) {
	const [text, setText] = useState("");
	const send = (): void => {
		if (text.trim() === "" || busy || disabled) return;
		onSay(text);
		setText("");
	};
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		send();
	};
	const press = (event: KeyboardEvent): void => {
		// Enter that confirms a word of an input method does not send.
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		send();
	};
	return (
		<form className="play-composer" onSubmit={submit}>
			<textarea
				className="input"
				aria-label="Message"
				placeholder="Type a message. Enter sends."
				dir="auto"
				rows={2}
				value={text}
				disabled={disabled}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={press}
			/>
			{busy ? (
				<Button onClick={onStop}>Stop</Button>
			) : (
				<Button look="primary" type="submit" disabled={disabled || text.trim() === ""}>
					Send
				</Button>
			)}
		</form>
	);
}
