import { neutralise } from "../screen/neutralise.ts";

/** Shows a line end inside pasted text until the message is sent. */
export const LINE_END_SIGN = "⏎";

const START = "\u001b[200~";
const END = "\u001b[201~";

/** Sequences that ask the terminal to mark pasted text, and to stop marking it. */
export const MARK_PASTES = "\u001b[?2004h";
export const MARK_NO_PASTES = "\u001b[?2004l";

/** Replaces the signs with line ends. */
export const withLineEnds = (line: string): string => line.replaceAll(LINE_END_SIGN, "\n");

/**
 * Pasted text is one message, however many lines it has, and contains no keys: line ends become signs, and control
 * characters are neutralised. The filter takes keys as they arrive and returns the keys to process. It returns a paste
 * when all of it has arrived, because each part would print the whole line again.
 */
export function createPasteFilter(): (keys: string) => string {
	let held = "";
	return (keys) => {
		let rest = held + keys;
		let given = "";
		held = "";
		for (let at = rest.indexOf(START); at >= 0; at = rest.indexOf(START)) {
			const end = rest.indexOf(END, at + START.length);
			given += rest.slice(0, at);
			if (end < 0) {
				held = rest.slice(at);
				return given;
			}
			given += asText(rest.slice(at + START.length, end));
			rest = rest.slice(end + END.length);
		}
		const size = begunMark(rest);
		held = rest.slice(rest.length - size);
		return given + rest.slice(0, rest.length - size);
	};
}

/** How many characters at the end may be the beginning of a mark that arrives in two parts. Escape alone is a key. */
function begunMark(keys: string): number {
	for (let size = START.length - 1; size > 1; size--) if (keys.endsWith(START.slice(0, size))) return size;
	return 0;
}

const asText = (pasted: string): string =>
	neutralise(pasted.replaceAll(/\r\n?/g, "\n")).replaceAll("\n", LINE_END_SIGN).replaceAll("\t", "    ");
