import { wordSet, words } from "./words.ts";

const SMALL =
	words(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
	seventeen eighteen nineteen twenty`);

/** Number word → digits. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
	...SMALL.map((word, n) => [word, `${n}`] as const),
	...words("thirty forty fifty sixty seventy eighty ninety hundred").map(
		(w, n) => [w, `${(n + 3) * 10}`] as const,
	),
	["thousand", "1000"],
	["million", "1000000"],
	["dozen", "12"],
]);

/** Ordinal word → digits. */
export const ORDINAL_WORDS: ReadonlyMap<string, string> = new Map(
	words("first second third fourth fifth sixth seventh eighth ninth tenth").map((word, n) => [
		word,
		`${n + 1}`,
	]),
);

export const MONTHS: ReadonlyMap<string, string> = new Map(
	words("january february march april may june july august september october november december").flatMap(
		(month) => [
			[month, month],
			[month.slice(0, 3), month],
			...(month === "september" ? [["sept", month] as const] : []),
		],
	),
);

export const WEEKDAYS = wordSet("monday tuesday wednesday thursday friday saturday sunday");
export const SEASONS = wordSet("spring summer autumn winter");

/** Words after which a number is what a thing is called, not how many there are. */
export const NUMBERED = wordSet(`
	order invoice ticket case room chapter volume flight line bus episode season level page issue part number reference
	request case gate platform table item pr bug step lesson unit route tram article section build task id project claim
	booking reservation contract policy
`);
