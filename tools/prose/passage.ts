/** A piece of text for people, cut out of a file. */
export interface Passage {
	/**
	 * - `paragraph`, `heading`, `cell`: Markdown
	 * - `comment`: a comment in code
	 * - `string`: a string in code or in YAML, or text in JSX
	 */
	kind: "paragraph" | "heading" | "cell" | "comment" | "string";
	/** The line of the file that the text starts on, from 1. Each line break in `text` is one in the file. */
	line: number;
	/** Code and quotations are blanked out: they keep their line breaks and lose their words. */
	text: string;
}

/** What remains of code and quotations. */
const BLANK = "_";

/** Replaces everything except line breaks, so that positions and lines stay the same. */
export const blank = (text: string): string => text.replace(/[^\n]/g, BLANK);

/** Which line of the file a position in a passage is on. */
export function lineAt({ line, text }: Passage, position: number): number {
	let at = line;
	for (let i = text.indexOf("\n"); i >= 0 && i < position; i = text.indexOf("\n", i + 1)) at++;
	return at;
}
