import type {
	AgentId,
	EventKind,
	EventSource,
	JsonObject,
	SessionId,
	SessionMode,
	SessionUid,
	TenantId,
	UserId,
} from "../../event/index.ts";
import type { StateText, StateWrite } from "../../state/index.ts";

/** A session's name. `key` is the hash of the other parts: long ids fit the key of any engine. */
export interface SessionName {
	tenant: TenantId;
	agentId: AgentId;
	userId: UserId | undefined;
	sessionId: SessionId;
	key: string;
}

/** How an operation points at a session: by its name, or by the identity that a name resolved to earlier. */
export type SessionTarget = { name: SessionName } | { uid: SessionUid; tenant: TenantId };

/** A session as stored. Times are milliseconds. */
export interface SessionRecord {
	uid: SessionUid;
	tenant: TenantId;
	agentId: AgentId;
	userId: UserId | undefined;
	sessionId: SessionId;
	mode: SessionMode;
	title: string | undefined;
	metadata: JsonObject;
	/** The oldest offset still kept; retention moves it up. */
	base: number;
	/** The next offset. */
	head: number;
	messageCount: number;
	lastRunId: string | undefined;
	createdAt: number;
	updatedAt: number;
	endedAt: number | undefined;
	/** Events below this offset are consolidated. */
	consolidatedTo: number;
	/** The newest fencing token; a write that carries another one is refused. */
	fence: number;
	/** The session on whose behalf this one exists: it is deleted with it. Follows it when it is merged into another. */
	parent: SessionUid | undefined;
}

/** What a new session starts with. */
export interface SessionSeed {
	uid: SessionUid;
	mode: SessionMode;
	title: string | undefined;
	metadata: JsonObject;
	/** Initial state of every scope; the store splits it by owner. */
	state: StateWrite[];
	/** Must exist in the tenant, else `not_found`. */
	parent: SessionUid | undefined;
	createdAt: number;
}

/** An event about to be stored: the encoded body, and the columns that queries filter on. */
export interface EventDraft {
	kind: EventKind;
	source: EventSource;
	runId: string | undefined;
	body: string;
	/** What the event's state delta writes, in order. */
	writes: StateWrite[];
}

/** An event read back. */
export interface StoredEvent {
	offset: number;
	body: string;
}

/** An event of an import: as stored, with the columns taken from its body. */
export interface LoadedEvent extends EventDraft {
	offset: number;
}

/** Durable background work to be done later, stored with the write that asks for it. */
export interface JobDraft {
	id: string;
	kind: string;
	payload: JsonObject;
	dueAt: number;
}

/** A job that commits with an append. */
export interface AppendedJob extends JobDraft {
	/** It takes the place of the session's jobs of the same kind that wait. Those at work, or given up, stay. */
	replaces?: true | undefined;
}

export interface JobRecord extends JobDraft {
	tenant: TenantId;
	uid: SessionUid | undefined;
	status: "queued" | "running" | "dead";
	attempts: number;
	/** Why the last attempt failed. */
	error: string | undefined;
	createdAt: number;
}

export interface UserRecord {
	tenant: TenantId;
	userId: UserId;
	displayName: string | undefined;
	variables: JsonObject;
	metadata: JsonObject;
	createdAt: number;
	updatedAt: number;
}

/** The stored state of a session's three scopes, keys with prefix. */
export interface StateRecord {
	session: StateText;
	user: StateText;
	app: StateText;
}

/** One timed piece of a run's work. Holds names and numbers, never what was said. */
export interface SpanRecord {
	id: string;
	runId: string;
	parentId: string | undefined;
	/** What sort of work: run, step, model, tool, memory. */
	kind: string;
	name: string;
	/** Milliseconds, with fractions. */
	startedAt: number;
	endedAt: number;
	error: string | undefined;
	attributes: JsonObject;
}
