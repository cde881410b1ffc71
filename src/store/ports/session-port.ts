import type {
	AgentId,
	JsonObject,
	SessionId,
	SessionMode,
	SessionUid,
	TenantId,
	UserId,
} from "../../event/index.ts";
import type { StateText } from "../../state/index.ts";
import type { EventDraft, LoadedEvent, SessionName, SessionRecord, SessionTarget } from "./records.ts";

export interface SessionFilter {
	tenant: TenantId;
	agentId?: AgentId | undefined;
	/** null: only sessions without user. */
	userId?: UserId | null | undefined;
	sessionId?: SessionId | undefined;
	externalId?: string | undefined;
	mode?: SessionMode | undefined;
	ended?: boolean | undefined;
	/** Only sessions that exist on behalf of this one. */
	parent?: SessionUid | undefined;
}

export interface SessionListQuery extends SessionFilter {
	/** Newest first by this time; ties by uid. */
	order: "created" | "updated";
	/** The other way round. */
	oldestFirst?: true;
	limit: number;
	/** The last item of the page before. */
	after?: { at: number; uid: SessionUid } | undefined;
}

export interface ForkPlan {
	source: SessionTarget;
	/** The last offset to copy. */
	offset: number;
	to: SessionName;
	uid: SessionUid;
	/** The life-cycle event that follows the copies. */
	lifecycle: EventDraft;
	at: number;
}

export interface RekeyPlan {
	from: SessionTarget;
	to: SessionName;
	onConflict: "refuse" | "merge";
	/** The life-cycle event; `merged` tells where the source's events went, `state` what must ride on it. */
	lifecycle(facts: RekeyFacts): EventDraft;
	at: number;
}

export interface RekeyFacts {
	from: SessionName;
	/** Set when the target existed: the offset in the target of the source's first event, and their number. */
	merged: { firstOffset: number; events: number } | undefined;
	/** Session state that no copied event carries, to be set by this event. */
	state: StateText;
}

/** A whole session from an export. */
export interface LoadPlan {
	name: SessionName;
	uid: SessionUid;
	mode: SessionMode;
	title: string | undefined;
	metadata: JsonObject;
	/** State of the session's own keys before its first event. */
	baseState: StateText;
	base: number;
	head: number;
	lastRunId: string | undefined;
	createdAt: number;
	updatedAt: number;
	endedAt: number | undefined;
	/** Events below this offset are consolidated. Default: all of them. */
	consolidatedTo?: number | undefined;
	/** The session on whose behalf this one exists. */
	parent?: SessionUid | undefined;
	/** Contiguous from `base` to `head`. */
	events: LoadedEvent[];
	/** When the events are stored, in milliseconds: retention counts from here, not from the times that they carry. */
	storedAt: number;
	onConflict: "fail" | "skip" | "replace";
}

/** Which events may be removed from the old end of a log. */
export interface PruneLimits {
	/** Only events stored before this time, in milliseconds. One without a storage time counts from its own `at`. */
	storedBefore: number;
	/** Only events below the session's consolidation mark. */
	consolidatedOnly: boolean;
}

export interface PruneOutcome {
	/** How many events went. */
	events: number;
	/** The next event was stored early enough, but is not consolidated yet. */
	unread: boolean;
}

/** The sessions of one agent, counted. */
export interface AgentTotals {
	agentId: AgentId;
	sessions: number;
	/** Of these, not ended. */
	openSessions: number;
	messages: number;
	/** Different users that have a session. */
	users: number;
	/** The newest change of a session, in milliseconds. */
	updatedAt: number;
}

/** Sessions as records, and the operations on a whole session. Each is atomic. */
export interface SessionPort {
	get(target: SessionTarget): Promise<SessionRecord | undefined>;
	list(query: SessionListQuery): Promise<SessionRecord[]>;
	/** Every agent that has a session, once, in any order. Looks at the records of sessions alone, never at events. */
	agents(tenant: TenantId): Promise<AgentTotals[]>;
	/** Copies the log up to an offset into a new session, without parent and runs. Never writes `user:` or `app:` state. */
	fork(plan: ForkPlan): Promise<SessionRecord>;
	/**
	 * Gives a session another name, or merges it into the session that has that name. Runs keep their ids.
	 *
	 * Under another name an open run goes on: it knows the session by its uid. A merge ends the source's uid, so it is
	 * refused with `busy` while a run of the source is alive; runs of the target go on. Runs of the source whose time ran
	 * out get in the target's line, for the next run there to close: so a message that waited comes into the log.
	 */
	rekey(plan: RekeyPlan): Promise<SessionRecord>;
	/**
	 * Stores an imported session. Never writes `user:` or `app:` state. `not_found` without its parent, which must not be among
	 * what it replaces: the session that was there, and those that exist on its behalf.
	 */
	load(plan: LoadPlan): Promise<"created" | "replaced" | "skipped">;
	/**
	 * Removes the longest prefix of the log that the limits allow, folding its state into the state before the first event
	 * that stays. Ended runs that have no event left go with it. A session that does not exist loses nothing.
	 */
	prune(target: SessionTarget, limits: PruneLimits): Promise<PruneOutcome>;
	/** The session's state before its first event, and every delta up to `offset`, from one moment. */
	stateAsOf(target: SessionTarget, offset: number): Promise<StateAsOf | undefined>;
}

export interface StateAsOf {
	hasUser: boolean;
	base: number;
	head: number;
	baseState: StateText;
	/** Bodies of the events with a delta, oldest first. */
	bodies: string[];
}
