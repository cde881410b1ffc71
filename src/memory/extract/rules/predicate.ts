import { isParticiple, isPast, thirdPerson } from "./verb-forms.ts";

/** How a person speaks of themselves: what they say about "I", taken apart. */
export interface Predicate {
	/** `be`: "I am …"; `would`, `can`: "I would …", "I can …". */
	form:
		| "be"
		| "present"
		| "past"
		| "future"
		| "progressive"
		| "perfect"
		| "would"
		| "can"
		| "used to"
		| "must";
	/** The verb as it is said: `like`, `moved`, `moving`; for `be` it is `am` or `was`. */
	verb: string;
	/** The words after the verb. */
	tail: string;
	negated: boolean;
	/** "no longer", "anymore": it was so. */
	ended: boolean;
	/** "just", "recently": it was a short time ago. */
	recent: boolean;
	/** `always`, `never`, `usually` …, as far as they matter. */
	adverb: string;
	/** For the future: as it was said, `will` or `is going to`. */
	auxiliary: string;
}

const KEPT =
	/^(?:always|never|usually|often|sometimes|rarely|mostly|mainly|generally|normally|typically|seldom|hardly)$/;
const RECENT = /^(?:just|recently|finally|lately)$/;
const DROPPED =
	/^(?:really|also|still|now|actually|only|probably|definitely|totally|kinda|absolutely|currently|already|honestly|literally|basically|simply|truly|very|much|so|personally|originally|presently|officially|particularly|especially|certainly|obviously|do|even|quite|both|all|then|once|happily|proudly|self)$/;

