import type { FoundLine } from "./find-lines.ts";

/** Which of the lines that were found are taken. */
export interface Bar {
	/** The least that a line must fit. */
	least: number;
	/** The least that a line must fit as a part of the best. */
	part: number;
	/** So many are taken at most, beside those that explain them. */
	most: number;
	/** So many tokens at most, however large the budget is. */
	room: number;
}

const ALL = Number.NEGATIVE_INFINITY;
const ANY_ROOM = Number.POSITIVE_INFINITY;

/*
 * Chosen on the 34 development scenarios of bench/data/scenarios, so that inputs that have nothing to do with the past stay
 * cheap.
 */

/** Users who speak of themselves mean their own past, in whatever words: lines that share nothing with the input count too. */
const PERSONAL: Bar = { least: ALL, part: 0, most: 20, room: ANY_ROOM };
const CERTAIN: Bar = { least: ALL, part: 0, most: 20, room: 800 };
const RELATED: Bar = { least: ALL, part: 0, most: 16, room: 390 };
/** The built-in embedder reads English: in other languages a line that fits shows less. */
const OTHER_LANGUAGE: Bar = { least: ALL, part: 0, most: 12, room: 250 };
const DOUBTFUL: Bar = { least: 0.02, part: 0.2, most: 8, room: 150 };
const NONE: Bar = { least: ALL, part: 0, most: 0, room: 0 };
/** In a long conversation most is there already, and what is not must earn its place. */
const LONG: Bar = { least: 0.08, part: 0.4, most: 6, room: ANY_ROOM };

const LEAST_CERTAIN = 0.22;
const LEAST_RELATED = 0.11;
const LEAST_DOUBTFUL = 0.05;
const LEAST_LONG = 0.15;

/** What is known of an input. */
export interface Asking {
	/** The conversation has just begun. */
	young: boolean;
	/** It speaks of its writer. */
	personal: boolean;
	/** Neither it nor what was said before is in English. */
	otherLanguage: boolean;
}

/** What is asked of lines for an input. `lines` come best first. */
export function chooseBar(lines: readonly FoundLine[], { young, personal, otherLanguage }: Asking): Bar {
	if (!young) return (lines[0]?.score ?? 0) < LEAST_LONG ? NONE : LONG;
	if (personal) return PERSONAL;
	const best = Math.max(0, ...lines.map(evidence));
	if (best >= LEAST_CERTAIN) return CERTAIN;
	if (best >= LEAST_RELATED) return RELATED;
	if (otherLanguage) return OTHER_LANGUAGE;
	return best < LEAST_DOUBTFUL ? NONE : DOUBTFUL;
}

/** What of a score comes from the input itself. The rest would be there for other inputs as well. */
export const evidence = ({
	parts: { keyword = 0, context = 0, vector = 0, date = 0 },
}: Pick<FoundLine, "parts">): number => keyword + context + vector + date;

/** The lines over a bar. */
export function overBar(lines: readonly FoundLine[], { least, part }: Bar): FoundLine[] {
	const highest = lines[0]?.score ?? 0;
	return lines.filter(({ score }) => score >= least && (part === 0 || score >= highest * part));
}
