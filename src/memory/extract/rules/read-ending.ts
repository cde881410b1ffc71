import { PETS, THINGS } from "./lexicon.ts";
import { nameMonth } from "./name-dates.ts";
import { type Predicate, readPredicate, sayPredicate } from "./predicate.ts";
import { validity } from "./read-self.ts";
import { resolveDates } from "./resolve-dates.ts";
import { withoutTime } from "./split-time.ts";
import { asNamed, asThey, type Person, type Statement, sentenceOf, trimTail } from "./statement.ts";

const NAME = String.raw`\p{Lu}[\p{L}'-]+`;
const PARTNER =
	"girlfriend|boyfriend|partner|husband|wife|spouse|fiancée|fiancé|fiancee|fiance|significant other";
const MY_PARTNER = String.raw`(?:[Mm]y|[Oo]ur) (?:(?!ex)[\p{L}-]+ ){0,2}?(?<kin>${PARTNER})(?:,? (?<name>${NAME}),?)?`;
const WHY = "(?: (?:for|after|because) .{2,60})?$";

const PARTED = new RegExp(
	`^(?:(?:broke|broken|split|separated|parted)(?: up| ways)? (?:with|from)|(?:ended|called) (?:it|things|it quits|it off) with|divorced|dumped) (?:${MY_PARTNER}|(?<who>${NAME}))${WHY}`,
	"u",
);
const LEFT = new RegExp(`^(?:left|lost) ${MY_PARTNER}${WHY}`, "u");
const NO_LONGER = new RegExp(
	`^(?:with|together with|married to|engaged to|in a relationship with|dating|seeing) ${MY_PARTNER}$`,
	"u",
);
const BOTH = new RegExp(
	`^${MY_PARTNER} and~I (?:have |just |recently |finally )*(?:broke up|broken up|split up|split|separated|divorced|got divorced|parted ways)${WHY}`,
	"u",
);
const LEFT_ME = new RegExp(
	`^${MY_PARTNER} (?:has |just |recently |finally )*(?:broke up with|broken up with|split up with|left|dumped|divorced|ended things with) (?:me|us)${WHY}`,
	"u",
);
const PET_GONE = new RegExp(
	`^(?:lost|rehomed|gave away|given away) (?:my|our) (?:[\\p{L}-]+ ){0,2}?(?<kin>${PETS})(?: (?<name>${NAME}))?${WHY}`,
	"u",
);
const THING_GONE = new RegExp(
	String.raw`^(?:sold|gave away|given away|gave|given|donated|scrapped|traded in|got rid of|gotten rid of) (?:my|our) (?:(?:[\p{Ll}\d-]+ ){0,3}?(?<thing>${THINGS})|(?<brand>\p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*){0,2}))(?<away> away)?(?: (?:to|for|in|on|at) .{2,40})?$`,
	"u",
);
const CANCELLED =
	/^(?:cancell?ed|called off) (?:my|our) (?:(?<thing>(?:[\p{L}\d+-]+ ){0,3}?(?:membership|subscription|insurance|appointment|contract))|(?<trip>(?:trip|holiday|vacation|flight) to .{2,40})|wedding|engagement)$/u;

/** What someone says is over; undefined if nothing is. */
export function readEnding(clause: string, person: Person, at: number): Statement | undefined {
	const bare = withoutTime(trimTail(clause), at);
	const both = BOTH.exec(bare)?.groups;
	const leftMe = both ?? LEFT_ME.exec(bare)?.groups;
	if (leftMe?.kin) {
		const said = both
			? `${person.name} and their ${asThey(
					trimTail(clause)
						.replace(/^(?:my|our) /i, "")
						.replace(" and~I", ""),
				)}`
			: `${person.possessive} ${asNamed(trimTail(clause).replace(/^(?:my|our) /i, ""), person)}`;
		return ending(said, at, true, partnerOf(leftMe, person));
	}
	const predicate = readPredicate(clause);
	if (!predicate || predicate.negated || predicate.adverb !== "") return undefined;
	const tail = trimTail(predicate.tail);
	const said = `${person.name} ${sayPredicate(predicate, asThey(tail))}`;
	return readOwn(
		predicate,
		withoutTime(tail, at),
		(corrects, isNews) => ending(said, at, isNews, corrects),
		person,
	);
}

type End = (corrects: string | undefined, isNews: boolean) => Statement | undefined;

function readOwn(
	{ form, verb, ended }: Predicate,
	tail: string,
	end: End,
	person: Person,
): Statement | undefined {
	if (ended) {
		const whom = NO_LONGER.exec(form === "progressive" ? `${verb} ${tail}` : tail)?.groups;
		return whom ? end(partnerOf(whom, person), false) : undefined;
	}
	if (form !== "past" && form !== "perfect") return undefined;
	const did = `${verb} ${tail}`;
	const parted = (PARTED.exec(did) ?? LEFT.exec(did))?.groups;
	if (parted?.who) return end(`${person.name} is dating ${parted.who}.`, true);
	if (parted) return end(partnerOf(parted, person), true);
	const pet = PET_GONE.exec(did)?.groups;
	if (pet) return end(partnerOf(pet, person), false);
	const gone = THING_GONE.exec(did)?.groups;
	// "gave my car a wash" is no gift.
	if (gone && (!/^(?:gave|given) (?!away)/.test(did) || gone.away))
		return end(`${person.name} has ${withArticle(gone.thing ?? gone.brand ?? "")}.`, false);
	const cancelled = CANCELLED.exec(did)?.groups;
	if (!cancelled) return undefined;
	if (cancelled.trip) return end(`${person.name} is planning a ${cancelled.trip}.`, false);
	return end(cancelled.thing && `${person.name} has ${withArticle(cancelled.thing)}.`, false);
}

function ending(
	text: string,
	at: number,
	isNews: boolean,
	corrects: string | undefined,
): Statement | undefined {
	const dated = resolveDates(text, at, "past");
	const content = sentenceOf(
		isNews && dated.from === undefined ? `${dated.text} (${nameMonth(at)})` : dated.text,
	);
	if (!content) return undefined;
	return {
		content,
		kind: "event",
		importance: 0.6,
		confidence: 0.85,
		...validity(dated, "past"),
		...(corrects && { corrects }),
	};
}

function partnerOf({ kin = "", name }: Record<string, string | undefined>, person: Person): string {
	if (name) return `${person.possessive} ${kin} is called ${name}.`;
	if (/^(?:husband|wife|spouse)$/.test(kin)) return `${person.name} is married.`;
	return `${person.name} has ${withArticle(kin)}.`;
}

const withArticle = (thing: string): string =>
	/s$/.test(thing) ? thing : `${/^[aeiou]/i.test(thing) ? "an" : "a"} ${thing}`;

const OVER =
	/\b(?:(?:broke|broken|breaking|break|split|splitting) (?:up|from|with)|separated|separating|divorc\w+|(?:left|lost|leaving|dumped|fired|sacked|sold|rehomed|ended things with) (?:me|my|our)|gave away|no longer (?:with|dating|seeing|married|engaged|together|friends)|(?:not|n't) (?:with|dating|seeing|married|engaged|together|friends)\b.*any ?more)\b/i;

/** Whether a clause speaks of people as no longer being what they are called in it. */
export const isOver = (clause: string): boolean => OVER.test(clause);
