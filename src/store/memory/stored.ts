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

/** What a run's record says that its session does not. */
export type RunStored = Omit<RunRecord, "tenant" | "uid" | "agentId" | "userId" | "sessionId" | "expired">;

export interface MemoryRun {
	/** Its place in the line. */
	no: number;
	session: MemorySession;
	facts: RunStored;
	/** By the store's clock. */
	aliveUntil: number;
	/** Numbered, since a tree's are read in the order in which they were stored. */
	spans: { no: number; span: SpanRecord }[];
}

export interface MemoryJob {
	record: JobRecord;
	/** By the store's clock; counts while it is running. */
	aliveUntil: number;
}

export interface MemoryDelivery {
	record: DeliveryRecord;
	/** By the store's clock; undefined: nobody holds it. */
	aliveUntil: number | undefined;
}

export interface MemorySession {
	/** In the order in which sessions were made. */
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
	/** The open ones of them. */
	line: Set<MemoryRun>;
	/** How often events of it were blanked. */
	blanked: number;
	/** In the order of offsets. */
	segments: IndexSegment[];
	/** Facts that came from it. */
	cited: Set<MemoryFact>;
}

export interface MemorySource {
	session: MemorySession;
	offset: number;
}

/** A fact. JSON is kept as text: it is smaller than objects, and nobody can change it. */
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
	/** Never pushed to: an array that grows keeps room for more, of which a fact has no use. */
	sources: readonly MemorySource[];
	/** A line of JSON for each change: the revision that it was made with, when, and what. */
	history: string;
}

/** Who has facts: nobody in particular, a user, or a session. */
export interface MemoryOwner {
	space: MemorySpace;
	userId: UserId | undefined;
	session: MemorySession | undefined;
	/** The revision of the first fact, and the newest one. */
	born: number;
	rev: number;
	/** In the order of revisions. */
	facts: Set<MemoryFact>;
	/** Active ones by digest, as a rule one of each. */
	active: Map<string, MemoryFact | MemoryFact[]>;
}

export interface MemorySpace {
	name: string;
	born: number;
	rev: number;
	owners: Map<string, MemoryOwner>;
	/** Facts that an owner had and has no more, in the order of revisions. */
	removals: { rev: number; no: number; owner: MemoryOwner }[];
}

export interface MemoryTenant {
	id: TenantId;
	facts: Map<string, MemoryFact>;
	spaces: Map<string, MemorySpace>;
	embedder: EmbedderRecord | undefined;
}
