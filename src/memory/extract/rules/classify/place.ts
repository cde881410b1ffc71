import type { Class, Classify } from "./class.ts";

const HOME: Omit<Class, "confidence"> = { kind: "place", importance: 0.7 };
const WHERE =
	/^(?:(?:right |just |very |mostly |close |back |out |not far )*(?:in|at|on|near|with|alone|by|to|next|outside|across|above|between|off|downtown|abroad|from|here in|over in|half|part|about \d+|around \d+|within)\b|\d)/i;
/** "live in fear", "in the moment", "with it". */
const NO_PLACE =
	/^(?:in (?:fear|hope|the (?:moment|past|now)|peace|harmony|denial|this|that|it|here)|with (?:it|this|that|myself)|by (?:it|the (?:rule|motto|book))|for|on (?:it|the edge))\b/i;
const PLACE_TO =
	/^(?:back |away |out |over |up |down |in |across |house )*(?:to|from|into|in with|out of|in|out|countries|cities|house|apartments?|abroad|home)\b(?! (?:the next|it|this|that|my (?:question|point)|a new (?:topic|question)|you))/i;

/** Where someone lives, comes from, moved to. */
export const classifyPlace: Classify = ({ form, verb, tail, negated }) => {
	if (
		(form === "present" || form === "used to") &&
		/^(?:live|reside|stay)$/.test(verb) &&
		WHERE.test(tail) &&
		!NO_PLACE.test(tail)
	) {
		return verb === "stay" ? undefined : { ...HOME, confidence: 0.9 };
	}
	if (
		form === "present" &&
		verb === "come" &&
		/^(?:originally )?from (?!work|home|school|there|here|behind|experience)\S/.test(tail)
	)
		return { ...HOME, confidence: 0.9 };
	if (form === "present" && verb === "commute" && tail !== "")
		return { ...HOME, importance: 0.5, confidence: 0.8 };
	if (form === "present" && verb === "rent" && /^(?:a|an|my|the)\b/.test(tail))
		return { ...HOME, importance: 0.6, confidence: 0.75 };
	if (
		form === "be" &&
		/^(?:originally )?(?:from|based (?:in|near|at|out of)) (?:\p{Lu}|the \p{Lu}|a (?:small|big|tiny|little|large|village|town|city|farm)|northern|southern|eastern|western)/u.test(
			tail,
		)
	)
		return { ...HOME, confidence: 0.9 };
	if (
		form === "progressive" &&
		/^(?:living|residing|renting)$/.test(verb) &&
		(WHERE.test(tail) || verb === "renting") &&
		!NO_PLACE.test(tail)
	)
		return { ...HOME, confidence: 0.85 };
	if (form === "progressive" && /^(?:moving|relocating|emigrating)$/.test(verb) && PLACE_TO.test(tail))
		return { kind: "plan", importance: 0.6, confidence: 0.85, tense: "future" };
	if (form === "past" || form === "perfect") {
		if (negated) return undefined;
		if (/^(?:moved|relocated|emigrated|immigrated)$/.test(verb) && PLACE_TO.test(tail))
			return { ...HOME, confidence: 0.85 };
		if (/^(?:grew|grown)$/.test(verb) && /^up (?!to|and)\S/.test(tail)) return { ...HOME, confidence: 0.9 };
		if (verb === "lived" && WHERE.test(tail) && !NO_PLACE.test(tail))
			return { ...HOME, importance: 0.6, confidence: 0.85 };
		if (form === "perfect" && verb === "been" && /^living (?:in|at|near|with)\b/.test(tail))
			return { ...HOME, confidence: 0.85 };
	}
	return undefined;
};
