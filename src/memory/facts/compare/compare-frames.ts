import type { Comparison } from "./comparison.ts";
import { COLORS, ORIGIN_WORDS, TIERS, WORDED_ATTRIBUTES } from "./lexicon/kinds.ts";
import { REGIONS } from "./lexicon/places.ts";
import { PROFESSIONS, WORK_MODIFIERS } from "./lexicon/professions.ts";
import { LOOSE_PAIRS } from "./lexicon/synonyms.ts";
import type { Frame, Kind, Statement } from "./statement.ts";

/** A person who moved somewhere does not live elsewhere. */
const HOMES = new Set(["home", "new-home"]);
const PLACES = new Set(["home", "new-home", "birthplace", "raised", "origin", "hometown"]);
/** Details under which each of two values may hold in its own time. */
const BOUND = /^(in|on|during|when|if|while|for|until|before|after|per)\b/;
/** A value that starts with one of these says where or of what kind, not which. */
const INDIRECT = new Set(["from", "about", "with", "near", "like", "more", "less", "very", "too", "not"]);

/** Compares two statements that each give a value to the same attribute of the same subject. */
export function compareFrames(a: Statement, b: Statement): Comparison | undefined {
	const left = a.frame;
	const right = b.frame;
	if (left === undefined || right === undefined) return undefined;
	const moved = left.slot !== right.slot && HOMES.has(left.slot) && HOMES.has(right.slot);
	if (!(moved || sameSlot(left.slot, right.slot)) || left.subject.join(" ") !== right.subject.join(" "))
		return undefined;
	if (sameBag(left.value, right.value)) {
		if (moved) return undefined;
		if (left.rest === right.rest) return { relation: "same", confidence: 0.95, reason: `same ${left.slot}` };
		return { relation: "related", confidence: 0.7, reason: `same ${left.slot}, other details` };
	}
	if (
		left.single &&
		right.single &&
		left.slot + right.slot !== "new-homenew-home" &&
		excludes(a, left, b, right)
	)
		return { relation: "contradicts", confidence: 0.85, reason: `another ${left.slot}` };
	return { relation: "related", confidence: 0.6, reason: `both about ${left.slot}` };
}

const sameSlot = (a: string, b: string): boolean => a === b || LOOSE_PAIRS.has(`${a} ${b}`);

function sameBag(a: readonly string[], b: readonly string[]): boolean {
	return [...a].sort().join(" ") === [...b].sort().join(" ");
}

/** Whether one value leaves no room for the other: both of one sort, neither a part or a wider form of the other. */
function excludes(a: Statement, left: Frame, b: Statement, right: Frame): boolean {
	if (left.rest !== right.rest && (BOUND.test(left.rest) || BOUND.test(right.rest))) return false;
	if (contains(left.value, right.value) || isShortForm(left.value, right.value)) return false;
	if (INDIRECT.has(left.value[0] ?? "") || INDIRECT.has(right.value[0] ?? "")) return false;
	if (PLACES.has(left.slot) && isRegion(left) !== isRegion(right)) return false;
	if (left.slot === "profession") return otherWork(left, right);
	if (left.slot === "plan") return isTier(a, left) && isTier(b, right);
	const [kindsA, kindsB] = [kindsOf(a, left), kindsOf(b, right)];
	if (isMeasured(kindsA) || isMeasured(kindsB)) return otherMeasure(left, kindsA, right, kindsB);
	if (isColor(left) && isColor(right)) return true;
	const worded =
		WORDED_ATTRIBUTES.has(left.slot.split(" ").at(-1) ?? "") ||
		/\b(favorite|prefer|default)\b/.test(left.slot);
	if (worded) return true;
	const named = kindsA.includes("name") && kindsB.includes("name");
	return named && (PLACES.has(left.slot) || !(tellsOrigin(left) || tellsOrigin(right)));
}

/** "Ada" and "Ada Lovelace", "green" and "dark green": one says more, not something else. */
function contains(a: readonly string[], b: readonly string[]): boolean {
	return a.every((part) => b.includes(part)) || b.every((part) => a.includes(part));
}

const TITLES = new Set(["doctor", "professor", "saint"]);

/** "Max" and "Maximilian". */
function isShortForm([a = ""]: readonly string[], [b = ""]: readonly string[]): boolean {
	if (a === b && TITLES.has(a)) return false;
	return Math.min(a.length, b.length) >= 3 && /^\p{L}+$/u.test(a + b) && (a.startsWith(b) || b.startsWith(a));
}

function kindsOf(statement: Statement, frame: Frame): Kind[] {
	return frame.value.map((part) => statement.tokens.find((t) => t.key === part)?.kind ?? "word");
}

const MEASURES: ReadonlySet<Kind> = new Set([
	"number",
	"ordinal",
	"time",
	"day",
	"month",
	"year",
	"weekday",
	"code",
]);
const isMeasured = (kinds: Kind[]): boolean => kinds.some((kind) => MEASURES.has(kind));

/**
 * Numbers, dates and codes exclude each other where they are of one sort and one unit: 180 cm is no other than 1.8
 * m.
 */
function otherMeasure(left: Frame, kindsA: Kind[], right: Frame, kindsB: Kind[]): boolean {
	const measured = (frame: Frame, kinds: Kind[]): string[] =>
		frame.value.filter((_, at) => !MEASURES.has(kinds[at] ?? "word"));
	const shared = kindsA.some((kind) => MEASURES.has(kind) && kindsB.includes(kind));
	const units = sameBag(measured(left, kindsA), measured(right, kindsB));
	const named = kindsA.includes("name") && kindsB.includes("name");
	if (!shared || !(units || named)) return false;
	// "May 3" and "3 June" differ in the month; "May" and "May 3" do not differ.
	return left.value.some((part, at) => {
		const kind = kindsA[at];
		return (
			kind !== undefined &&
			(MEASURES.has(kind) || kind === "name") &&
			kindsB.includes(kind) &&
			!right.value.includes(part)
		);
	});
}

function otherWork(left: Frame, right: Frame): boolean {
	if ([...left.value, ...right.value].some((part) => WORK_MODIFIERS.has(part))) return false;
	const lines = [left, right].map((frame) => PROFESSIONS.get(frame.value.at(-1) ?? ""));
	return lines[0] !== lines[1];
}

function isTier(statement: Statement, frame: Frame): boolean {
	return (
		frame.value.some((part, at) => TIERS.has(part) || kindsOf(statement, frame)[at] === "name") &&
		!frame.value.includes("per")
	);
}

const isColor = (frame: Frame): boolean => frame.value.length === 1 && COLORS.has(frame.value[0] ?? "");
const isRegion = (frame: Frame): boolean => frame.value.some((part) => REGIONS.has(part));
const tellsOrigin = (frame: Frame): boolean => frame.value.some((part) => ORIGIN_WORDS.test(part));
