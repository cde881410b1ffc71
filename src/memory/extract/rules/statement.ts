import type { ExtractionKind } from "../extraction.ts";

/** Whom a statement is about. */
export interface Person {
	/** `The user`, or a name. */
	name: string;
	/** `The user's`, `Ines's`. */
	possessive: string;
	/** Known by name, in a chat between people: what they did is worth more than what one does at a task. */
	isNamed: boolean;
}

/** What a rule makes of a clause. */
export interface Statement {
	content: string;
	kind: ExtractionKind;
	importance: number;
	confidence: number;
	validFrom?: number;
	validTo?: number;
	corrects?: string;
}

export const THE_USER: Person = { name: "The user", possessive: "The user's", isNamed: false };

export function personOf(speaker: string | undefined): Person {
	const name = speaker?.trim();
	return name ? { name, possessive: `${name}'s`, isNamed: true } : THE_USER;
}

const THEIR: Readonly<Record<string, string>> = {
	i: "they",
	me: "them",
	my: "their",
	mine: "theirs",
	myself: "themselves",
	we: "they",
	us: "them",
	our: "their",
	ours: "theirs",
	ourselves: "themselves",
	"i'm": "they're",
	"i've": "they've",
	"i'll": "they'll",
	"i'd": "they'd",
	"we're": "they're",
	"we've": "they've",
	"we'll": "they'll",
	"we'd": "they'd",
};
const FIRST =
	/\b(?:(?:I|i|[Ww]e)'(?:m|ve|ll|d|re)|I|i(?=\s)|me|my|mine|myself|[Ww]e|us|[Oo]ur|ours|ourselves|My)\b/g;

/** Speaks of the speaker as "they", where the speaker is what the sentence is about. */
export function asThey(text: string): string {
	return text
		.replace(/\b(?:I|i) was\b/g, "they were")
		.replace(/\b(?:I|i) am\b/g, "they are")
		.replace(FIRST, (word) => THEIR[word.toLowerCase()] ?? word);
}

/** Speaks of the speaker by name, where the sentence is about someone else. */
export function asNamed(text: string, person: Person): string {
	const name = person.isNamed ? person.name : "the user";
	const whose = `${name}'s`;
	return text.replace(FIRST, (word) => {
		const they = THEIR[word.toLowerCase()] ?? word;
		if (they === "their" || they === "theirs") return whose;
		return they.startsWith("they'") ? `${name} ${they.slice(4)}` : name;
	});
}

const SUBORDINATE =
	/\s*(?:,\s*(?:which|but|so|because|since|and then|though|although|if|as|even|except|and (?:it|that|this|they|he|she|the)|it|it's|that|that's|there|not to|what|where|who|he|she|they)\b|\s(?:because|since (?:I|we|it)|so that|so (?!far\b|much\b|many\b|that\b)|and (?:need|want|would|was wondering)\b|if (?:that|it|this)|in case|'cause|cause|and (?:it|that|this|they|he|she)(?:'\w+)? |but )|\s[-–—]+\s|\s?\(|:\s).*$/i;
const TRAILING =
	/(?:,?\s+(?:though|tho|too|as well|actually|by the way|btw|lol|haha|hehe|you know|right now|these days|at the moment|nowadays|now|anyway|anyways|for now|currently|myself|personally|please|thanks|thank you|fyi|tbh|honestly|again|after all|of course|so far|yet|already|xd|a lot actually|and stuff|or something|etc))+$/i;

/** What matters of the end of a clause: without what only explains it, and without fillers. */
export function trimTail(tail: string): string {
	return tail
		.replace(SUBORDINATE, "")
		.replace(TRAILING, "")
		.replace(/[\s,;:.!-]+$/, "")
		.trim();
}

/** Points to something that was said or shown before: not understood alone. */
const POINTS =
	/^(?:it|this|that|these|those|them|him|her|his|their|its|he|she|they|there|here|one|ones|both|some of|all of|none|neither|another|the (?:one|same|other|former|latter|first|second|third|last|idea|option|way|new|following|above|result|suggestion))\b(?! (?:week|month|year|morning|summer|winter|spring|fall|autumn|weekend|weekday)\b)|\b(?:it|this|that|these|those|them|him|her|one|ones|there|here|something|anything|stuff|things?|so|everything|lot|bit|much|many)$/i;

/** Cut off before it says what it is about: "I love to", "I'm planning a few". */
const UNFINISHED =
	/(?:^|\s)(?:to|of|a|an|the|for|and|or|with|few|all|some|any|us|me|my|our|so|very|really|such|like|about|than|more|too)$/i;

/** Someone or something of before, in the middle. */
const MEANS_OTHERS =
	/\b(?:him|them|it|these|those)\b|\bthis (?!week|month|year|morning|afternoon|evening|summer|winter|spring|fall|autumn|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|past|coming|january|february|march|april|may|june|july|august|september|october|november|december)/i;

/** Whether words are not understood without what was said before, or are cut off. */
export const pointsElsewhere = (text: string): boolean =>
	POINTS.test(text) || UNFINISHED.test(text) || MEANS_OTHERS.test(text);

const LONGEST = 220;

/** One sentence, beginning with a capital letter and ending with a stop; undefined if it is too long to be one. */
export function sentenceOf(text: string): string | undefined {
	const clean = text
		.replace(/\s+/g, " ")
		.replace(/\s+([,.])/g, "$1")
		.trim();
	if (clean.length > LONGEST || clean.includes("_") || /\b(?:you|your|yours|u|ur)\b/i.test(clean))
		return undefined;
	return `${clean.charAt(0).toUpperCase()}${clean.slice(1)}${/[.!?]$/.test(clean) ? "" : "."}`;
}
