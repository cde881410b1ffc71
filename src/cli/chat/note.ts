import { printParagraph } from "../print/paragraph.ts";
import type { Screen, Span } from "../screen/screen.ts";

/** Something said beside the conversation, in as many lines as it takes. */
export function note(out: Screen, text: string, mark?: Span): void {
	const margin = mark === undefined ? "" : "  ";
	printParagraph(out, text, { margin, style: "dim", ...(mark !== undefined && { first: mark }) });
}
