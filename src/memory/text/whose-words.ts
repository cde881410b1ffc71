/**
 * Whether a question to an assistant is about the words of the user or of the assistant, and how certain
 * that is (0 to 1).
 */
export interface Whose {
	readonly kind: "user" | "assistant";
	readonly part: number;
}

/** Polite ways to ask. Their "you" says nothing about who said what. */
const REQUESTS =
	/\b(?:can|could|would|will|do|may|might|should|are)\s+you\b|\bplease\b|\bthank\s+you\b|\byou\s+know\b/gi;
const SUMMARY = /\b(?:summar(?:y|i[sz]e[sd]?|ies)|overview|recap)\b/i;
const ASSISTANT = /\b(?:you|your|yours|yourself|assistant)\b/i;
const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|us|our|ours|ourselves)\b/i;
const EARLIER = /\bremind\s+me\b|\b(?:our|the)\s+(?:previous|last|earlier)\s+\w+|\blast\s+time\b/i;
const OWN_WORDS = /\bI\s+(?:said|told|mentioned|asked)\b|\bmy\b/i;
const ADVICE = /\b(?:should|can|could|shall)\s+I\b/i;

/**
 * Whether a question is about the words of the user or of the assistant, in a log of the two: "did you say"
 * means the assistant, "did I say" the user. Most later questions are about what the user said. English
 * only: a question in another language counts as one that names nobody.
 */
export function whoseWords(question: string): Whose | undefined {
	if (SUMMARY.test(question)) return undefined;
	if (ASSISTANT.test(question.replace(REQUESTS, " "))) return { kind: "assistant", part: 1 };
	if (!FIRST_PERSON.test(question)) return { kind: "user", part: 1 / 3 };
	if (EARLIER.test(question) && !OWN_WORDS.test(question)) return undefined;
	return { kind: "user", part: ADVICE.test(question) ? 2 / 3 : 1 };
}
