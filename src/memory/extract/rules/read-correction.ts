/** A word that was wrong and what it should have been, as someone says it. */
export interface Correction {
	/** Undefined where only the right one is said: "no, I meant Tuesday". */
	wrong: string | undefined;
	right: string;
}

const VALUE = String.raw`([a-zÀ-ɏ\d][a-zÀ-ɏ\d'. -]{0,40}?)`;
const OPENING = `^(?:(?:no|nope|sorry|oops|wait|actually|correction|well|oh|ah|my bad|i mean|ups)[,.:! ]+)*`;
const NOT_LAST = new RegExp(
	`${OPENING}(?:it's|it is|that's|it should be|that should be|i meant(?: to say)?|i mean|the name is|my name is|it was|make that)? ?${VALUE},? (?:and )?not ${VALUE}$`,
	"i",
);
const NOT_FIRST = new RegExp(
	`${OPENING}(?:it's|it is|that's|i'm|i am|my name is|it was|my name's)? ?not ${VALUE}(?:,? (?:but|it's|it is|i meant|rather|but rather) |, )${VALUE}$`,
	"i",
);
const MEANT = new RegExp(
	`^(?:(?:no|nope|sorry|oops|wait|actually|correction|ups)[,.:! ]+)+(?:i meant(?: to say)?|i mean|make that|it should be|that should be|rather) ${VALUE}$`,
	"i",
);

/** What a sentence corrects; undefined if it corrects nothing. */
export function readCorrection(sentence: string): Correction | undefined {
	if (sentence.length > 120) return undefined;
	const last = NOT_LAST.exec(sentence);
	if (last?.[1] && last[2] && isValue(last[1]) && isValue(last[2]))
		return { right: last[1].trim(), wrong: last[2].trim() };
	const first = NOT_FIRST.exec(sentence);
	if (first?.[1] && first[2] && isValue(first[1]) && isValue(first[2]))
		return { wrong: first[1].trim(), right: first[2].trim() };
	const meant = MEANT.exec(sentence);
	return meant?.[1] && isValue(meant[1]) ? { wrong: undefined, right: meant[1].trim() } : undefined;
}

/** A name, a number, a day: no clause. */
const isValue = (text: string): boolean =>
	text.trim().split(/\s+/).length <= 3 &&
	!/\b(?:i|you|it|is|am|are|was|the way|that|this|do|don't|really|because|sure|a problem)\b/i.test(text);

const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;
const MONTH =
	/\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const NUMBER = /\b\d+\b/g;
const NAME = /(?<=\S )\b\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu;

/** The text as it was meant; undefined if it is not clear what was wrong. */
export function applyCorrection(text: string, { wrong, right }: Correction): string | undefined {
	const shape = [WEEKDAY, MONTH, NUMBER, NAME].find((pattern) =>
		new RegExp(pattern.source, pattern.flags).test(`x ${right}`),
	);
	const target = wrong ?? (shape ? onlyMatch(text, shape) : undefined);
	if (!target) return undefined;
	const at = text.toLowerCase().indexOf(target.toLowerCase());
	if (at < 0) return undefined;
	// Part of another word is something else.
	if (/[\p{L}\d]/u.test(text.charAt(at - 1)) || /[\p{L}\d]/u.test(text.charAt(at + target.length)))
		return undefined;
	return text.slice(0, at) + right + text.slice(at + target.length);
}

function onlyMatch(text: string, pattern: RegExp): string | undefined {
	const found = new Set([...text.matchAll(pattern)].map(([match]) => match));
	found.delete("I");
	return found.size === 1 ? [...found][0] : undefined;
}
