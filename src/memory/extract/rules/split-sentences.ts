/** A sentence without its stop. */
export interface Sentence {
	text: string;
	isQuestion: boolean;
}

/** Longer ones are no statements that a person makes about themselves. */
const LONGEST = 400;

/** A full stop after these does not end a sentence. */
const ABBREVIATION =
	/(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|approx|inc|ltd|co|dept|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\b[a-zÀ-ɏ]|e\.g|i\.e|p\.m|a\.m|\d)$/i;

/** Emoji, and the characters that modify them. */
const EMOJI = /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}]|[\u{1F1E6}-\u{1F1FF}]/gu;

/** The sentences of a text. Reads it once. */
export function splitSentences(text: string): Sentence[] {
	const sentences: Sentence[] = [];
	let start = 0;
	const add = (end: number, isQuestion: boolean): void => {
		if (end - start <= LONGEST) {
			const sentence = text
				.slice(start, end)
				.replace(EMOJI, " ")
				.replace(/^[\s\-*•.,!:;)(]+|[\s,:;(*-]+$/g, "")
				.replace(/\s+/g, " ");
			if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push({ text: sentence, isQuestion });
		}
	};
	const marks = /[.!?;\n]+/g;
	for (const mark of text.matchAll(marks)) {
		const end = mark.index + mark[0].length;
		if (mark[0] === "." && !isStop(text, mark.index, end)) continue;
		add(mark.index, mark[0].includes("?"));
		start = end;
	}
	add(text.length, false);
	return sentences;
}

function isStop(text: string, at: number, end: number): boolean {
	// "3.5", "example.com".
	if (/[\p{L}\p{N}]/u.test(text.charAt(end))) return false;
	const before = text.slice(Math.max(0, at - 8), at);
	// "No. 5", and not "No. I live in Bonn."
	if (/\bno$/i.test(before) && /^\s*\d/.test(text.slice(end, end + 4))) return false;
	if (!ABBREVIATION.test(before)) return true;
	// "at 5 p.m." at the end, "in 2024.": a new sentence follows.
	return end >= text.length || /\d$/.test(before) || /^\s*(?:\n|$)/.test(text.slice(end, end + 4));
}
