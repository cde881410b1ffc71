import { MULTI_ATTRIBUTES, PERSONS, PETS, SINGLE_ATTRIBUTES, VERBS } from "./lexicon/kinds.ts";
import { PROFESSIONS } from "./lexicon/professions.ts";
import type { Frame, Statement } from "./statement.ts";

/** The hint is a part every match holds: looking for it first saves most of the patterns. */
type Pattern = readonly [slot: string, hint: string, pattern: RegExp];

const PATTERNS: readonly Pattern[] = [
	["name", " name", /^(?<s>.+?) (?:'s name be|be name) (?<v>.+)$/],
	["pet-name", " have ", /^(?<s>.+?) have (?<n>\S+) name (?<v>.+)$/],
	[
		"home",
		" live in ",
		/^(?<s>.+?) live in (?:(?:\S+ ){0,2}(?:apartment|house|room|studio|home) in )?(?<v>.+)$/,
	],
	["new-home", " move to ", /^(?<s>.+?) (?:have )?move to (?<v>.+?)(?: last (?:week|month|year))?$/],
	["home", " 's home be ", /^(?<s>.+?) 's home be (?:in )?(?<v>.+)$/],
	["employer", " work at ", /^(?<s>.+?) work at (?<v>.+)$/],
	["age", " age ", /^(?<s>.+?) (?:be|'s) age (?:be )?(?<v>\d+)$/],
	[
		"birthday",
		"birthday",
		/^(?<s>.+?) (?:'s birthday be|be birthday|have birthday|celebrate birthday)(?: on| in)? (?<v>.+)$/,
	],
	["born", " born in ", /^(?<s>.+?) be born in (?<v>.+)$/],
	["birthplace", "birthplace", /^(?<s>.+?) 's birthplace be (?<v>.+)$/],
	["weight", "weight", /^(?<s>.+?) (?:'s weight be|weight|have weight of) (?<v>\d.*)$/],
	["height", " height", /^(?<s>.+?) be (?<v>\d.*) height$/],
	[
		"plan",
		" plan",
		/^(?<s>.+?) (?:be on|have|subscribe to|'s subscription be|use|'s plan be) (?<v>\S+(?: \S+)?) plan$/,
	],
	["plan", " be ", /^(?<s>.+?) 's (?:plan|subscription) be (?<v>\S+)$/],
	["spouse", " spouse ", /^(?<s>.+?) be spouse (?:to )?(?<v>.+)$/],
	["raised", " raise in ", /^(?<s>.+?) (?:be )?raise in (?<v>.+)$/],
	["origin", " be from ", /^(?<s>.+?) be from (?<v>.+)$/],
	["timezone", " timezone", /^(?<s>.+?) be in (?<v>\S+) timezone$/],
	["shoe size", "shoe size", /^(?<s>.+?) (?:'s )?shoe size (?:be )?(?<v>\d\S*)$/],
	["profession", " be ", /^(?<s>.+?) be (?<v>.+)$/],
	["attribute", " have ", /^(?<s>.+?) have (?<a>budget|blood type|height|salary|rent)(?: of)? (?<v>.+)$/],
	["attribute", " 's ", /^(?<s>.+?) 's (?<a>[^']+?) be (?:in |on |at )?(?<v>[^']+)$/],
	["reversed", " 's ", /^(?<v>[^']+?) be (?<s>.+?) 's (?<a>[^']+)$/],
];

const REST =
	/ (since|with|for|until|because|and|where|together|near|who|but|after|before|while|per|when|if|as|instead|during|on) .*$| in (january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|day-\d+|\d{4})\b.*$/;
/** For a home "in" and "at" may lead to a wider place; for an employer they lead away from the name. */
const REST_OF_EMPLOYER = / (in|on|as|since|with|for|until|because|and|per|after|before|while) .*$/;

/** The attribute a plain statement of today is about; undefined if none was recognised. */
export function readFrame(statement: Statement): Frame | undefined {
	if (statement.negated || statement.modals.length > 0 || statement.tense === "future") return undefined;
	for (const [slot, hint, pattern] of PATTERNS) {
		if (!statement.line.includes(hint)) continue;
		const groups = pattern.exec(statement.line)?.groups;
		if (groups === undefined) continue;
		const frame = build(slot, groups, statement);
		if (frame !== undefined) return frame;
	}
	return undefined;
}

function build(
	slot: string,
	groups: Record<string, string | undefined>,
	statement: Statement,
): Frame | undefined {
	const { s = "", v = "", a = "", n = "" } = groups;
	const rest = (slot === "employer" ? REST_OF_EMPLOYER : REST).exec(v)?.[0] ?? "";
	const value = v.slice(0, v.length - rest.length).split(" ");
	const past = statement.tense === "past";
	const make = (name: string, subject: string, single: boolean): Frame => {
		return { slot: name, subject: readSubject(subject), value, rest: rest.trim(), single };
	};
	switch (slot) {
		case "pet-name":
			// "has a dog named Rex" leaves room for another dog.
			return make("name", `${s} ${n}`, false);
		case "name":
			return make("name", s, isOneOfAKind(s));
		case "born":
			return /^(day-\d+|\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)\b/.test(
				v,
			)
				? make("birthday", s, true)
				: make("birthplace", s, true);
		case "new-home":
			return statement.tense === "past" || statement.tense === "perfect" ? make(slot, s, true) : undefined;
		case "birthday":
		case "birthplace":
		case "raised":
			return make(slot, s, true);
		case "profession":
			// Somebody may be called Baker.
			return !past &&
				PROFESSIONS.has(value.at(-1) ?? "") &&
				!statement.tokens.some((t) => t.kind === "name" && t.key === value.at(-1))
				? make("profession", s, isOneOfAKind(s))
				: undefined;
		case "attribute":
		case "reversed":
			// "the user's best friend is moving to Oslo" says what the friend does, not who it is.
			if (PERSONS.has(a.split(" ").at(-1) ?? "") && VERBS.has(value[0] ?? "")) return undefined;
			return past ? undefined : buildAttribute(a, s, make);
		default:
			return past ? undefined : make(slot, s, true);
	}
}

function buildAttribute(
	name: string,
	subject: string,
	make: (n: string, s: string, single: boolean) => Frame,
): Frame {
	const parts = name.split(" ");
	const head = parts.at(-1) ?? "";
	const favorite = parts.some((p) => p === "favorite" || p === "prefer" || p === "default" || p === "best");
	const single = favorite || (SINGLE_ATTRIBUTES.has(head) && !parts.some((p) => MULTI_ATTRIBUTES.has(p)));
	return make(name, subject, single);
}

/** The user, a pet, or somebody named: has one name. Of "the user's sister" there may be two. */
function isOneOfAKind(subject: string): boolean {
	const parts = subject.split(" ");
	const head = parts.at(-1) ?? "";
	return !MULTI_ATTRIBUTES.has(head) || PETS.has(head);
}

function readSubject(subject: string): string[] {
	return subject
		.split(" ")
		.filter((part) => !["user", "'s", "be", "have", ""].includes(part))
		.sort();
}
