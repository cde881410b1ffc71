import { PLURALS, RELATIVES, THINGS } from "../lexicon.ts";
import { type Class, type Classify, words } from "./class.ts";

const COUNT =
	"(?:a|an|no|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}|several|many|some|any|my|our)";
const HAS_RELATIVE = words(
	`^(?:twins\\b|(?:also )?${COUNT} (?:(?!(?:on|with|for|from|about|of|in|at|to|who|that) )[a-zÀ-ɏ\\d'-]+ ){0,4}?(?:${PLURALS}|${RELATIVES})(?:$|[ ,']))`,
);
/** "have a friend who can help", "have a doctor's appointment": about something else. */
const NOT_HAVING =
	/\b(?:doctor|dentist|therapist)(?:'s)? appointment|\b(?:meeting|call|appointment|session|lunch|dinner|argument|fight|chat|conversation|date|problem|issue|question) with\b|\b(?:allergy|food|hair|litter|phobia|fish tank)\b/i;
const PARENT =
	/^(?:a|an|the|also a) (?:[a-zÀ-ɏ-]+ ){0,3}(?:mother|father|mom|mum|dad|parent|grandmother|grandfather|grandma|grandpa|grandparent|twin|widow|widower|uncle|aunt|godmother|godfather|newlywed|only child|middle child|oldest|youngest|eldest)\b/i;
const HAS_THING = words(
	`^(?:a|an|my|my own|two|three|no|several|some|the|any|our|our own|four|five) (?:(?!(?:on|with|for|from|about|of|in|at|to|who|that) )[a-zÀ-ɏ\\d'-]+ ){0,4}?(?:${THINGS})s?\\b`,
);
const DEVICE =
	/^(?:a |an |my |the )?(?:[\w-]+ ){0,2}(?:iphone|android|mac|macbook|windows|linux|arch|ubuntu|vim|neovim|emacs|vs code|fedora|debian|pixel|galaxy|thinkpad|kindle|chromebook|wheelchair|hearing aid|duolingo|strava|notion)\b/i;
const OF_A_TASK =
	/\b(?:problem|issue|question|error|idea|bug|task|meeting|feeling|doubt|hard time|look|chance|point|request|deadline)\b/i;

const ANY_RELATIVE = words(`\\b(?:${PLURALS}|${RELATIVES})\\b`);

const RELATION: Omit<Class, "confidence"> = { kind: "relation", importance: 0.7 };

/** Family, partners, friends, animals; and what someone owns. */
export const classifyRelation: Classify = ({ form, verb, tail, negated }) => {
	if (form === "present" && /^(?:have|own|raise|foster)$/.test(verb) && !NOT_HAVING.test(tail)) {
		if (HAS_RELATIVE.test(tail) && !/\b(?:who can|that can|idea)\b/.test(tail))
			return { ...RELATION, confidence: 0.9 };
		if (HAS_THING.test(tail) && !OF_A_TASK.test(tail))
			return { kind: "possession", importance: 0.5, confidence: negated ? 0.75 : 0.8 };
	}
	if (form === "be" && PARENT.test(tail)) return { ...RELATION, confidence: 0.85 };
	if (
		form === "be" &&
		/^(?:in a (?:long-distance |long-term |new )?relationship|the (?:oldest|youngest|eldest|middle) (?:of|child|sibling))/.test(
			tail,
		)
	)
		return { ...RELATION, confidence: 0.85 };
	if (
		form === "be" &&
		/^(?:[\w-]+ )?(?:(?:one|two|three|four|five|six|seven|eight|nine|\d+) months? )?pregnant\b/.test(tail)
	)
		return { kind: "health", importance: 0.85, confidence: 0.9 };
	if (form === "progressive" && /^(?:dating (?:\p{Lu}|an? |someone)|seeing someone)/u.test(`${verb} ${tail}`))
		return { ...RELATION, confidence: 0.75 };
	if (
		form === "progressive" &&
		verb === "expecting" &&
		/^(?:a (?:baby|child|boy|girl|son|daughter)|twins|our|my|triplets)/.test(tail)
	)
		return { ...RELATION, confidence: 0.9 };
	if (form === "progressive" && verb === "raising" && ANY_RELATIVE.test(tail))
		return { ...RELATION, confidence: 0.8 };
	if (form === "present" && verb === "drive" && /^(?:a|an|my) (?!hard|point)\S/.test(tail))
		return { kind: "possession", importance: 0.5, confidence: 0.85 };
	if (
		form === "present" &&
		verb === "ride" &&
		/^(?:a|my) (?:[\w-]+ ){0,2}(?:motorbike|motorcycle|horse|bike|scooter)/.test(tail)
	)
		return { kind: "possession", importance: 0.5, confidence: 0.8 };
	if (form === "present" && verb === "use" && DEVICE.test(tail))
		return { kind: "possession", importance: 0.4, confidence: 0.75 };
	if (
		form === "perfect" &&
		/^been$/.test(verb) &&
		/^(?:married|together|divorced|single|engaged|friends|dating)\b/.test(tail)
	)
		return { ...RELATION, confidence: 0.85 };
	return undefined;
};
