import { ACTIONS } from "./phrases/actions.ts";
import { DENIALS } from "./phrases/denials.ts";
import { PEOPLE } from "./phrases/people.ts";
import { TASTES } from "./phrases/tastes-and-wishes.ts";
import { TIMES } from "./phrases/times.ts";
import { WORK } from "./phrases/work.ts";
import { words } from "./words.ts";

/**
 * A group of words and the words it counts as. The lists write them as "fond of > like", in plain forms (see
 * undo-inflection.ts) without articles. "#" stands for any number, "$" for the end of the statement. If nothing
 * follows the ">", the words are dropped. The longest phrase wins.
 */
export interface Phrase {
	from: readonly string[];
	to: readonly string[];
}

/** Phrases by their first word, longest first. */
export const PHRASES_BY_FIRST: ReadonlyMap<string, readonly Phrase[]> = read();

function read(): Map<string, Phrase[]> {
	const byFirst = new Map<string, Phrase[]>();
	for (const line of [TASTES, WORK, DENIALS, PEOPLE, TIMES, ACTIONS]
		.join("")
		.split("\n")
		.filter((l) => l !== "")) {
		const [left = "", right = ""] = line.split(/ > ?| >$/);
		const from = words(left);
		const first = from[0] ?? "";
		const list = byFirst.get(first) ?? [];
		list.push({ from, to: right === "" ? [] : words(right) });
		byFirst.set(first, list);
	}
	for (const list of byFirst.values()) list.sort((a, b) => b.from.length - a.from.length);
	return byFirst;
}
