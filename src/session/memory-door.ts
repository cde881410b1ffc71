import type { ImportedFact } from "../event/formats/conversation.ts";
import type { AgentId, JsonObject, SessionUid } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";

/** What is searched: long-term facts, messages of the log, or both. */
export type SearchKind = "facts" | "messages";

export interface SearchOptions {
	/** How many hits at most. Default 5, at most 100. */
	limit?: number | undefined;
	/** Only hits with at least this score. */
	threshold?: number | undefined;
	include?: readonly SearchKind[] | undefined;
	/** Only what fits; none of it changes a score. */
	filter?: SearchFilter | undefined;
	signal?: AbortSignal | undefined;
}

export interface SearchFilter {
	/** Said, or last confirmed, at this time or later. */
	from?: string | Date | undefined;
	/** Said, or last confirmed, before this time. */
	to?: string | Date | undefined;
	/** Messages, and facts that came from, this session. */
	sessionId?: string | undefined;
	/** Facts of at least this importance. */
	importance?: number | undefined;
	/** Facts with these values in their metadata, or messages with these in theirs. */
	metadata?: JsonObject | undefined;
}

/** What a score is made of: the parts add up to it. */
export interface ScoreParts {
	/** Words of the query, and words near to them. */
	keyword?: number;
	/** Nearness of meaning, by vectors. */
	vector?: number;
	/** What was said around it. */
	context?: number;
	/** The session that it was said in, as a whole. */
	session?: number;
	/** How lately it was said or confirmed. */
	recency?: number;
	importance?: number;
	/** Dates in the query. */
	date?: number;
	/** Who said it, where the query names somebody. */
	speaker?: number;
	/** What speaks for or against such a message before its words are looked at. */
	prior?: number;
}

/** Something that was found. */
export interface Hit {
	kind: "fact" | "message";
	/** The id of the fact, or of the event. */
	id: string;
	content: string;
	score: number;
	parts: ScoreParts;
	/** The events it came from; of a message the event itself. */
	sources: { sessionId: string; offset: number; userId?: string }[];
	/** When it was said; of a fact when it was last confirmed. */
	at: string;
	/** Of a message. */
	role?: string;
	displayName?: string;
	/** Of a fact. */
	importance?: number;
	confidence?: number;
}

export interface SearchResult {
	/** Best first. */
	hits: Hit[];
	/** How it was searched: by words and vectors, by words alone, or by vectors alone (a query without a word to look for). */
	method: "hybrid" | "keyword" | "vector";
	latencyMs: number;
}

export interface WriteOptions {
	/** From 0 to 1. Default 0.5. */
	importance?: number | undefined;
	/** From 0 to 1. Default 1. */
	confidence?: number | undefined;
	pinned?: boolean | undefined;
	/** What sort of fact it is, in a word of the caller's. */
	kind?: string | undefined;
	metadata?: JsonObject | undefined;
	/** Where it comes from: a word of the caller's, or events of sessions of this memory. */
	source?: string | FactEvent | readonly FactEvent[] | undefined;
	/** False quarantines it: it is kept, and not recalled before somebody vouches for it. Default true. */
	trusted?: boolean | undefined;
	/** When it began, and ends, to be true. */
	validFrom?: string | Date | undefined;
	validTo?: string | Date | undefined;
}

export interface FactEvent {
	sessionId: string;
	offset: number;
	/** Default: the user of the memory it is written to. */
	userId?: string | undefined;
}

/**
 * What a session asks of the memory. The memory stands behind the sessions: it is handed in, and loaded at its first use.
 */
export interface MemoryDoor {
	search(session: SessionRecord | undefined, query: string, options?: SearchOptions): Promise<SearchResult>;
	/** Writes a fact of this session alone. The session is asked for, and made, when what is written was checked. */
	write(session: () => Promise<SessionRecord>, content: string, options?: WriteOptions): Promise<string>;
	/** Writes facts of a user of an agent, or of the agent, in one step. What is known already is confirmed. */
	writeMany(agentId: string, userId: string | undefined, facts: readonly ImportedFact[]): Promise<void>;
	/** There is a job to do. */
	nudge(): void;
	/** After how many ms without a message an open session of this agent is consolidated; false: never by itself. */
	quietMs(agentId: AgentId): Promise<number | false>;
	/** Waits for a job. Gives nothing when it was done, and how it failed as soon as an attempt has failed. */
	settled(jobId: string): Promise<JobFailure | undefined>;
}

/** A job whose last attempt failed. */
export interface JobFailure {
	readonly id: string;
	readonly kind: string;
	readonly uid: SessionUid | undefined;
	/** `queued`: it is tried again at `dueAt`. `dead`: it was given up. */
	readonly status: "queued" | "dead";
	readonly attempts: number;
	readonly dueAt: number;
	/** What the attempt threw. Of another process only the message is known. */
	readonly error: unknown;
}
