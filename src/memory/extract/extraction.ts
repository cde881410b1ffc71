/** One message of a conversation, as extractors read it. */
export interface Line {
	/** The offset of its event in the log. */
	offset: number;
	/** The role of the speaker. */
	role: "user" | "assistant" | "tool" | "system";
	/** The name of the speaker, if known. In a chat of two people both have one. An agent has none. */
	speaker?: string;
	/** The text of the message. */
	text: string;
	/** When it was said, in milliseconds since 1970 (UTC). */
	at: number;
	/** false for text from tools or the web, and for quoted or pasted text. */
	trusted: boolean;
}

export const EXTRACTION_KINDS = [
	"identity",
	"preference",
	"relation",
	"date",
	"plan",
	"work",
	"place",
	"health",
	"possession",
	"event",
	"instruction",
	"other",
] as const;

export type ExtractionKind = (typeof EXTRACTION_KINDS)[number];

/** A statement worth remembering, with its sources. */
export interface Extraction {
	/** One concise sentence that can be understood without the conversation. */
	content: string;
	/** The category of the statement. */
	kind: ExtractionKind;
	/** From 0 to 1. */
	importance: number;
	/** From 0 to 1. */
	confidence: number;
	/** The offsets of the lines it came from, ascending. */
	sources: number[];
	/** When it began to be true, in milliseconds since 1970 (UTC). */
	validFrom?: number;
	/** When it stops being true, in milliseconds since 1970 (UTC): the first moment at which it is no longer true. */
	validTo?: number;
	/** What the speaker says is no longer true, or never was: a statement, or the words that were wrong. */
	corrects?: string;
	/**
	 * Whether a person said it: every source line is trusted, and is a line of a person, or of the agent in addition
	 * to a person's. One line of a tool makes the statement untrusted.
	 */
	trusted: boolean;
	/** How it relates to known facts, if the extractor has compared it with some. */
	compared?: Compared;
}

/** How a statement relates to the known facts that the extractor was shown. */
export interface Compared {
	/** The facts it was compared with, word for word. */
	with: readonly string[];
	/**
	 * The known fact that it repeats, makes more exact, contradicts or is related to. Undefined: the statement is
	 * new.
	 */
	relation?: { kind: Relation; to: string };
}

export const RELATIONS = ["same", "more_exact", "contradicts", "related"] as const;

export type Relation = (typeof RELATIONS)[number];

export interface ExtractOptions {
	signal?: AbortSignal;
	/** Statements that are already known. Recalled facts are not extracted again. */
	known?: readonly string[];
	/** Returns the known facts nearest to a text, nearest first. For extractors that compare. */
	nearest?(text: string): Promise<readonly string[]>;
	/** The extractor adds its cost to this object while it works. */
	cost?: ExtractionCost;
}

/** The cost of an extraction, and what it left out. */
export interface ExtractionCost {
	/** Number of model calls. */
	calls: number;
	inputTokens: number;
	outputTokens: number;
	/** Why parts of an answer were not used. Names fields and rules, never the content of messages. */
	dropped: string[];
}

/** Extracts facts from messages. */
export interface Extractor {
	/** The name is stored with each fact, so that you can rebuild the facts when the extractor changes. */
	readonly name: string;
	/**
	 * Reads the lines of a session in order. It must not change anything. If possible, the same lines give the same
	 * result.
	 */
	extract(lines: readonly Line[], options?: ExtractOptions): Promise<Extraction[]>;
}

/** Whether a line is of a person: the user, or a participant with a name. */
export function isPerson(line: Line): boolean {
	return line.role === "user" || (line.role === "assistant" && line.speaker !== undefined);
}
