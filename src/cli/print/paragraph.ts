import { wrapText } from "../screen/fit-text.ts";
import { neutralise } from "../screen/neutralise.ts";
import type { Screen, Span, Style } from "../screen/screen.ts";

export interface ParagraphOptions {
	/** Stands before each line. */
	readonly margin?: string;
	/** Stands before the first line instead. */
	readonly first?: Span;
	readonly style?: Style;
}

/** A text, broken to the width of the terminal, behind a margin. */
export function printParagraph(
	screen: Screen,
	text: string,
	{ margin = "", first = margin, style }: ParagraphOptions = {},
): void {
	// A tab takes as many columns as the terminal likes.
	const shown = neutralise(text).replaceAll("\t", "    ");
	const lines = wrapText(shown, screen.width - margin.length);
	for (const [i, line] of lines.entries())
		screen.line(i === 0 ? first : margin, style === undefined ? line : { text: line, style });
}
