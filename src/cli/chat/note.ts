import { printParagraph } from "../print/paragraph.ts";
import type { Screen, Span } from "../screen/screen.ts";

/** Prints a note next to the conversation, wrapped to the width of the terminal. */
export function note(out: Screen, text: string, mark?: Span): void {
	const margin = mark === undefined ? "" : "  ";
	printParagraph(out, text, { margin, style: "dim", ...(mark !== undefined && { first: mark }) });
}
