import { CONDITIONS, DIETS } from "../lexicon.ts";
import { type Class, type Classify, words } from "./class.ts";

const HEALTH: Omit<Class, "confidence"> = { kind: "health", importance: 0.85 };
const DIET = words(
	`^(?:a |an |strictly |mostly |a strict |not |fully |currently )*(?:${DIETS})(?: (?:since|for|because|and|but) .{1,50})?$`,
);
const CONDITION_IS = words(
	`^(?:a |an |slightly |severely |partially |very |type [12] |red-green |\\w+ months? |\\w+ weeks? )*(?:${CONDITIONS})(?: (?:since|for|in|with|and) .{1,50}| on my .{2,20})?$`,
);
const CONDITION_HAVE = words(
	`^(?:(?:a|an|some|mild|severe|chronic|bad|seasonal|really|very|terrible|frequent) )*(?:(?:${CONDITIONS})\\b.{0,50}|(?:[a-zÀ-ɏ-]+ ){1,2}(?:allergy|allergies|intolerance|disease|disorder|syndrome|phobia)\\b.{0,40}|allergy to .{2,40}|allergies to .{2,60}|fear of .{2,40})$`,
);
const BODY_PART = words(
	"^(?:my|a) (?:[\\w-]+ ){0,2}(?:leg|arm|ankle|wrist|foot|toe|finger|knee|hip|back|shoulder|elbow|nose|rib|ribs|collarbone|acl|meniscus|achilles|hamstring|hand|thumb|neck|jaw|tooth)\\b",
);

/** Allergies, diets, conditions. */
export const classifyHealth: Classify = ({ form, verb, tail, negated }) => {
	if (form === "be") {
		if (
			/^(?:(?:very|highly|severely|deathly|mildly|slightly|also|quite|super) )*(?:allergic|intolerant|sensitive) to (?!it\b|this\b|that\b|mornings|mondays|work\b|your\b)\S/i.test(
				tail,
			)
		)
			return { ...HEALTH, importance: 0.9, confidence: 0.95 };
		if (DIET.test(tail)) return { ...HEALTH, importance: 0.8, confidence: 0.9 };
		if (CONDITION_IS.test(tail) && !/^(?:add|ms)$/.test(tail)) return { ...HEALTH, confidence: 0.85 };
		if (
			/^(?:on|taking) (?:medication|meds|antidepressants|insulin|blood thinners|antibiotics|the pill|a (?:low|gluten|keto|strict|special|vegan|dairy)[\w-]* ?(?:[\w-]+ )?diet)\b/i.test(
				tail,
			)
		)
			return { ...HEALTH, confidence: 0.8 };
		if (verb === "was" && /^diagnosed (?:with|as)\b/.test(tail)) return { ...HEALTH, confidence: 0.95 };
		if (
			verb === "am" &&
			/^(?:trying to (?:lose weight|quit smoking|cut down on|eat (?:less|more|healthier)))/.test(tail)
		)
			return { ...HEALTH, importance: 0.6, confidence: 0.8 };
	}
	if (form === "present" && verb === "have" && CONDITION_HAVE.test(tail))
		return { ...HEALTH, importance: /allerg/i.test(tail) ? 0.9 : 0.85, confidence: 0.9 };
	if (form === "present" && verb === "suffer" && /^from \S/.test(tail)) return { ...HEALTH, confidence: 0.9 };
	if (
		form === "present" &&
		verb === "take" &&
		/\b(?:medication|meds|pills?|insulin|antidepressants|blood pressure|supplements|inhaler|antihistamines|statins|thyroid)\b/i.test(
			tail,
		)
	)
		return { ...HEALTH, confidence: 0.85 };
	if (
		form === "present" &&
		verb === "wear" &&
		/^(?:glasses|contacts|contact lenses|hearing aids?|a hearing aid|a pacemaker|braces|dentures|insoles)\b/i.test(
			tail,
		)
	)
		return { ...HEALTH, importance: 0.7, confidence: 0.85 };
	if (
		form === "can" &&
		negated &&
		/^(?:eat|drink|have|digest)$/.test(verb) &&
		/^(?!it\b|this\b|that\b|here\b|there\b|a (?:conversation|call))\p{L}{3,}/u.test(tail) &&
		!(
			verb === "have" &&
			!/\b(?:gluten|dairy|nuts|sugar|alcohol|caffeine|milk|shellfish|eggs|soy|lactose|wheat|pork|meat)\b/i.test(
				tail,
			)
		)
	)
		return { ...HEALTH, confidence: 0.85 };
	if (
		form === "progressive" &&
		verb === "trying" &&
		/^to (?:lose (?:some )?weight|quit (?:smoking|drinking)|cut down|eat (?:less|more|healthier)|get (?:fit|in shape|pregnant)|gain weight|conceive)\b/.test(
			tail,
		)
	)
		return { ...HEALTH, importance: 0.6, confidence: 0.8 };
	if (form === "past" || form === "perfect") {
		if (negated) return undefined;
		if (
			/^(?:broke|broken|sprained|tore|torn|injured|hurt|fractured|dislocated|twisted|pulled)$/.test(verb) &&
			BODY_PART.test(tail)
		)
			return { kind: "event", importance: 0.6, confidence: 0.85 };
		if (
			/^(?:had|undergone|underwent)$/.test(verb) &&
			/^(?:a |an |my |another )?(?:[\w-]+ ){0,2}(?:surgery|operation|heart attack|stroke|miscarriage|c-section|transplant|replacement|biopsy|appendectomy|concussion|wisdom teeth)\b/i.test(
				tail,
			)
		)
			return { ...HEALTH, importance: 0.7, confidence: 0.85 };
		if (
			/^(?:quit|stopped|gave)$/.test(verb) &&
			/^(?:up )?(?:smoking|drinking|alcohol|sugar|meat|caffeine|vaping|coffee)\b/i.test(tail)
		)
			return { ...HEALTH, importance: 0.7, confidence: 0.85 };
		if (verb === "been" && /^diagnosed with\b/.test(tail)) return { ...HEALTH, confidence: 0.95 };
		if (verb === "got" && /^diagnosed with\b/.test(tail)) return { ...HEALTH, confidence: 0.95 };
		if (verb === "been" && /^(?:vegan|vegetarian|sober|celiac|diabetic|pregnant)\b/.test(tail))
			return { ...HEALTH, importance: 0.8, confidence: 0.85 };
		if (/^(?:went|gone)$/.test(verb) && /^(?:vegan|vegetarian|gluten-free)\b/.test(tail))
			return { ...HEALTH, importance: 0.8, confidence: 0.85 };
		if (verb === "lost" && /^\d+ ?(?:kg|kilos|pounds|lbs)\b/.test(tail))
			return { ...HEALTH, importance: 0.5, confidence: 0.8 };
	}
	return undefined;
};
