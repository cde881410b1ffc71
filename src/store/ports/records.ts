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

/**
 * The full name of a session. `key` is the hash of the other parts, so that long ids fit into the key of any
 * database.
 */
export interface SessionName {
	/** The tenant. */
	tenant: TenantId;
	/** The agent. */
	agentId: AgentId;
	/** The user of the session, if it has one. */
	userId: UserId | undefined;
	/** The id of the session. */
	sessionId: SessionId;
	/** The hash of the other parts. */
	key: string;
}

/** A reference to a session: its name, or the uid that the name resolved to earlier. */
export type SessionTarget = { name: SessionName } | { uid: SessionUid; tenant: TenantId };

/** A stored session. Times are in milliseconds. */
export interface SessionRecord {
	/** The permanent identity of the session. It stays the same when the session gets another name. */
	uid: SessionUid;
	/** The tenant. */
	tenant: TenantId;
	/** The agent. */
	agentId: AgentId;
	/** The user of the session, if it has one. */
	userId: UserId | undefined;
	/** The id of the session. */
	sessionId: SessionId;
	/** `auto`: the agent answers. `manual`: a human has taken over. */
	mode: SessionMode;
	/** The title, if there is one. */
	title: string | undefined;
	/** Values that no prompt shows. */
	metadata: JsonObject;
	/** The oldest offset that is still kept. Retention moves it up. */
	base: number;
	/** The next offset. */
	head: number;
	/** The number of messages in the log. */
	messageCount: number;
	/** The session's newest run, if there is one. */
	lastRunId: string | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/** When it last changed, in milliseconds. */
	updatedAt: number;
	/** When it ended, in milliseconds; undefined while it is open. */
	endedAt: number | undefined;
	/** Events below this offset are consolidated: facts were extracted from them. */
	consolidatedTo: number;
	/** The newest fencing token. A write with another token is rejected. */
	fence: number;
	/**
	 * The parent session. This session is deleted together with it. If the parent is merged into another
	 * session, that one becomes the parent.
	 */
	parent: SessionUid | undefined;
}

/** The initial values of a new session. */
export interface SessionSeed {
	/** The uid of the new session. */
	uid: SessionUid;
	/** The initial mode. */
	mode: SessionMode;
	/** The title, if there is one. */
	title: string | undefined;
	/** Values that no prompt shows. */
	metadata: JsonObject;
	/** Initial state of every scope. The store assigns each key to its owner. */
	state: StateWrite[];
	/** The parent session. It must exist in the tenant, otherwise `not_found`. */
	parent: SessionUid | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
}

/** An event to be stored: the encoded body, and the columns that queries filter on. */
export interface EventDraft {
	/** The kind of the event. */
	kind: EventKind;
	/** Where the event came from. */
	source: EventSource;
	/** The run, if there is one. */
	runId: string | undefined;
	/** The event as JSON. */
	body: string;
	/** The state changes of the event, in order. */
	writes: StateWrite[];
}

/** A stored event. */
export interface StoredEvent {
	/** Its position in the log. */
	offset: number;
	/** The event as JSON. */
	body: string;
}

/** An event of an import: a stored event with the columns taken from its body. */
export interface LoadedEvent extends EventDraft {
	/** Its position in the log. */
	offset: number;
}

/** Background work for later. It is stored together with the write that requests it. */
export interface JobDraft {
	/** Unique in the tenant. */
	id: string;
	/** The kind of work. Workers claim jobs by kind. */
	kind: string;
	/** The input of the job. */
	payload: JsonObject;
	/** When the job is due, in milliseconds. */
	dueAt: number;
}

/** A job that is committed with an append. */
export interface AppendedJob extends JobDraft {
	/** Replaces the session's queued jobs of the same kind. Running jobs and dead letters stay. */
	replaces?: true | undefined;
}

/** A stored job. */
export interface JobRecord extends JobDraft {
	/** The tenant. */
	tenant: TenantId;
	/** The session it belongs to, if any. */
	uid: SessionUid | undefined;
	/**
	 * `queued`: waits until it is due. `running`: claimed by a worker. `dead`: failed permanently (a dead
	 * letter).
	 */
	status: "queued" | "running" | "dead";
	/** How many times the job was claimed. The number identifies the current holder. */
	attempts: number;
	/** Why the last attempt failed. */
	error: string | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
}

/** A stored user. Times are in milliseconds. */
export interface UserRecord {
	/** The tenant. */
	tenant: TenantId;
	/** The id of the user, unique in the tenant. */
	userId: UserId;
	/** The name of the user, if there is one. */
	displayName: string | undefined;
	/** Values about the user that every prompt shows. */
	variables: JsonObject;
	/** Values that no prompt shows. */
	metadata: JsonObject;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/** When it last changed, in milliseconds. */
	updatedAt: number;
}

/** The stored state of a session's three scopes. Keys include their prefix. */
export interface StateRecord {
	/** The session's own keys. */
	session: StateText;
	/** The `user:` keys of the session's user under its agent. */
	user: StateText;
	/** The `app:` keys of the session's agent. */
	app: StateText;
}

/** One timed part of a run. It contains names and numbers, never content. */
export interface SpanRecord {
	/** The id of the span. */
	id: string;
	/** The run that it belongs to. */
	runId: string;
	/** The span that contains it, if any. */
	parentId: string | undefined;
	/** The kind of work: run, step, model, tool or memory. */
	kind: string;
	/** The name of the model or tool, for example. */
	name: string;
	/** Milliseconds, with fractions. */
	startedAt: number;
	/** Milliseconds, with fractions. */
	endedAt: number;
	/** The error message, if it failed. */
	error: string | undefined;
	/** Further values, e.g. token counts. */
	attributes: JsonObject;
}
