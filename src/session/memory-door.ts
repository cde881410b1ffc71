import type { ImportedFact } from "../event/formats/conversation.ts";
import type { AgentId, JsonObject, SessionUid } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";

/** What to search: long-term facts or messages of the log. */
export type SearchKind = "facts" | "messages";

/** Options of a search. */
export interface SearchOptions {
	/** Maximum number of hits. Default 5, at most 100. */
	limit?: number | undefined;
	/** Minimum score. */
	threshold?: number | undefined;
	/** What to search. Default: facts and messages in a session, facts in a memory. */
	include?: readonly SearchKind[] | undefined;
	/** Restricts the hits. Does not change scores. */
	filter?: SearchFilter | undefined;
	/** Cancels the search. */
	signal?: AbortSignal | undefined;
}

/** Restricts the hits of a search. */
export interface SearchFilter {
	/** Said, or last confirmed, at this time or later. */
	from?: string | Date | undefined;
	/** Said, or last confirmed, before this time. */
	to?: string | Date | undefined;
	/** Messages of this session, and facts that came from it. */
	sessionId?: string | undefined;
	/** Minimum importance of facts. */
	importance?: number | undefined;
	/** Facts or messages whose metadata has these values. */
	metadata?: JsonObject | undefined;
}

/** The parts of a score. Their sum is the score. */
export interface ScoreParts {
	/** Words of the query, and similar words. */
	keyword?: number;
	/** Similarity in meaning, by vectors. */
	vector?: number;
	/** The messages around it. */
	context?: number;
	/** The session as a whole in which it was said. */
	session?: number;
	/** How recently it was said or confirmed. */
	recency?: number;
	/** Importance of the fact. */
	importance?: number;
	/** Dates in the query. */
	date?: number;
	/** The speaker, if the query names one. */
	speaker?: number;
	/** What is known about such a message regardless of the query. */
	prior?: number;
}

/** One result of a search. */
export interface Hit {
	/** Whether the hit is a fact or a message. */
	kind: "fact" | "message";
	/** Id of the fact, or of the event. */
	id: string;
	/** Text of the fact or message. */
	content: string;
	/** The sum of `parts`. Higher is better. */
	score: number;
	/** What the score consists of. */
	parts: ScoreParts;
	/** The events that a fact came from; for a message, the event itself. */
	sources: { sessionId: string; offset: number; userId?: string }[];
	/** When a message was said, or when a fact was last confirmed. ISO 8601 timestamp. */
	at: string;
	/** Messages only: the role. */
	role?: string;
	/** Messages only: name of the speaker. */
	displayName?: string;
	/** Facts only: importance from 0 to 1. */
	importance?: number;
	/** Facts only: confidence from 0 to 1. */
	confidence?: number;
}

/** The result of a search. */
export interface SearchResult {
	/** The hits, best first. */
	hits: Hit[];
	/**
	 * How the search was done: by words and vectors, by words only, or by vectors only (if the query has no word to
	 * search for).
	 */
	method: "hybrid" | "keyword" | "vector";
	/** Duration of the search in milliseconds. */
	latencyMs: number;
}

/** Options of a new fact. */
export interface WriteOptions {
	/** From 0 to 1. Default 0.5. */
	importance?: number | undefined;
	/** From 0 to 1. Default 1. */
	confidence?: number | undefined;
	/** Whether the fact is part of every prompt. Default false. */
	pinned?: boolean | undefined;
	/** A category of your own. */
	kind?: string | undefined;
	/** Values for your program. No prompt shows them. */
	metadata?: JsonObject | undefined;
	/** Where the fact comes from: a word of your own, or events of sessions of this memory. */
	source?: string | FactEvent | readonly FactEvent[] | undefined;
	/** false quarantines the fact: it is stored, but not recalled until it is reviewed. Default true. */
	trusted?: boolean | undefined;
	/** When the fact began to be true. */
	validFrom?: string | Date | undefined;
	/** When the fact stops being true. */
	validTo?: string | Date | undefined;
}

/** An event as the source of a fact. */
export interface FactEvent {
	/** The session of the event. */
	sessionId: string;
	/** The offset of the event in its session. */
	offset: number;
	/** The user of the session. Default: the user of the memory. */
	userId?: string | undefined;
}

/** What a session needs from memory. Passed in, and loaded at its first use, because memory depends on sessions. */
export interface MemoryDoor {
	search(session: SessionRecord | undefined, query: string, options?: SearchOptions): Promise<SearchResult>;
	/** Writes a fact of this session only. The session is created after the fact was checked. */
	write(session: () => Promise<SessionRecord>, content: string, options?: WriteOptions): Promise<string>;
	/**
	 * Writes facts of a user of an agent, or of the agent itself, in one transaction. Confirms facts that are known
	 * already.
	 */
	writeMany(agentId: string, userId: string | undefined, facts: readonly ImportedFact[]): Promise<void>;
	/** Call this when there is a job to run. */
	nudge(): void;
	/** How many ms without a message before an open session of this agent is consolidated; false: not automatically. */
	quietMs(agentId: AgentId): Promise<number | false>;
	/** Waits for a job. Returns undefined when it is done, and the failure as soon as an attempt fails. */
	settled(jobId: string): Promise<JobFailure | undefined>;
}

/** A job whose last attempt failed. */
export interface JobFailure {
	readonly id: string;
	readonly kind: string;
	readonly uid: SessionUid | undefined;
	/** `queued`: it is retried at `dueAt`. `dead`: it failed permanently. */
	readonly status: "queued" | "dead";
	readonly attempts: number;
	readonly dueAt: number;
	/** What the attempt threw. For an attempt in another process, only the message is known. */
	readonly error: unknown;
}
