import type { Comparison } from "./comparison.ts";
import { wordSet } from "./lexicon/words.ts";

/** Negations, in languages whose grammar puts one next to the verb or the noun. */
const DENIALS =
	wordSet(`nicht kein keine keinen keinem keiner keines nie ne pas n' jamais no nunca non mai não nunca niet geen nooit
	nie не нет никогда inte ikke aldrig değil`);
const ARTICLES = wordSet("ein eine einen einem einer eines un une de du des una uno um uma een");
/** Words for years after an age. */
const YEARS = wordSet("ans jahre jahren años anni anos jaar lat лет года år yaşında");
/** Forms of "to have" that count what somebody has. */
const HAS = wordSet("hat habe a ai tiene tengo ha ho tem tenho heeft ma mam har");
const COUNTS =
	wordSet(`zwei drei vier fünf sechs deux trois quatre cinq six dos tres cuatro cinco seis due tre quattro cinque sei dois
	duas três quatro twee drie vier vijf zes dwa dwie trzy cztery två tre fyra to fire ein eine un une una um uma een`);

/**
 * Compares statements in a language that has no lexicon here. Two statements are the same only if they have the
 * same words. They contradict each other only if they differ in nothing but a negation or a number.
 */
export function comparePlain(a: string, b: string): Comparison {
	if (a === b) return { relation: "same", confidence: 0.97, reason: "same words" };
	const left = split(a);
	const right = split(b);
	const [yes, no] = denials(left) === 0 ? [left, right] : [right, left];
	if (denials(yes) === 0 && denials(no) > 0 && core(yes) === core(no))
		return { relation: "contradicts", confidence: 0.8, reason: "one denies the other" };
	if (otherCount(left, right)) return { relation: "contradicts", confidence: 0.75, reason: "another number" };
	const shared = left.filter((word) => right.includes(word)).length;
	const overlap = shared / Math.max(left.length, right.length);
	return overlap >= 0.5
		? { relation: "related", confidence: 0.4, reason: "many words in common" }
		: { relation: "different", confidence: 0.6, reason: "other words" };
}

const split = (plain: string): string[] => plain.replace(/(^|\s)n'/g, "$1ne ").split(/\s+/);
const denials = (list: string[]): number => list.filter((word) => DENIALS.has(word)).length;
const core = (list: string[]): string =>
	list.filter((word) => !DENIALS.has(word) && !ARTICLES.has(word)).join(" ");

/** One word differs, a number that counts years or belongings. */
function otherCount(a: string[], b: string[]): boolean {
	if (a.length !== b.length) return false;
	const places = a.flatMap((word, at) => (word === b[at] ? [] : [at]));
	const at = places[0];
	if (places.length !== 1 || at === undefined) return false;
	const [x = "", y = ""] = [a[at], b[at]];
	const counts = [x, y].every((word) => /^\d{1,3}$/.test(word) || COUNTS.has(word));
	const digits = [x, y].every((word) => /^\d{1,3}$/.test(word));
	return (
		counts &&
		((digits && YEARS.has(a[at + 1] ?? "")) || (HAS.has(a[at - 1] ?? "") && a[at + 1] !== undefined))
	);
}
