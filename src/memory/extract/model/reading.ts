import { isPerson, type Line } from "../extraction.ts";
import { ownWords } from "../rules/own-words.ts";
import type { WindowLine } from "./cut-windows.ts";

/** A line as a model is shown it, with the number it is cited by. */
export interface NumberedLine extends WindowLine {
	no: number;
}

/** What a model reads at once. */
export interface Reading {
	lines: readonly NumberedLine[];
	/** Known facts; the first has the number 1. */
	known: readonly string[];
}

/** So many characters less are more than quotation marks and spaces. */
const PASTED_AT_LEAST = 20;

/**
 * A person's line in two, where it holds text that they pasted or quoted: their own words, and all of it as text that
 * nobody vouches for.
 */
export function splitPasted(line: Line): Line[] {
	if (!line.trusted || !isPerson(line)) return [line];
	const own = ownWords(line.text);
	if (sizeOf(line.text) - sizeOf(own) < PASTED_AT_LEAST) return [line];
	const pasted: Line = { ...line, trusted: false };
	return own.trim() === "" ? [pasted] : [{ ...line, text: own.trim() }, pasted];
}

const sizeOf = (text: string): number => text.replace(/\s+/g, "").length;

/** Lines are called by their offsets; the second part of one has a number of its own. */
export function numberLines(window: readonly WindowLine[]): NumberedLine[] {
	const used = new Set<number>();
	let free = Math.max(0, ...window.map(({ line }) => line.offset)) + 1;
	return window.map((each) => {
		const no = used.has(each.line.offset) ? free++ : each.line.offset;
		used.add(no);
		return { ...each, no };
	});
}
