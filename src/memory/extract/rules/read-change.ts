import { nameMonth } from "./name-dates.ts";
import { readPredicate } from "./predicate.ts";
import { readSelf } from "./read-self.ts";
import { resolveDates } from "./resolve-dates.ts";
import { withoutTime } from "./split-time.ts";
import { asThey, type Person, type Statement, sentenceOf, trimTail } from "./statement.ts";

/** What came of a change, without the subject, and whether the change itself says more than that. */
interface State {
	say: string;
	kind: "place" | "relation" | "work" | "identity";
	event: "always" | "dated" | "recent";
}

/** What happened longer ago may have changed since. */
const FRESH = 400 * 86_400_000;

const PLACE = String.raw`(?:the )?\p{Lu}[\p{L}.'-]*(?: (?:(?:am|an|de|la|le|del|der|du|sur|of|upon) )?\p{Lu}[\p{L}.'-]*)*`;
const MOVED = new RegExp(
	`^(?:back |over |out |down |up )*(?:from .{2,40}? )?to (${PLACE}(?:, ${PLACE})?)(?: from ${PLACE})?(?: (?:for (?:work|love|(?:a|my) (?:new )?job|university|college)|with (?:my|our) .{2,40}))?$`,
	"u",
);
/** One moves to these without leaving home. */
const NO_PLACE =
	/^(?:the )?(?:React|Vue|Angular|Svelte|Linux|Mac|Windows|Android|iOS|Python|Rust|Go|Java|TypeScript|JavaScript|Kotlin|Swift|Postgres\w*|MySQL|AWS|Azure|GCP|GitHub|GitLab|Slack|Notion|Teams?|Sales|Marketing|Engineering|Finance|HR|IT|Product|Design|Google|Microsoft|Apple|Chrome|Firefox|Plan|Phase|Step|Tier|Level|Chapter|Part|Stage|Kubernetes|Docker|Node|Deno|Bun|Vim|Neovim|Emacs|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;
const WED = /^(married|engaged|divorced|remarried)(?: to (.{2,40}?))?( (?:in|at|on) .{2,40})?$/;
const SPOUSE = /^(?:(?:my|our) (?:[a-zé-]+ ){0,3})?(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)$/u;
const JOB_AT =
	/^(?:working|(?:an?|my) (?:new )?(?:[\p{L}-]+ )?(?:job|position|role)) (at|for|with|as|in) (.{2,60})$/u;
const AT_NAME =
	/^(at) (?!University|College|School|Uni\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(\p{Lu}(?:(?!University|College|School).){1,40})$/u;
const NO_EMPLOYER =
	/^(?:\d|(?:myself|home|night|once|first|noon|it|this|that|my|our|full|the (?:moment|same|age|weekend|beginning|end|morning|evening|bottom))\b)|\b(?:when|while|after|before|until|during|because|last|next|on|since|if|soon|starting|beginning|from|but|and)\b/i;

/** What a clause says about its speaker: what happened, and what has been so since then. */
export function readChange(clause: string, person: Person, at: number): Statement[] {
	const event = readSelf(clause, person, at);
	const predicate = readPredicate(clause);
	if (!predicate || predicate.negated || predicate.adverb !== "") return event ? [event] : [];
	const tail = trimTail(predicate.tail);
	const { from, to } = resolveDates(tail, at, "past");
	const isPast = predicate.form === "past" || predicate.form === "perfect";
	const verb = isPast
		? predicate.verb
		: predicate.form === "present" && predicate.verb === "have"
			? "have"
			: "";
	const state = to !== undefined && to < at - FRESH ? undefined : stateAfter(verb, withoutTime(tail, at));
	const content = state && sentenceOf(`${person.name} ${asThey(state.say)}`);
	if (!state || !content) return event ? [event] : [];
	const now: Statement = {
		content,
		kind: state.kind,
		importance: state.kind === "identity" ? 0.8 : 0.7,
		confidence: 0.85,
		...(isPast && from !== undefined && from <= at && { validFrom: from }),
	};
	const isTold =
		state.event === "always" || from !== undefined || (state.event === "recent" && predicate.recent);
	if (!event || !isTold) return [now];
	return [state.kind === "place" ? asNews(event, person, at) : event, now];
}

function stateAfter(verb: string, tail: string): State | undefined {
	if (/^(?:moved|relocated|emigrated|immigrated)$/.test(verb)) {
		const place = MOVED.exec(tail)?.[1];
		if (!place || NO_PLACE.test(place)) return undefined;
		return { say: `lives in ${place}`, kind: "place", event: "always" };
	}
	if (/^(?:got|gotten)$/.test(verb)) {
		const [, status, whom = "", where] = WED.exec(tail) ?? [];
		if (status) {
			const name = SPOUSE.exec(whom)?.[1];
			const say = `is ${status.replace("remarried", "married")}${name ? ` to ${name}` : ""}`;
			return { say, kind: "relation", event: where ? "always" : "dated" };
		}
	}
	if (verb === "turned") {
		const age = /^(\d{1,3})(?: years old)?$/.exec(tail)?.[1];
		if (!age || Number(age) < 5 || Number(age) > 119) return undefined;
		return { say: `is ${age} years old`, kind: "identity", event: "dated" };
	}
	const isStart = /^(?:started|begun|began)$/.test(verb);
	if (!isStart && !/^(?:got|gotten|landed|found|have)$/.test(verb)) return undefined;
	if (verb === "have" && !/^an? new /.test(tail)) return undefined;
	const [, how = "", where = ""] = JOB_AT.exec(tail) ?? (isStart ? AT_NAME.exec(tail) : null) ?? [];
	if (where === "" || NO_EMPLOYER.test(where)) return undefined;
	const say = `works ${how === "with" ? "at" : how} ${where}`;
	return { say, kind: "work", event: isStart ? "recent" : verb === "have" ? "dated" : "always" };
}

/** Who says it without a time says what is new. */
function asNews(event: Statement, person: Person, at: number): Statement {
	const content = event.content.replace(`${person.name} has `, `${person.name} `);
	const isDated = event.validFrom !== undefined || /\d{4}/.test(content);
	return { ...event, content: isDated ? content : content.replace(/\.$/, ` (${nameMonth(at)}).`) };
}
