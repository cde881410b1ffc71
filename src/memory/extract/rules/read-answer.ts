import { DIETS, LANGUAGES, PETS, PLURALS, RELATIVES } from "./lexicon.ts";
import { readMy } from "./read-my.ts";
import { readSelf } from "./read-self.ts";
import { type Person, type Statement, sentenceOf } from "./statement.ts";

const YES =
	/^(?:(?:yes|yeah|yep|yup|yea|correct|right|exactly|that's right|that is right|sure am|i do|i am|indeed|true|of course|definitely|absolutely|ja|oui|sí)\b[,.:! ]*)+/i;
const NO = /^(?:no|nope|nah|not really|none|i don't|i do not|i'm not|never|nein|non)\b[,.! ]*/i;
/** The agent says what it remembers: a yes to that is nothing new. */
const RECALLED =
	/\b(?:as you (?:told|mentioned|said)|you (?:told|mentioned|said)|i (?:remember|recall|know|see|have noted)|last time|if i recall|according to|from (?:our|my|your) (?:last|notes|previous|earlier|memory|records|profile)|my (?:notes|memory|records)|on file|previously|still\b)/i;
const EMPTY_ANSWER =
	/^(?:yes|no|ok|okay|sure|maybe|thanks|thank you|idk|i don't know|not sure|none|nothing|why|what|never mind|skip|pass|n\/a|it depends|good question|same|later|hm+|well|any|anything|whatever|you choose|up to you|both|neither|that one|this one|correct|right|hello|hi)\b/i;

const WHAT_IS_YOUR =
	/\bwhat(?:'s| is| are) your ((?:first |last |full )?name|nickname|favou?rite [a-zÀ-ɏ -]{2,40}|birthday|date of birth|age|job|occupation|profession|hometown|nationality|native language|mother tongue|hobby|hobbies|pronouns|time ?zone|shoe size|height|(?:dog|cat|partner|wife|husband|son|daughter)'s name|star sign|major|employer|job title|preferred [a-zÀ-ɏ -]{3,30})\??$/i;
const DO_YOU_HAVE = new RegExp(
	String.raw`\b(?:do you have|have you got) (?:any |a |an )?(?:[a-zÀ-ɏ-]+ )?(${PLURALS}|${RELATIVES}|${PETS}|allergies|food allergies|dietary restrictions|hobbies)\b[^?]*$`,
	"i",
);
const ARE_YOU = new RegExp(
	`^(?:and |so |by the way, )?are you (?:a |an )?(${DIETS}|married|single|divorced|engaged|retired|left-handed|right-handed|a morning person|a night owl|pregnant|diabetic|colou?r ?blind|self-employed|a student)$`,
	"i",
);
const DO_YOU_LIKE =
	/^(?:and |so |by the way, )?do you (?:like|enjoy|love) (?!this|that|it|the|these|my|your|to (?:see|hear|know))([a-zÀ-ɏ '-]{3,40})$/i;
const WHERE =
	/\bwhere (?:do you (live|work|study|come from)|are you (from|based|located|originally from))\b/i;
const SO_YOU =
	/^(?:so|ah|oh|okay|ok|wait|got it),? (?:so )?(you(?:'re| are|'ve| have| live| work| like| love| prefer| moved|'ll| will| don't|r )\b.{3,120}?)(?:, (?:right|correct|yes|is that right|don't you|aren't you))?$/i;

const LANGUAGE = new RegExp(`^(?:${LANGUAGES})\\b`, "i");

/** What a short answer says, together with the question it answers; empty if that is not clear. */
export function readAnswer(question: string, answer: string, person: Person, at: number): Statement[] {
	if (RECALLED.test(question) || answer.length > 80) return [];
	const yes = YES.test(answer);
	const no = NO.test(answer);
	const rest = answer
		.replace(YES, "")
		.replace(NO, "")
		.replace(/^(?:it's|it is|that's|that would be|that'd be|i'd say|probably|definitely|mostly|mainly) /i, "")
		.trim();
	// A sentence of its own is read as one.
	if (/^(?:I|my|we|our)\b/i.test(rest)) return [];
	return (
		readOpen(question, rest, yes || no, person, at) ?? readPolar(question, rest, yes, no, person, at) ?? []
	);
}

function readOpen(
	question: string,
	value: string,
	isPolar: boolean,
	person: Person,
	at: number,
): Statement[] | undefined {
	if (isPolar || value === "" || EMPTY_ANSWER.test(value) || value.split(" ").length > 8) return undefined;
	const of = (text: string): Statement[] => lower(readSelf(text, person, at));
	const what = WHAT_IS_YOUR.exec(question)?.[1];
	if (what) {
		if (/name$/.test(what) && !/'s name/.test(what))
			return lower(readMy(`my name is ${capital(value)}`, person, at)[0]);
		if (/age/.test(what)) return of(`I am ${value}`);
		if (/^(?:job|occupation|profession)$/.test(what)) return readJob(value, person, at);
		const kept =
			/favou?rite|preferred|hobb/i.test(what) && !/^[A-Z].*[A-Z]/.test(value) ? uncapital(value) : value;
		const copula = /(?:hobbies|pronouns)$/.test(what) ? "are" : "is";
		const content = sentenceOf(`${person.possessive} ${what} ${copula} ${kept}`);
		const kind = /favou?rite|preferred|hobb/.test(what)
			? "preference"
			: /birth/.test(what)
				? "date"
				: "identity";
		return content
			? [{ content, kind, importance: kind === "preference" ? 0.6 : 0.8, confidence: 0.85 }]
			: [];
	}
	const where = WHERE.exec(question);
	if (where) {
		const place = value.replace(/^(?:in|at|from|near) /i, "");
		if (!/^(?:\p{Lu}|a |the )/u.test(place)) return [];
		const verb = (where[1] ?? where[2] ?? "").toLowerCase();
		if (verb === "work" || verb === "study") return of(`I ${verb} at ${place}`);
		return of(verb.includes("from") ? `I am from ${place}` : `I live in ${place}`);
	}
	if (/\bhow old are you\b/i.test(question)) return of(`I am ${value}`);
	if (/\bwhat do you do(?: for (?:a living|work))?$/i.test(question)) return readJob(value, person, at);
	if (
		/\b(?:what should i call you|what do you want (?:me )?to (?:be called|call you)|how should i address you|what do i call you)/i.test(
			question,
		)
	) {
		if (!/^\p{L}[\p{L}'-]*(?: \p{L}+)?$/u.test(value)) return [];
		return [
			{
				content: `${person.name} wants to be called ${capital(value)}.`,
				kind: "instruction",
				importance: 0.9,
				confidence: 0.9,
			},
		];
	}
	if (
		/\b(?:which|what) languages? (?:do you speak|should i (?:use|answer in|reply in)|do you prefer)/i.test(
			question,
		) &&
		LANGUAGE.test(value)
	) {
		if (/speak/.test(question)) return of(`I speak ${capital(value)}`);
		return [
			{
				content: `${person.name} wants answers in ${capital(value)}.`,
				kind: "instruction",
				importance: 0.85,
				confidence: 0.85,
			},
		];
	}
	if (/\bwhat are you allergic to\b/i.test(question)) return of(`I am allergic to ${uncapital(value)}`);
	if (/\bwhen(?:'s| is) your birthday\b/i.test(question))
		return lower(readMy(`my birthday is ${value.replace(/^on /i, "")}`, person, at)[0]);
	return undefined;
}

function readPolar(
	question: string,
	rest: string,
	yes: boolean,
	no: boolean,
	person: Person,
	at: number,
): Statement[] | undefined {
	const of = (text: string): Statement[] => lower(readSelf(text, person, at));
	const have = DO_YOU_HAVE.exec(question)?.[1]?.toLowerCase();
	if (have) {
		const isAllergy = have.includes("allerg");
		if (no && rest === "")
			return isAllergy
				? [none(`${person.name} has no allergies.`, "health")]
				: have.includes("restriction") || have === "hobbies"
					? []
					: [none(`${person.name} has no ${plural(have)}.`, "relation")];
		if (no || rest === "" || EMPTY_ANSWER.test(rest)) return [];
		if (isAllergy) return of(`I am allergic to ${uncapital(rest.replace(/^(?:to|i'm allergic to) /i, ""))}`);
		if (have.includes("restriction")) return of(`I am ${uncapital(rest)}`);
		if (have === "hobbies") return [];
		return of(`I have ${uncapital(rest)}`);
	}
	if (yes === no || (rest !== "" && !/^(?:i am|i do|that's right|since|for)\b/i.test(rest))) return undefined;
	const status = ARE_YOU.exec(question)?.[1];
	if (status)
		return of(
			`I am ${no ? "not " : ""}${/student$/.test(status) && !/^a /.test(status) ? "a " : ""}${status}`,
		);
	const liked = DO_YOU_LIKE.exec(question)?.[1];
	if (liked) return of(`I ${no ? "do not " : ""}like ${liked}`);
	const guess = SO_YOU.exec(question)?.[1];
	if (guess && yes) return of(firstPerson(guess));
	return undefined;
}

/** "you're moving to your new flat" as the one who is asked would say it. */
function firstPerson(text: string): string {
	return text
		.replace(/^you're\b/i, "I am")
		.replace(/^you are\b/i, "I am")
		.replace(/^you\b/i, "I")
		.replace(/\byour\b/gi, "my")
		.replace(/\byou\b/gi, "me");
}

function readJob(value: string, person: Person, at: number): Statement[] {
	const job = uncapital(value.replace(/^(?:i'm |as )/i, ""));
	const article = /^(?:an?|the) /.test(job) ? "" : /^[aeiou]/.test(job) ? "an " : "a ";
	return lower(readSelf(`I am ${article}${job}`, person, at));
}

/** An answer is a little less sure than a sentence. */
const lower = (statement: Statement | undefined): Statement[] =>
	statement ? [{ ...statement, confidence: Math.min(statement.confidence, 0.85) }] : [];
const none = (content: string, kind: "health" | "relation"): Statement => ({
	content,
	kind,
	importance: 0.6,
	confidence: 0.75,
});
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** An answer begins with a capital, whatever its word is; names of more words, and "I", keep it. */
const uncapital = (text: string): string =>
	/^(?:I\b|\p{Lu}\S* \p{Lu}|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const plural = (word: string): string =>
	/(?:s|children|kids|fish|siblings)$/.test(word) ? word : `${word}s`;
