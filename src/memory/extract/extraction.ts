/** One line of a conversation, as extractors read it. */
export interface Line {
	/** The position of its event in the log. */
	offset: number;
	role: "user" | "assistant" | "tool" | "system";
	/** Who speaks, if known by name. In a chat of two people both have one; the lines of an agent have none. */
	speaker?: string;
	text: string;
	/** When it was said, in ms, UTC. */
	at: number;
	/** False for text from tools or the web, or quoted or pasted material. */
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

/** A statement that is worth to be remembered, and where it comes from. */
export interface Extraction {
	/** One concise sentence that is understood without the conversation. */
	content: string;
	kind: ExtractionKind;
	/** From 0 to 1. */
	importance: number;
	/** From 0 to 1. */
	confidence: number;
	/** The offsets of the lines it came from, ascending. */
	sources: number[];
	/** From when on it holds, in ms, UTC. */
	validFrom?: number;
	/** Until when it holds, in ms, UTC: the first moment at which it no longer does. */
	validTo?: number;
	/** What the speaker says is no longer so, or never was: a statement, or the words that were wrong. */
	corrects?: string;
	/**
	 * Whether a person vouches for it: every line it rests on is trusted, and is a person's or, beside one, the agent's. One
	 * line of a tool makes it untrusted.
	 */
	trusted: boolean;
	/** How it stands to facts that are known, where the extractor has compared it with some. */
	compared?: Compared;
}

/** What an extractor says about a statement and the known facts that it was shown. */
export interface Compared {
	/** The facts it was compared with, word for word. */
	with: readonly string[];
	/** The one it repeats, says more exactly, replaces, or is about. Undefined: it is new. */
	relation?: { kind: Relation; to: string };
}

export const RELATIONS = ["same", "more_exact", "contradicts", "related"] as const;

export type Relation = (typeof RELATIONS)[number];

export interface ExtractOptions {
	signal?: AbortSignal;
	/** Statements that are known already: what was recalled is not extracted again. */
	known?: readonly string[];
	/** The known facts nearest to a text, nearest first: for extractors that compare. */
	nearest?(text: string): Promise<readonly string[]>;
	/** What the extractor adds to while it works. */
	cost?: ExtractionCost;
}

/** What an extraction took, and what it left out. */
export interface ExtractionCost {
	/** Calls of a model. */
	calls: number;
	inputTokens: number;
	outputTokens: number;
	/** Why parts of an answer were not taken. Names fields and rules, never what was said. */
	dropped: string[];
}

export interface Extractor {
	/** Stored with each fact, so that facts can be derived again when it changes. */
	readonly name: string;
	/** Reads the lines of a session in their order. Changes nothing, and gives the same for the same lines where it can. */
	extract(lines: readonly Line[], options?: ExtractOptions): Promise<Extraction[]>;
}

/** A line of a person: of the user, or of someone who takes part by name. */
export function isPerson(line: Line): boolean {
	return line.role === "user" || (line.role === "assistant" && line.speaker !== undefined);
}
