/** Who says a text: it decides which habits of human talk may be expected in it. */
export type SpeakerKind = "user" | "assistant" | "tool" | "human";

export const SPEAKER_KINDS: readonly SpeakerKind[] = ["user", "assistant", "tool", "human"];

/** What an index knows of a text. It holds no word of it: terms are hashes. */
export interface Analysed {
	/** Hashes of the stems of its words without stop words: each once, ascending. */
	terms: Int32Array;
	/** How often each of `terms` occurs; ends at 255. */
	counts: Uint8Array;
	/** Words of the text, stop words too; ends at 65,535. */
	words: number;
	/** A sum of `FLAG` bits. */
	flags: number;
	/** How often the one spoken to is named (you, your, …); ends at 255. */
	you: number;
	/** Words that say a time (yesterday, June, 2019, …); ends at 255. */
	temporal: number;
	kind: SpeakerKind;
	/** Hash of the name of who says it; 0 when nobody is named. */
	speaker: number;
	/** Hashes of the stems of the words of that name, by which a question may call them. */
	names: Int32Array;
	/** The direction of its meaning, as bytes; only directions are compared. Absent without an embedder. */
	vector?: Int8Array;
}

/** An analysed text and where it stands: the offset of its event, and when it was said (milliseconds since 1970). */
export interface Entry extends Analysed {
	offset: number;
	at: number;
}

/** Bits of `Analysed.flags`. They are written to segments: never reuse a bit. */
export const FLAG = {
	/** Holds a question. */
	question: 1,
	/** The speaker speaks of himself: I, my, we, our, … */
	firstPerson: 2,
	/** Reads like English. */
	english: 4,
	/** Holds code, markup or data. */
	code: 8,
	/** Holds a number, in digits. */
	number: 16,
	/** Holds a name of someone or something: a capital letter inside a sentence. */
	name: 32,
	/** Holds something in quotation marks. */
	quote: 64,
	/** The user sets a rule for later: always, never, from now on. */
	rule: 128,
	/** The user says what they like or avoid. */
	liking: 256,
} as const;
