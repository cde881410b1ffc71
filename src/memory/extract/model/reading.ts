import { isPerson, type Line } from "../extraction.ts";
import { ownWords } from "../rules/own-words.ts";
import type { WindowLine } from "./cut-windows.ts";

/** A line in the prompt, with the number that the model cites it by. */
export interface NumberedLine extends WindowLine {
	no: number;
}

/** The content of one model call. */
export interface Reading {
	lines: readonly NumberedLine[];
	/** Known facts; the first has the number 1. */
	known: readonly string[];
}

/** Minimum number of characters that count as pasted text. Fewer may be quotation marks only. */
const PASTED_AT_LEAST = 20;

/**
 * Splits a person's line that contains pasted or quoted text into two: a trusted line with their own words, and an
 * untrusted line with the whole text.
 */
export function splitPasted(line: Line): Line[] {
	if (!line.trusted || !isPerson(line)) return [line];
	const own = ownWords(line.text);
	if (sizeOf(line.text) - sizeOf(own) < PASTED_AT_LEAST) return [line];
	const pasted: Line = { ...line, trusted: false };
	return own.trim() === "" ? [pasted] : [{ ...line, text: own.trim() }, pasted];
}

const sizeOf = (text: string): number => text.replace(/\s+/g, "").length;

/** The number of a line is its offset. The second part of a split line gets a number of its own. */
export function numberLines(window: readonly WindowLine[]): NumberedLine[] {
	const used = new Set<number>();
	let free = Math.max(0, ...window.map(({ line }) => line.offset)) + 1;
	return window.map((each) => {
		const no = used.has(each.line.offset) ? free++ : each.line.offset;
		used.add(no);
		return { ...each, no };
	});
}
