import type { Predicate } from "./predicate.ts";
import { type Person, sentenceOf } from "./statement.ts";

/** A time or a reason may follow. */
const TIME = String.raw`(?: (?:in|on|last|this|after|yesterday|today|two|three|a|because|over)\b.*)?$`;
const GAVE_UP = String.raw`^(?:quit|left|lost|resigned from) (?:my|the) (?:[\p{L}-]+ ){0,2}?(?:job|position|role|post|gig|internship)`;
const LET_GO = "^(?:got |gotten |been )?(?:fired|laid off|let go|sacked|made redundant)";
const EMPLOYER = String.raw`((?:(?:the|an?) )?[\p{L}\d][\p{L}\d&.' -]{1,40}?)`;
const JOB_AT = new RegExp(
	`(?:${GAVE_UP} (?:at|with|for)|${LET_GO} (?:from|by|at)(?: my (?:job|position) at)?|^stopped working (?:at|for)) ${EMPLOYER}${TIME}`,
	"u",
);
const JOB_AS = new RegExp(`${GAVE_UP} (as) (an? [\\p{L}][\\p{L}\\d&.' -]{1,50}?)${TIME}`, "u");
const MOVED_OUT = new RegExp(
	String.raw`^(?:out of|away from) (?:(my parents' (?:house|place|home|flat|apartment))|(\p{Lu}[\p{L}.' -]{1,40}?))${TIME}`,
	"u",
);

/** The statement that is no longer true if this one is. */
export function whatEnded(
	predicate: Predicate,
	person: Person,
	say: (said: Predicate) => string,
): string | undefined {
	const { form, verb, tail, ended } = predicate;
	const employer = form === "be" && /^(?:with|at|employed (?:by|at)) (\p{Lu}.*)$/u.exec(tail)?.[1];
	if (ended && employer) return sentenceOf(`${person.name} works at ${employer}`);
	if (ended) return sentenceOf(say({ ...predicate, ended: false }));
	if (form === "used to") return sentenceOf(say({ ...predicate, form: "present" }));
	const moved = /^from (.{2,40}) to /.exec(tail);
	if (verb === "moved" && moved) return sentenceOf(`${person.name} lives in ${moved[1]}`);
	const left =
		/^(?:my (?:old )?(?:job|position|role) at |from )?(\p{Lu}[\p{L}\d&.' -]{1,40}?)(?: (?:in|on|last|this|after|yesterday|two|three|a)\b.*)?$/u.exec(
			tail,
		);
	if (/^(?:left|quit|resigned)$/.test(verb) && left) return sentenceOf(`${person.name} works at ${left[1]}`);
	const out = MOVED_OUT.exec(tail);
	if (verb === "moved" && out)
		return sentenceOf(`${person.name} ${out[1] ? "lives with their parents" : `lives in ${out[2]}`}`);
	const said = `${form === "be" ? "" : verb} ${tail}`.trim();
	const [, as, role] = JOB_AS.exec(said) ?? [];
	if (as && role) return sentenceOf(`${person.name} works as ${role}`);
	const where = JOB_AT.exec(said)?.[1];
	return where ? sentenceOf(`${person.name} works at ${where}`) : undefined;
}
