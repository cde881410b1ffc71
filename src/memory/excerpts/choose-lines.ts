import type { FoundLine } from "./find-lines.ts";

/** The limits that decide which of the found lines are used. */
export interface Bar {
	/** The minimum score of a line. */
	least: number;
	/** The minimum score of a line, as a part of the best score. */
	part: number;
	/** The maximum number of lines, not counting those that explain them. */
	most: number;
	/** The maximum number of tokens, however large the budget is. */
	room: number;
}

const ALL = Number.NEGATIVE_INFINITY;
const ANY_ROOM = Number.POSITIVE_INFINITY;

/*
 * Chosen on scenarios of bench/data/scenarios, so that inputs that have nothing to do with the past stay cheap.
 */

/**
 * Users who speak about themselves, or about something that both sides know, mean their own past, whatever their words.
 * Lines that share nothing with the input count too.
 */
const PERSONAL: Bar = { least: ALL, part: 0, most: 36, room: ANY_ROOM };
const CERTAIN: Bar = { least: ALL, part: 0, most: 36, room: 1_000 };
const RELATED: Bar = { least: ALL, part: 0, most: 24, room: 385 };
const DOUBTFUL: Bar = { least: 0.02, part: 0.2, most: 8, room: 135 };
const NONE: Bar = { least: ALL, part: 0, most: 0, room: 0 };
/** In a long conversation, most of what matters is in the prompt already. Other lines must fit well. */
const LONG: Bar = { least: 0.08, part: 0.4, most: 6, room: ANY_ROOM };

/*
 * The evidence of the third-best line decides. One line often shares a word with an input by chance, three seldom do: as a sign of
 * an input about the past it is right more often than the best line (area under the curve 0.96 against 0.945, and 0.89 against
 * 0.84 on users that no limit was chosen on).
 */
const LEAST_CERTAIN = 0.18;
const LEAST_RELATED = 0.06;
const LEAST_DOUBTFUL = 0.02;
const LEAST_LONG = 0.15;
const LEAST_DATE = 0.2;

/** The properties of an input that the limits depend on. */
export interface Asking {
	/** The conversation has just begun. */
	young: boolean;
	/** The writer speaks about themselves, or about something that both sides know. */
	personal: boolean;
	/** Neither the input nor most of what users said before is in English. */
	otherLanguage: boolean;
}

/** Whether a line is from a time that the input names. One is enough: a date is not shared by chance. */
const isOnDate = ({ parts: { date = 0 } }: Pick<FoundLine, "parts">): boolean => date >= LEAST_DATE;

/** The limits for the lines of an input. `lines` come best first. */
export function chooseBar(lines: readonly FoundLine[], { young, personal, otherLanguage }: Asking): Bar {
	if (!young) return (lines[0]?.score ?? 0) < LEAST_LONG ? NONE : LONG;
	if (personal) return PERSONAL;
	const [best = 0, second = best, third = second] = lines.map(evidence).sort((a, b) => b - a);
	if (third >= LEAST_CERTAIN) return CERTAIN;
	// The built-in embedder reads English. In other languages, the score of a line says less.
	if (third >= LEAST_RELATED || otherLanguage || lines.some(isOnDate)) return RELATED;
	return third < LEAST_DOUBTFUL ? NONE : DOUBTFUL;
}

/** The part of a score that comes from the input itself. Other inputs would get the rest as well. */
export const evidence = ({
	parts: { keyword = 0, context = 0, vector = 0, date = 0 },
}: Pick<FoundLine, "parts">): number => keyword + context + vector + date;

/** The lines that reach the minimum scores of a bar. */
export function overBar(lines: readonly FoundLine[], { least, part }: Bar): FoundLine[] {
	const highest = lines[0]?.score ?? 0;
	return lines.filter(({ score }) => score >= least && (part === 0 || score >= highest * part));
}
