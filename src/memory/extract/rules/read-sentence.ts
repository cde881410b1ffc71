import { isStatement } from "./is-statement.ts";
import { readChange } from "./read-change.ts";
import { isOver, readEnding } from "./read-ending.ts";
import { type Mention, mentionsIn, readIsMy, readMention, readMy } from "./read-my.ts";
import { readSelf } from "./read-self.ts";
import { readThird } from "./read-third.ts";
import { datesIn } from "./resolve-dates.ts";
import { splitClauses } from "./split-clauses.ts";
import type { Sentence } from "./split-sentences.ts";
import { type Person, type Statement, sentenceOf, trimTail } from "./statement.ts";

/** Words before the actual statement. */
const LEAD =
	/^(?:(?:well|oh|ah|yeah|yes|yep|yup|no|nope|so|and|but|also|ok|okay|hi|hello|hey|hi there|hello there|hey there|wow|actually|anyway|btw|by the way|fyi|just so you know|just fyi|for the record|for context|for your info(?:rmation)?|to be honest|honestly|tbh|as you know|in fact|unfortunately|sadly|luckily|fortunately|thankfully|correction|well actually|sure|right|great|thanks|thank you|good morning|good evening|nice to meet you|great question|good question|because|since|though|although|while|plus|then|now|personally|lately|recently|haha|lol|guess what|you know|see|look|listen|first|second|finally|sorry|oh no|aw|aww|cool|awesome|amazing|totally|definitely|absolutely|of course|for me|as for me|in my case|these days|currently|at the moment|nowadays|unlike you|like i said|as i said|as i mentioned|true|exactly|agreed|same here|me too)[,:!]?\s+)+/i;
