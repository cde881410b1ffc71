import { FLAG } from "../index/analysed.ts";

/** The kind of answer that a question asks for: how much each sign of it counts (0 to 1). English only. */
export interface AnswerKind {
	quote: number;
	name: number;
	number: number;
}

const TITLE =
	/\b(?:books?|novels?|movies?|films?|songs?|albums?|titles?|names?|named|called|series|games?|bands?|artists?|poems?|podcasts?|authors?|comics?)\b/i;
const NAME = /\b(?:names?|named|called|titles?)\b/i;
const WHO_OR_WHERE =
	/\b(?:who|whom|whose|where|which|cit(?:y|ies)|countr(?:y|ies)|states?|places?|towns?)\b/i;
const HOW_MANY =
	/\bhow (?:many|much|old|tall|far|big|large|high|fast|long)\b|\b(?:number|price|cost|amount|percentage|age) of\b|\bwhat (?:number|price|age|score|size|amount)\b/i;

export function answerKind(question: string): AnswerKind | undefined {
	const kind = {
		quote: TITLE.test(question) ? 1 : 0,
		name: NAME.test(question) ? 1 : WHO_OR_WHERE.test(question) ? 0.5 : 0,
		number: HOW_MANY.test(question) ? 0.6 : 0,
	};
	return kind.quote || kind.name || kind.number ? kind : undefined;
}

/** How much a message looks like the kind of answer that the question asks for. */
export function looksLikeAnswer(flags: number, { quote, name, number }: AnswerKind): number {
	return Math.max(
		flags & FLAG.quote ? quote : 0,
		flags & FLAG.name ? name : 0,
		flags & FLAG.number ? number : 0,
	);
}
