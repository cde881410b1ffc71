import type { StaticEmbedder } from "../../model/embedder/embedder.ts";
import { quantize } from "../../model/vector/index.ts";
import { holdsQuestion } from "../text/is-question.ts";
import { ENOUGH_CHARACTERS, guessLanguage, looksEnglish } from "../text/language.ts";
import { splitSpeaker } from "../text/participants.ts";
import { saysLiking, setsRule } from "../text/standing-wishes.ts";
import { termHash } from "../text/term-hash.ts";
import { SIGN } from "../text/word-signs.ts";
import { readWords } from "../text/words.ts";
import { type Analysed, FLAG, type SpeakerKind } from "./analysed.ts";
import { nameFinder, signsOf } from "./answer-signs.ts";
import { countTerms } from "./count-terms.ts";

export interface AnalyseOptions {
	/** The kind of speaker. Default: `user`. */
	kind?: SpeakerKind;
	/** The name of the speaker. Default: the name that the text begins with, as in "Ada: hello". */
	speaker?: string;
	/** The built-in embedder. `withVector` adds the vector of another one later. */
	embedder?: StaticEmbedder;
}

/** May and March, which are also other words: inside a sentence, the months have a capital. */
const isMonth = (word: string, text: string, start: number): boolean =>
	(word === "may" || word === "march") && start > 0 && text[start] === "M";

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Reads a text once for everything that a search needs of it. */
export function analyse(text: string, { kind = "user", speaker, embedder }: AnalyseOptions = {}): Analysed {
	const hashes: number[] = [];
	let words = 0;
	let you = 0;
	let temporal = 0;
	let flags = (holdsQuestion(text) ? FLAG.question : 0) | signsOf(text);
	// All of a usual text is looked at, so its words are read once for both.
	const guess = text.length > ENOUGH_CHARACTERS ? undefined : guessLanguage(text);
	if (kind === "user") flags |= (setsRule(text) ? FLAG.rule : 0) | (saysLiking(text) ? FLAG.liking : 0);
	const isName = nameFinder(text);
	readWords(text, (term, start, end) => {
		words++;
		if (isName(term.text, start, end)) flags |= FLAG.name;
		if (isDigit(text.charCodeAt(start))) flags |= FLAG.number;
		const { signs } = term;
		if (signs & SIGN.secondPerson) you++;
		if (signs & SIGN.firstPerson) flags |= FLAG.firstPerson;
		if (signs & SIGN.temporal || isMonth(term.text, text, start)) temporal++;
		if (!term.stop) hashes.push(term.hash | 0);
		guess?.visit(term, start, end);
	});
	if (guess ? guess.isEnglish() : looksEnglish(text)) flags |= FLAG.english;
	const split = kind === "tool" ? { text } : splitSpeaker(text);
	// The name of the speaker is not part of the meaning. It stays a term, because it may be no name.
	const vector = embedder?.embedBytes(split.text || text);
	return {
		...countTerms(hashes),
		words: Math.min(words, 0xffff),
		flags,
		you: Math.min(you, 255),
		temporal: Math.min(temporal, 255),
		kind,
		...readSpeaker(speaker ?? split.speaker),
		...(vector && vector.scale > 0 && { vector: vector.values }),
	};
}

function readSpeaker(name: string | undefined): Pick<Analysed, "speaker" | "names"> {
	const names: number[] = [];
	if (name !== undefined) readWords(name, ({ hash }) => names.push(hash | 0));
	if (names.length === 0) return { speaker: 0, names: new Int32Array(0) };
	// Built from the words of the name, so that capitals do not matter. 0 is for speakers without a name.
	return { speaker: termHash(names.join(" ")) | 0 || 1, names: Int32Array.from(names.slice(0, 255)) };
}

/** An analysed text with the vector of an embedder outside the process. */
export function withVector(analysed: Analysed, vector: Float32Array): Analysed {
	const { values, scale } = quantize(vector);
	if (scale > 0) return { ...analysed, vector: values };
	const { vector: _, ...rest } = analysed;
	return rest;
}