const REMEMBER =
	/^(?:(?:please|pls|can you|could you) )?(?:remember|note|keep in mind|don't forget|make a note|for future reference|for next time|save (?:this|that)|know|you should know|i want you to (?:know|remember)|i should (?:mention|say|add|note)|i (?:just )?want(?:ed)? to (?:mention|let you know|add|say)|let me tell you|worth (?:noting|mentioning)|important)(?: that| this|,|:)*\s+/i;
const NAMED_IN_PASSING = /^(?:this is|meet|here is|here's|it's) (?=(?:my|our) )/i;

export interface Reading {
	statements: Statement[];
	/** The people that a pronoun in the next sentence can mean. */
	mentions: Mention[];
}

/** The statements worth remembering in a person's sentence. */
export function readSentence(
	sentence: Sentence,
	person: Person,
	at: number,
	before: readonly Mention[] = [],
): Reading {
	const asked = REMEMBER.exec(sentence.text.replace(LEAD, ""));
	const text = asked ? sentence.text.replace(LEAD, "").slice(asked[0].length) : sentence.text;
	const mentions = mentionsIn(text, person);
	if (!isStatement({ text, isQuestion: sentence.isQuestion })) return { statements: [], mentions };
	let known = before;
	const statements = splitClauses(withSubject(text.replace(LEAD, ""))).flatMap((clause) => {
		const found = readClause(clause, person, at, known);
		// "… and she": the person of the clause before comes first.
		const here = mentionsIn(clause, person);
		if (here.length > 0) known = here;
		return found;
	});
	if (asked && statements.length === 0 && !person.isNamed) statements.push(...wanted(trimTail(text)));
	else if (asked)
		for (const statement of statements) statement.confidence = Math.max(statement.confidence, 0.9);
	// Nobody new: the pronoun of the next sentence means the one of this.
	const carried = /^(?:he|she)\b/i.test(text.replace(LEAD, "")) && mentions.length === 0 ? before : mentions;
	return { statements, mentions: [...carried] };
}

/** "Love sushi", "Born in Leeds": what goes without saying is said. */
function withSubject(text: string): string {
	const said = uncapital(text);
	if (/^(?:love|hate|prefer|enjoy|dislike|can't stand) [a-z]/.test(said)) return `I ${said}`;
	if (
		/^(?:living|based) (?:in|near) |^(?:working|studying) (?:at|as|for) |^allergic to |^not a (?:big |huge )?fan of /.test(
			said,
		)
	)
		return `I am ${said}`;
	if (/^(?:born|raised) (?:in|on|and) /.test(said)) return `I was ${said}`;
	return text;
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function readClause(clause: string, person: Person, at: number, before: readonly Mention[]): Statement[] {
	const text = dateLast(clause.replace(LEAD, "").replace(NAMED_IN_PASSING, ""), at);
	const statements = readWhole(text, person, at, before);
	const mention = isOver(text) ? undefined : readMention(text, person);
	const name = mention && /called (.+)\.$/.exec(mention.content)?.[1];
	if (mention && name && !statements.some(({ content }) => content.includes(name))) statements.push(mention);
	return statements;
}

function readWhole(text: string, person: Person, at: number, before: readonly Mention[]): Statement[] {
	const pronoun = /^(he|she)(?:'s)? (.{3,})$/i.exec(text);
	if (pronoun) return readPronoun(text, pronoun, person, at, before);
	const called =
		/^(?:[Mm]y (?:friends|family)|[Pp]eople|[Ee]veryone|[Ee]verybody|[Mm]ost people|[Ff]riends) (?:all |just |usually )?calls? me (\p{Lu}[\p{L}'-]+)$/u.exec(
			text,
		);
	if (called)
		return [
			{
				content: `${person.name} is called ${called[1]} by others.`,
				kind: "identity",
				importance: 0.8,
				confidence: 0.85,
			},
		];
	const ending = readEnding(text, person, at);
	if (ending) return [ending];
	if (/^(?:my|our) /i.test(text)) return readMy(text, person, at);
	const isMy = readIsMy(text, person);
	if (isMy) return [isMy];
	const introduced =
		/^([Ii](?:'m| am) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?),? (from .{2,40}|(?:an?|the) .{3,60}|\d{2}(?: years old)?)$/u.exec(
			text,
		);
	if (introduced) {
		const parts = [introduced[1] ?? "", `I am ${introduced[2]}`].map((part) => readSelf(part, person, at));
		if (parts.every((part) => part !== undefined)) return parts;
	}
	const self = readChange(text, person, at);
	if (self.length > 0) return self;
	// "I'm 34 and a mother of two": two statements in one clause.
	const [, subject, first, second] = /^([Ii](?:'m| am)) (.{2,60}?),? and (an? .{3,60})$/.exec(text) ?? [];
	if (!subject) return [];
	return [first, second].flatMap((part) => readSelf(`${subject} ${part}`, person, at) ?? []);
}

/** He and she, where the sentence before has exactly one whom they fit. */
function readPronoun(
	text: string,
	[, word = "", rest = ""]: RegExpExecArray,
	person: Person,
	at: number,
	before: readonly Mention[],
): Statement[] {
	const gender = word.toLowerCase() === "she" ? "female" : "male";
	const [only, other] = before.filter((mention) => mention.gender === undefined || mention.gender === gender);
	if (!only || other) return [];
	const third = readThird(only.label, /^\w+'s /.test(text) ? `is ${rest}` : rest, person, at);
	return third ? [{ ...third, confidence: third.confidence - 0.1 }] : [];
}

/** "Last week I went to Rome": the time goes to the end, where it stands in a statement. */
function dateLast(clause: string, at: number): string {
	const time = /^((?:on |in |over )?[a-zÀ-ɏ\d ,'-]{3,40}?),? (?=(?:I|we|my|our)(?:'\w+)? )/i.exec(clause);
	if (!time?.[1] || !/^\s*$/.test(withoutDate(time[1], at))) return clause;
	return `${clause.slice(time[0].length)} ${time[1].toLowerCase().replace(/\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)\b/g, (name) => name.charAt(0).toUpperCase() + name.slice(1))}`;
}

function withoutDate(text: string, at: number): string {
	const [date] = datesIn(text, at);
	const rest = date ? `${text.slice(0, date.start)}${text.slice(date.end)}` : text;
	return rest
		.replace(
			/^(?:on|in|over|just|only|earlier|the|back)\b|\b(?:in|last|on)? ?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?: \d{4})?|\b(?:in )?\d{4}\b/gi,
			"",
		)
		.replace(/[\s,]+/g, "");
}

/** Something to remember that is no statement about the person. */
function wanted(text: string): Statement[] {
	if (
		!/^(?:the|our|my|in|on|at|we|there|every|all|[A-Z])/.test(text) ||
		text.split(" ").length < 3 ||
		/^to\b/.test(text)
	)
		return [];
	const content = sentenceOf(
		`The user wants it remembered that ${text.replace(/^The\b/, "the").replace(/\bmy\b/gi, "their")}`,
	);
	return content ? [{ content, kind: "other", importance: 0.6, confidence: 0.7 }] : [];
}
