import type { Comparison } from "./comparison.ts";
import { REGIONS } from "./lexicon/places.ts";
import { LOOSE_PAIRS } from "./lexicon/synonyms.ts";
import type { Frame, Statement } from "./statement.ts";

/** Slots whose values are proper names; a common word there ("lives in a village") says something else. */
const NAMED = new Set(["home", "employer", "birthplace", "raised", "origin", "name"]);
const PLACES = new Set(["home", "birthplace", "raised", "origin", "hometown"]);

/** Compares two statements that each give a value to the same attribute of the same subject. */
export function compareFrames(a: Statement, b: Statement): Comparison | undefined {
	const left = a.frame;
	const right = b.frame;
	if (left === undefined || right === undefined) return undefined;
	if (!sameSlot(left.slot, right.slot) || left.subject.join(" ") !== right.subject.join(" "))
		return undefined;
	if (sameBag(left.value, right.value)) {
		if (left.rest === right.rest) return { relation: "same", confidence: 0.95, reason: `same ${left.slot}` };
		return { relation: "related", confidence: 0.7, reason: `same ${left.slot}, other details` };
	}
	const unsure: Comparison = { relation: "related", confidence: 0.6, reason: `both about ${left.slot}` };
	if (!left.single || !right.single || contains(left.value, right.value)) return unsure;
	if (NAMED.has(left.slot) && !(isNamed(a, left) && isNamed(b, right))) return unsure;
	if (PLACES.has(left.slot) && isRegion(left) !== isRegion(right)) return unsure;
	if (isCode(left) !== isCode(right)) return unsure;
	// "lives in Malaga in winter": each holds in its own time.
	if (left.rest !== right.rest && (BOUND.test(left.rest) || BOUND.test(right.rest))) return unsure;
	return { relation: "contradicts", confidence: 0.85, reason: `another ${left.slot}` };
}

const BOUND = /^(in|on|during|when|if|while|for|until|before|after)\b/;

const sameSlot = (a: string, b: string): boolean => a === b || LOOSE_PAIRS.has(`${a} ${b}`);

function sameBag(a: readonly string[], b: readonly string[]): boolean {
	return [...a].sort().join(" ") === [...b].sort().join(" ");
}

/** "Ada" and "Ada Lovelace", "green" and "dark green": one says more, not something else. */
function contains(a: readonly string[], b: readonly string[]): boolean {
	return a.every((part) => b.includes(part)) || b.every((part) => a.includes(part));
}

function isNamed(statement: Statement, frame: Frame): boolean {
	const names = new Set(
		statement.tokens.filter((t) => t.kind === "name" || t.kind === "code").map((t) => t.key),
	);
	return frame.value.some((part) => names.has(part));
}

const isRegion = (frame: Frame): boolean => frame.value.some((part) => REGIONS.has(part));
const isCode = (frame: Frame): boolean => frame.value.some((part) => /\d|@|\//.test(part));
