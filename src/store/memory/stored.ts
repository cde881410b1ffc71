import type { AgentId, EventKind, EventSource, TenantId, UserId } from "../../event/index.ts";
import type {
	DeliveryRecord,
	EmbedderRecord,
	FactStatus,
	IndexSegment,
	JobRecord,
	RunRecord,
	SessionRecord,
	SpanRecord,
} from "../ports/index.ts";
import type { PooledBytes } from "./byte-pool.ts";

export interface MemoryEvent {
	kind: EventKind;
	source: EventSource;
	runId: string | undefined;
	body: string;
	hasDelta: boolean;
	/** In milliseconds. */
	storedAt: number;
}

/** The fields of a run's record that its session does not have. */
export type RunStored = Omit<RunRecord, "tenant" | "uid" | "agentId" | "userId" | "sessionId" | "expired">;

export interface MemoryRun {
	/** Its position in the queue. */
	no: number;
	session: MemorySession;
	facts: RunStored;
	/** By the store's clock. */
	aliveUntil: number;
	/** Numbered, because the spans of a tree are read in the order in which they were stored. */
	spans: { no: number; span: SpanRecord }[];
}

export interface MemoryJob {
	record: JobRecord;
	/** By the store's clock; only meaningful while it is running. */
	aliveUntil: number;
}

export interface MemoryDelivery {
	record: DeliveryRecord;
	/** By the store's clock; undefined: unclaimed. */
	aliveUntil: number | undefined;
}

export interface MemorySession {
	/** In order of creation. */
	no: number;
	record: SessionRecord;
	nameKey: string;
	/** State before the first kept event. */
	baseState: Map<string, string>;
	state: Map<string, string>;
	/** The event with offset n is at n - record.base. */
	events: MemoryEvent[];
	keys: Map<string, { fingerprint: string; firstOffset: number; count: number }>;
	/** By `deliveryKey`. */
	deliveries: Map<string, MemoryDelivery>;
	runs: Set<MemoryRun>;
	/** The open runs. */
	line: Set<MemoryRun>;
	/** How many times events of it were blanked. */
	blanked: number;
	/** Sorted by offset. */
	segments: IndexSegment[];
	/** Facts that came from it. */
	cited: Set<MemoryFact>;
}

export interface MemorySource {
	session: MemorySession;
	offset: number;
}

/** A fact. JSON is kept as text: it is smaller than objects and cannot be changed by callers. */
export interface MemoryFact {
	no: number;
	id: string;
	rev: number;
	owner: MemoryOwner;
	agentId: AgentId;
	floating: boolean;
	content: string;
	digest: string;
	status: FactStatus;
	importance: number;
	confidence: number;
	pinned: boolean;
	detail: string;
	createdAt: number;
	updatedAt: number;
	entry: PooledBytes | undefined;
	vector: boolean;
	/** Replaced, never pushed to: a growing array reserves memory that a fact does not need. */
	sources: readonly MemorySource[];
	/** One line of JSON per change: its revision, time and content. */
	history: string;
}

/** The owner of facts: the space itself, a user, or a session. */
export interface MemoryOwner {
	space: MemorySpace;
	userId: UserId | undefined;
	session: MemorySession | undefined;
	/** The revision of the first fact, and the newest one. */
	born: number;
	rev: number;
	/** Sorted by revision. */
	facts: Set<MemoryFact>;
	/** Active facts by digest, usually one of each. */
	active: Map<string, MemoryFact | MemoryFact[]>;
}

export interface MemorySpace {
	name: string;
	born: number;
	rev: number;
	owners: Map<string, MemoryOwner>;
	/** Facts that an owner no longer has, sorted by revision. */
	removals: { rev: number; no: number; owner: MemoryOwner }[];
}

export interface MemoryTenant {
	id: TenantId;
	facts: Map<string, MemoryFact>;
	spaces: Map<string, MemorySpace>;
	embedder: EmbedderRecord | undefined;
}
