import { isFemale, isMale, PEOPLE, PETS, PLURALS, RELATIVES } from "./lexicon.ts";
import { readChange } from "./read-change.ts";
import { readSelf, validity } from "./read-self.ts";
import { readThird } from "./read-third.ts";
import { resolveDates } from "./resolve-dates.ts";
import { asThey, type Person, pointsElsewhere, type Statement, sentenceOf, trimTail } from "./statement.ts";

/** Someone whom a later "he" or "she" can mean. */
export interface Mention {
	/** As a statement calls them: `The user's sister Anna`. */
	label: string;
	gender: "female" | "male" | undefined;
}

// A word that goes on with a digit is no name that could be cut there.
const NAME = String.raw`\p{Lu}[\p{L}'-]+(?![\p{L}\p{N}])(?: \p{Lu}[\p{L}'-]+(?![\p{L}\p{N}]))?`;
const NO_NAME =
	/^(?:I|I'm|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|And|But|Is|Was|Has|The|My|We|So|Who|That|Hi|Hey|Wow|Yes|No|Oh|Thanks)\b/;
const KIN = String.raw`(?:(?:${RELATIVES})'s )?(?:(?!(?:name|on|with|for|from|about|of|in|at|to|and) )[a-zA-ZÀ-ɏ\d-]+ ){0,3}?(?:${RELATIVES})`;
const MY_NAME = new RegExp(
	String.raw`^(?:[Mm]y|[Oo]ur) (?:full |real |actual |given |first |last |middle |legal )?name(?:'s| is| was) (?:actually |really |not \p{L}+,? but )?(${NAME}(?: \p{Lu}[\p{L}'-]+)?)$`,
	"u",
);
const NOT_NAME = new RegExp(
	`^[Mm]y (?:first |last )?name(?:'s not| is not| isn't) (${NAME}),?(?: but| it's| it is)? (${NAME})$`,
	"u",
);
const KIN_NAME = new RegExp(
	`^(?:[Mm]y|[Oo]ur) (${KIN})(?:'s name(?: is|'s)|(?: is|'s) (?:called|named)|,? (?:called|named)) (${NAME})$`,
	"u",
);
const KIN_DATE = new RegExp(
	String.raw`^(?:[Mm]y|[Oo]ur) (${KIN})'s (birthday|due date|favou?rite [\p{L} ]{3,30}?)(?: is|'s) (.{3,60})$`,
	"u",
);
const KIN_CLAUSE = new RegExp(
	`^(?:[Mm]y|[Oo]ur) (${KIN})(?:,? (${NAME}),?)?(?: (and~I)|('s|'re)?) (.{3,})$`,
	"u",
);
const PLURAL_CLAUSE = new RegExp(
	String.raw`^(?:[Mm]y|[Oo]ur) ((?:[\p{L}\d-]+ ){0,2}?(?:${PLURALS}))(?:,? (${NAME} and ${NAME}),?)? (are |have |love |like |live |go |play |attend |study |hate |enjoy )(.{3,})$`,
	"u",
);
const IS_MY = new RegExp(`^(${NAME}) is (?:my|our) (${KIN})$`, "u");
const MENTION = new RegExp(
	String.raw`\b(?:my|our|My|Our) (${KIN}),? (?:called |named |is |is called |is named )?(${NAME})`,
	"u",
);
const ANY_KIN = new RegExp(
	String.raw`\b(?:[Mm]y|[Oo]ur|an?) (${KIN})(?:,? (?:called |named |is |is called |is named )?(${NAME}))?`,
	"gu",
);

const WHOSE = new RegExp(`^(?:name|house|job|birthday|place|car|${RELATIVES}|${PLURALS})\\b`);
const LAST_KIN = new RegExp(`(?:${PEOPLE}|${PETS})$`, "i");

/** What one has in a few words: `my birthday is 3 May`. */
const ATTRIBUTE =
	/^(?:my|our) ((?:all-time |absolute |current |new )*(?:favou?rite [a-zÀ-ɏ\d -]{2,40}?|(?:least )favou?rite [a-zÀ-ɏ\d -]{2,40}?|birthday|date of birth|(?:wedding )?anniversary|pronouns|nickname|native language|mother tongue|first language|nationality|job|day job|occupation|profession|employer|job title|hometown|home town|hobby|hobbies|main hobby|e-?mail(?: address)?|phone number|address|age|height|shoe size|(?:t-)?shirt size|dress size|ring size|time ?zone|star sign|zodiac sign|blood type|religion|dream job|dream|goal|main goal|biggest fear|deadline|major|wedding|budget|car|bike|house|apartment|phone|laptop|due date|exam|surgery|flight|last name|surname|maiden name|middle name|company|go-to [a-zÀ-ɏ]+|landlord|diet|username|handle|instrument|zodiac|sign|degree|office|school|university|team|ethnicity|background|faith))( is| are| was| will be|'s) (.{1,90})$/i;
const DATES = /birthday|date of birth|anniversary|deadline|due date|wedding|exam|surgery|flight/i;
const AHEAD = /deadline|due date|wedding|exam|surgery|flight/i;
const ABOUT_ONESELF =
	/pronouns|nickname|native|mother tongue|first language|nationality|e-?mail|phone number|address|^age|height|time ?zone|sign|blood|religion|name$|username|handle|ethnicity|faith/i;
const JOB = /job|occupation|profession|employer|company|major|degree|office|school|university/i;
/** "my job is boring", "my phone is dead", "my dream is over". */
const NO_VALUE =
	/^(?:not |so |very |really |pretty |too |just |always |kind of |getting |being )*(?:boring|dead|broken|great|good|bad|ok|okay|fine|over|slow|fast|full|empty|stressful|hard|easy|amazing|awesome|terrible|awful|the best|here|there|gone|done|killing|driving|making|ringing|working|to (?:get|fix|make|understand|have|do|use|find|write|create|build a (?:script|tool))|coming|approaching|tight|soon|late|delayed|cancelled|a mess|important|crazy|busy|fun|wrong|correct|missing|unknown|private|secret|below|above|attached|as follows|that|what|in progress|due|this|it)\b/i;

/** Of these one has one at a time: the new one is the one. */
const NEW_ONE =
	/^(my|our) new (?=(?:boss|manager|supervisor|landlord|landlady|doctor|dentist|therapist|coach|trainer|girlfriend|boyfriend|partner|husband|wife)\b)/i;

/** What a clause that begins with "my" says. */
export function readMy(said: string, person: Person, at: number): Statement[] {
	const clause = said.replace(NEW_ONE, "$1 ");
	const name = MY_NAME.exec(clause)?.[1];
	if (name)
		return [
			{
				content: `${person.possessive} name is ${name}.`,
				kind: "identity",
				importance: 0.9,
				confidence: 0.95,
			},
		];
	const [, wrong, right] = NOT_NAME.exec(clause) ?? [];
	if (wrong && right) {
		const corrects = `${person.possessive} name is ${wrong}.`;
		return [
			{
				content: `${person.possessive} name is ${right}.`,
				kind: "identity",
				importance: 0.9,
				confidence: 0.95,
				corrects,
			},
		];
	}
	const [, whose, thing, what] = KIN_DATE.exec(clause) ?? [];
	const day = what && trimTail(what);
	if (whose && day && /\d|favou/.test(`${thing}${day}`) && !pointsElsewhere(day)) {
		return [{ ...relation(`${person.possessive} ${whose}'s ${thing} is ${day}.`, 0.85), importance: 0.6 }];
	}
	const attribute = ATTRIBUTE.exec(clause);
	if (attribute) return readAttribute(attribute, person, at);
	const named = KIN_NAME.exec(clause);
	if (named) return [relation(`${person.possessive} ${named[1]} is called ${named[2]}.`, 0.95)];
	const plural = PLURAL_CLAUSE.exec(clause);
	if (plural) {
		const [, kin = "", names, verb = "", rest = ""] = plural;
		return some(readThird(labelOf(kin, names, person), `${verb}${rest}`, person, at));
	}
	const kin = KIN_CLAUSE.exec(clause);
	if (!kin) return [];
	const [, who = "", called, withMe, contracted, rest = ""] = kin;
	if (called && NO_NAME.test(called)) return [];
	// "my sister's name": hers, not "my sister is name".
	if (contracted && WHOSE.test(rest)) return [];
	if (withMe) {
		// "My wife and I live in Rome" is about the speaker too.
		const mine = `I ${rest.replace(/^are\b/, "am").replace(/^were\b/, "was")}`;
		const self = readSelf(mine, person, at);
		const both = `${person.name} and their ${who}${called ? ` ${called}` : ""}`;
		if (!self) return [];
		const rest3 = self.content
			.slice(person.name.length + 1)
			.replace(/^(\p{L}+)/u, (verb) => PLURAL[verb] ?? verb);
		return [{ ...self, content: `${both} ${rest3}` }, ...readChange(mine, person, at).slice(1)];
	}
	return some(readThird(labelOf(who, called, person), contracted ? `is ${rest}` : rest, person, at));
}

/** The verb of one as the verb of two. */
const PLURAL: Readonly<Record<string, string>> = {
	is: "are",
	was: "were",
	has: "have",
	"doesn't": "don't",
	...Object.fromEntries(
		"live work love like hate enjoy plan want own run speak prefer hope play volunteer collect"
			.split(" ")
			.map((verb) => [`${verb}s`, verb]),
	),
};

const some = (statement: Statement | undefined): Statement[] => (statement ? [statement] : []);
const relation = (content: string, confidence: number): Statement => ({
	content,
	kind: "relation",
	importance: 0.7,
	confidence,
});
const labelOf = (kin: string, name: string | undefined, person: Person): string =>
	`${person.possessive} ${kin}${name ? ` ${name}` : ""}`;

function readAttribute(
	[, what = "", verb = "", rest = ""]: RegExpExecArray,
	person: Person,
	at: number,
): Statement[] {
	const value = trimTail(rest.replace(/^coming up (?=on|in|next)/, ""));
	if (value === "" || NO_VALUE.test(value) || (pointsElsewhere(value) && what !== "pronouns")) return [];
	const isDate = DATES.test(what);
	const dated = resolveDates(value, at, AHEAD.test(what) ? "future" : undefined);
	// "my birthday is tomorrow" recurs; the day stays.
	if (isDate && AHEAD.test(what) && dated.from === undefined) return [];
	if (
		isDate &&
		!AHEAD.test(what) &&
		!/\d|january|february|march|april|may|june|july|august|september|october|november|december/i.test(
			dated.text,
		)
	)
		return [];
	const copula = verb === "'s" ? "is" : verb.trim();
	const content = sentenceOf(
		`${person.possessive} ${what.toLowerCase().replace(/\b(?:all-time|absolute|current|new) /g, "")} ${copula} ${asThey(dated.text)}`,
	);
	if (!content) return [];
	const until = AHEAD.test(what) ? validity(dated, "future") : {};
	if (isDate)
		return [{ content, kind: "date", importance: AHEAD.test(what) ? 0.5 : 0.8, confidence: 0.9, ...until }];
	if (/favou?rite|go-to/i.test(what))
		return [{ content, kind: "preference", importance: 0.6, confidence: 0.95 }];
	if (ABOUT_ONESELF.test(what)) return [{ content, kind: "identity", importance: 0.8, confidence: 0.9 }];
	if (JOB.test(what)) return [{ content, kind: "work", importance: 0.7, confidence: 0.8 }];
	if (/dream|goal/.test(what)) return [{ content, kind: "plan", importance: 0.5, confidence: 0.8 }];
	if (/hobb/.test(what)) return [{ content, kind: "preference", importance: 0.6, confidence: 0.9 }];
	return [
		{
			content,
			kind: /car|bike|house|apartment|phone|laptop/.test(what) ? "possession" : "other",
			importance: 0.4,
			confidence: 0.7,
		},
	];
}

/** "Anna is my sister." */
export function readIsMy(clause: string, person: Person): Statement | undefined {
	if (!/ is (?:my|our) /.test(clause)) return undefined;
	const match = IS_MY.exec(clause);
	if (!match?.[1] || NO_NAME.test(match[1])) return undefined;
	const whose = person.isNamed ? person.possessive : "the user's";
	return relation(`${match[1]} is ${whose} ${match[2]}.`, 0.9);
}

/** "… with my brother Tom …" tells that there is one. */
export function readMention(clause: string, person: Person): Statement | undefined {
	if (!/\b(?:my|our) /i.test(clause)) return undefined;
	const match = MENTION.exec(clause);
	const [, kin = "", name = ""] = match ?? [];
	if (kin === "" || NO_NAME.test(name)) return undefined;
	// "my friend Tom's dog": Tom all the same.
	return {
		...relation(`${person.possessive} ${kin} is called ${name.replace(/'s?$/, "")}.`, 0.8),
		importance: 0.6,
	};
}

/** The people and animals of a sentence that a pronoun of the next can mean. */
export function mentionsIn(sentence: string, person: Person): Mention[] {
	if (!/\b(?:my|our|an?) /i.test(sentence)) return [];
	const mentions = new Map<string, Mention>();
	for (const [, kin = "", name] of sentence.matchAll(ANY_KIN)) {
		const called =
			name && /^\p{Lu}/u.test(name) && !NO_NAME.test(name) ? name.replace(/'s?$/, "") : undefined;
		const last = LAST_KIN.exec(kin)?.[0].toLowerCase() ?? "";
		const gender = isFemale(last) ? "female" : isMale(last) ? "male" : undefined;
		mentions.set(kin.toLowerCase(), { label: labelOf(kin, called, person), gender });
	}
	return [...mentions.values()];
}
