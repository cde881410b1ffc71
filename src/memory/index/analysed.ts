/** Who says a text. It decides which features of human talk the ranker expects in it. */
export type SpeakerKind = "user" | "assistant" | "tool" | "human";

export const SPEAKER_KINDS: readonly SpeakerKind[] = ["user", "assistant", "tool", "human"];

/** The analysis of a text, as an index keeps it. It contains no word of the text: terms are hashes. */
export interface Analysed {
	/** Hashes of the stems of its words, without stop words, each once, in ascending order. */
	terms: Int32Array;
	/** How often each of `terms` occurs; at most 255. */
	counts: Uint8Array;
	/** How many words the text has, including stop words; at most 65,535. */
	words: number;
	/** A sum of `FLAG` bits. */
	flags: number;
	/** How often the text addresses the other person (you, your, …); at most 255. */
	you: number;
	/** How many words name a time (yesterday, June, 2019, …); at most 255. */
	temporal: number;
	kind: SpeakerKind;
	/** Hash of the name of the speaker; 0 if the speaker has no name. */
	speaker: number;
	/** Hashes of the stems of the words of that name. A question may use any of them. */
	names: Int32Array;
	/** The direction of its meaning, as bytes. Only directions are compared. Absent without an embedder. */
	vector?: Int8Array;
}

/** An analysed text with the offset of its event and the time when it was said (milliseconds since 1970). */
export interface Entry extends Analysed {
	offset: number;
	at: number;
}

/** Bits of `Analysed.flags`. Segments store them: never reuse a bit. */
export const FLAG = {
	/** Contains a question. */
	question: 1,
	/** Uses the first person: I, my, we, our, … */
	firstPerson: 2,
	/** Reads like English. */
	english: 4,
	/** Contains code, markup or data. */
	code: 8,
	/** Contains a number, in digits. */
	number: 16,
	/** Contains the name of a person or thing: a capital letter inside a sentence. */
	name: 32,
	/** Contains text in quotation marks. */
	quote: 64,
	/** The user sets a rule for later: always, never, from now on. */
	rule: 128,
	/** The user says what they like or avoid. */
	liking: 256,
} as const;
