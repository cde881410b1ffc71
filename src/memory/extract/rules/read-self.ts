import { classify } from "./classify/index.ts";
import { nameMonth } from "./name-dates.ts";
import { type Predicate, readPredicate, sayPredicate } from "./predicate.ts";
import { type Dated, datesIn, resolveDates, type Tense } from "./resolve-dates.ts";
import { asThey, type Person, pointsElsewhere, type Statement, sentenceOf, trimTail } from "./statement.ts";
import { whatEnded } from "./what-ended.ts";

/** What a clause that begins with "I" or "we" says about its speaker; undefined if it is nothing to remember. */
export function readSelf(clause: string, person: Person, at: number): Statement | undefined {
	const read = readPredicate(clause);
	if (!read) return undefined;
	const predicate = { ...read, tail: trimTail(read.tail) };
	const { tail } = predicate;
	if (pointsElsewhere(tail) && !/\b(?:he|she|they)\/\w+/i.test(tail)) return undefined;
	const found = classify(predicate, { isNamed: person.isNamed, hasDate: datesIn(tail, at).length > 0 });
	if (!found) return undefined;
	const tense = found.tense ?? tenseOf(predicate);
	const say = (said: Predicate): string => `${person.name} ${sayPredicate(said, asThey(tail))}`;
	const text = found.own
		? `${person.possessive} ${found.own}`
		: found.say
			? `${person.name} ${found.say}`
			: say(predicate);
	const dated = resolveDates(text, at, tense);
	if (found.needsFuture && !(dated.to !== undefined && dated.to > at)) return undefined;
	const isNews = predicate.recent && tense === "past" && dated.from === undefined;
	const content = sentenceOf(isNews ? `${dated.text} (${nameMonth(at)})` : dated.text);
	if (!content) return undefined;
	const corrects = whatEnded(predicate, person, say);
	return {
		content,
		kind: found.kind,
		importance: found.importance,
		confidence: found.confidence,
		...validity(dated, tense),
		...(corrects && { corrects }),
	};
}

function tenseOf({ form, verb, auxiliary }: Predicate): Tense {
	if (form === "past" || form === "perfect" || form === "used to" || verb === "was" || auxiliary === "was")
		return "past";
	return form === "future" || form === "progressive" || form === "must" ? "future" : undefined;
}

/** A plan holds until its day is over; what happened holds from then on. */
export function validity({ text, from, to }: Dated, tense: Tense): { validFrom?: number; validTo?: number } {
	if (to === undefined) return {};
	if (tense === "future" || /\b(?:until|till)\b/.test(text)) return { validTo: to };
	return from !== undefined && (tense === "past" || /\bsince\b/.test(text)) ? { validFrom: from } : {};
}
