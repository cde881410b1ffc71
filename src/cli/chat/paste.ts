import { neutralise } from "../screen/neutralise.ts";

/** A line's end inside of what is typed: shown by this sign until the line is sent. */
export const LINE_END_SIGN = "⏎";

const START = "\u001b[200~";
const END = "\u001b[201~";

/** Asks the terminal to mark what is pasted, and to stop that. */
export const MARK_PASTES = "\u001b[?2004h";
export const MARK_NO_PASTES = "\u001b[?2004l";

/** What was typed, with line ends where the signs for them are. */
export const withLineEnds = (line: string): string => line.replaceAll(LINE_END_SIGN, "\n");

/**
 * Text that was pasted is one message however many lines it has, and no key: its line ends become signs, and what a
 * terminal would obey is made harmless. Takes keys as they come and gives those to go on with.
 */
export function createPasteFilter(): (keys: string) => string {
	let isPaste = false;
	let held = "";
	return (keys) => {
		let rest = held + keys;
		held = "";
		let given = "";
		for (;;) {
			const mark = isPaste ? END : START;
			const at = rest.indexOf(mark);
			if (at < 0) break;
			given += isPaste ? asText(rest.slice(0, at)) : rest.slice(0, at);
			rest = rest.slice(at + mark.length);
			isPaste = !isPaste;
		}
		// A mark may come in two parts. Escape alone is a key.
		const least = isPaste ? 1 : 2;
		const mark = isPaste ? END : START;
		for (let size = mark.length - 1; size >= least; size--) {
			if (!rest.endsWith(mark.slice(0, size))) continue;
			held = rest.slice(-size);
			rest = rest.slice(0, -size);
			break;
		}
		// The halves of a line's end too.
		if (isPaste && held === "" && rest.endsWith("\r")) {
			held = "\r";
			rest = rest.slice(0, -1);
		}
		return given + (isPaste ? asText(rest) : rest);
	};
}

const asText = (pasted: string): string =>
	neutralise(pasted.replaceAll(/\r\n?/g, "\n")).replaceAll("\n", LINE_END_SIGN).replaceAll("\t", "    ");
