import { createRequire } from "node:module";
import type stringWidth from "string-width";

/** Characters that take one column each in every terminal. */
const PLAIN = /^[\x20-\x7e]*$/;

let measure: typeof stringWidth | undefined;
let segmenter: Intl.Segmenter | undefined;

/** How many columns a text takes. Plain text does not load `string-width`, which takes as long as a small command. */
export function widthOf(text: string): number {
	if (PLAIN.test(text)) return text.length;
	measure ??= (createRequire(import.meta.url)("string-width") as { default: typeof stringWidth }).default;
	return measure(text);
}

/** Characters as people see them. */
function graphemes(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
	return segmenter.segment(text);
}

/** Cuts a text to a number of columns, between characters as people see them. A cut text ends with `…`. */
export function fitText(text: string, width: number): string {
	if (width === Number.POSITIVE_INFINITY || widthOf(text) <= width) return text;
	if (width <= 0) return "";
	let taken = "";
	let used = 0;
	for (const { segment } of graphemes(text)) {
		const next = widthOf(segment);
		if (used + next > width - 1) break;
		taken += segment;
		used += next;
	}
	return `${taken}…`;
}

/** Pads a text with spaces to a number of columns. */
export function padText(text: string, width: number, align: "left" | "right" = "left"): string {
	const space = " ".repeat(Math.max(0, width - widthOf(text)));
	return align === "right" ? space + text : text + space;
}

/** Breaks a text into lines of a maximum number of columns, between words if possible. */
export function wrapText(text: string, width: number): string[] {
	if (width === Number.POSITIVE_INFINITY) return text.split("\n");
	return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
	const lines: string[] = [];
	let current = "";
	for (const word of line.split(/(?<=\s)/)) {
		if (widthOf((current + word).trimEnd()) <= width) {
			current += word;
			continue;
		}
		if (current !== "") lines.push(current.trimEnd());
		current = "";
		for (const piece of breakWord(word, width)) {
			if (current !== "") lines.push(current);
			current = piece;
		}
	}
	lines.push(current.trimEnd());
	return lines;
}

/** A word in pieces that fit, each of at least one character. Reads each character once, however long the word is. */
function* breakWord(word: string, width: number): Generator<string> {
	let piece = "";
	let used = 0;
	for (const { segment } of graphemes(word)) {
		const next = segment.trim() === "" ? 0 : widthOf(segment);
		if (piece !== "" && used + next > width) {
			yield piece;
			piece = "";
			used = 0;
		}
		piece += segment;
		used += next;
	}
	yield piece;
}