/** Reads "I …" or "we …"; undefined if the clause does not begin so, or its verb is not understood. */
export function readPredicate(clause: string): Predicate | undefined {
	const words = expand(clause);
	if (!words) return undefined;
	const state = { adverb: "", recent: false, negated: false, ended: false };
	let at = 0;
	const skip = (): void => {
		for (; at < words.length - 1; at++) {
			const word = (words[at] ?? "").toLowerCase().replace(/,$/, "");
			if (KEPT.test(word)) state.adverb = word;
			else if (RECENT.test(word)) state.recent = true;
			else if (word === "not") state.negated = true;
			else if (word === "no" && words[at + 1] === "longer") {
				state.ended = true;
				at++;
			} else if (
				!DROPPED.test(word) ||
				(word === "do" &&
					!/^(?:not|like|love|have|enjoy|prefer|live|work|speak|own|hate)$/.test(words[at + 1] ?? ""))
			)
				return;
		}
	};
	const rest = (from: number): string => words.slice(from).join(" ");
	const make = (form: Predicate["form"], from: number, auxiliary = ""): Predicate | undefined => {
		const verb = words[from]?.toLowerCase().replace(/,$/, "");
		if (!verb || !/^\p{L}[\p{L}'-]*$/u.test(verb)) return undefined;
		return finish({ form, verb, tail: rest(from + 1), auxiliary, ...state });
	};
	skip();
	const first = (words[at] ?? "").toLowerCase();
	const next = (): string => (words[at] ?? "").toLowerCase();
	switch (first) {
		case "am":
		case "are":
		case "was":
		case "were": {
			const verb = first === "am" || first === "are" ? "am" : "was";
			at++;
			skip();
			if (
				next() === "going" &&
				words[at + 1] === "to" &&
				/^[a-z]+$/.test(words[at + 2] ?? "") &&
				words[at + 2] !== "the"
			) {
				return verb === "am" ? make("future", at + 2, "is going to") : undefined;
			}
			if (
				/^[a-z-]{2,}ing$/.test(words[at] ?? "") &&
				!/^(?:king|willing|boring|interesting|amazing|missing|outgoing|exciting|loving|caring|living proof|nothing|something)$/.test(
					next(),
				)
			) {
				return make("progressive", at, verb === "am" ? "is" : "was");
			}
			return finish({ form: "be", verb, tail: rest(at), auxiliary: "", ...state });
		}
		case "have":
		case "had": {
			const from = at + 1;
			at = from;
			skip();
			if (isParticiple(next())) return make("perfect", at, first === "had" ? "had" : "has");
			if (/^(?:to)$/.test(next())) return make("must", at + 1, first === "had" ? "had to" : "has to");
			return finish({
				form: first === "had" ? "past" : "present",
				verb: first,
				tail: rest(at),
				auxiliary: "",
				...state,
			});
		}
		case "do":
		case "did": {
			const from = at++;
			skip();
			if (state.negated) return make(first === "do" ? "present" : "past", at, first);
			return make(first === "do" ? "present" : "past", from);
		}
		case "will":
			at++;
			skip();
			return make("future", at, "will");
		case "would":
			at++;
			skip();
			return make("would", at);
		case "can":
			at++;
			skip();
			return make("can", at);
		case "must":
		case "should":
			at++;
			skip();
			return make("must", at, first);
		case "used":
			if (words[at + 1] !== "to") return make("past", at);
			return make("used to", at + 2);
		default:
			return make(isPast(first) ? "past" : "present", at);
	}
}

/** The words behind the subject, contractions written out. */
function expand(clause: string): string[] | undefined {
	const subject = /^(?:I|i|we|We)(?=['\s])|^(?:Im|im|Ive|ive)\s/.exec(clause);
	if (!subject) return undefined;
	let rest = clause.slice(subject[0].length);
	if (/^im\s/i.test(subject[0])) rest = ` am ${rest}`;
	if (/^ive\s/i.test(subject[0])) rest = ` have ${rest}`;
	rest = rest
		.replace(/^'m\b/, " am")
		.replace(/^'re\b/, " are")
		.replace(/^'ve\b/, " have")
		.replace(/^ have got (?!to\b|used\b)/, " have ")
		.replace(/^'ll\b/, " will")
		.replace(/^'d\b/, /^'d (?:better|been|already|just|always|never)\b/.test(rest) ? " had" : " would")
		.replace(/\b(do|did|have|had|was|were|are|would|should)(?:n't|nt)\b/gi, "$1 not")
		.replace(/\bwon't\b/gi, "will not")
		.replace(/\b(?:can't|cannot|cant)\b/gi, "can not")
		.replace(/\bain't\b/gi, "am not");
	const words = rest.trim().split(/\s+/);
	return words[0] === "" ? undefined : words;
}

const ANYMORE = /,?\s+any ?more\b/i;

function finish(predicate: Predicate): Predicate {
	if (!ANYMORE.test(` ${predicate.tail}`) || !predicate.negated) return predicate;
	return {
		...predicate,
		negated: false,
		ended: true,
		tail: ` ${predicate.tail}`.replace(ANYMORE, "").trim(),
	};
}

/** Says it of someone else: `am` becomes `is`, `love` becomes `loves`. */
export function sayPredicate(predicate: Predicate, tail: string): string {
	const { form, verb, negated, ended, adverb, auxiliary } = predicate;
	const not = negated ? "not" : "";
	const longer = ended ? "no longer" : "";
	const join = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");
	switch (form) {
		case "be":
			return join(verb === "am" ? "is" : "was", not, longer, adverb, tail);
		case "present":
			if (negated) return join("doesn't", adverb, verb, tail);
			return join(longer, adverb, thirdPerson(verb), tail);
		case "past":
			if (negated) return join("didn't", adverb, verb, tail);
			return join(adverb, verb, tail);
		case "progressive":
			return join(auxiliary, not, longer, adverb, verb, tail);
		case "perfect":
			return join(auxiliary, not, adverb, verb, tail);
		case "future":
			return join(auxiliary === "will" && negated ? "won't" : join(auxiliary, not), adverb, verb, tail);
		case "would":
			return join("would", not, adverb, verb, tail);
		case "can":
			return join(negated ? "can't" : "can", longer, adverb, verb, tail);
		case "must":
			return join(auxiliary, not, verb, tail);
		case "used to":
			return join("used to", verb, tail);
	}
}
