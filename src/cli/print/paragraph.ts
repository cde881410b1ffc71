import { wrapText } from "../screen/fit-text.ts";
import { neutralise } from "../screen/neutralise.ts";
import type { Screen, Span, Style } from "../screen/screen.ts";

export interface ParagraphOptions {
	/** Printed before each line. */
	readonly margin?: string;
	/** Printed before the first line instead. */
	readonly first?: Span;
	readonly style?: Style;
}

/** Prints a text with a margin, wrapped to the width of the terminal. */
export function printParagraph(
	screen: Screen,
	text: string,
	{ margin = "", first = margin, style }: ParagraphOptions = {},
): void {
	// The width of a tab depends on the terminal.
	const shown = neutralise(text).replaceAll("\t", "    ");
	const lines = wrapText(shown, screen.width - margin.length);
	for (const [i, line] of lines.entries())
		screen.line(i === 0 ? first : margin, style === undefined ? line : { text: line, style });
}
