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

/** Which sessions to list. */
export interface SessionFilter {
	/** The tenant. */
	tenant: TenantId;
	/** Only sessions of this agent. */
	agentId?: AgentId | undefined;
	/** null: only sessions without a user. */
	userId?: UserId | null | undefined;
	/** Only sessions with this id. */
	sessionId?: SessionId | undefined;
	/** Only the session with this external id. */
	externalId?: string | undefined;
	/** Only sessions in this mode. */
	mode?: SessionMode | undefined;
	/** true: only ended sessions. false: only open ones. */
	ended?: boolean | undefined;
	/** Only the children of this session. */
	parent?: SessionUid | undefined;
}

/** A page of sessions. */
export interface SessionListQuery extends SessionFilter {
	/** The time to sort by, newest first. Ties are sorted by uid. */
	order: "created" | "updated";
	/** Oldest first instead. */
	oldestFirst?: true;
	/** The maximum number of results. */
	limit: number;
	/** The last item of the previous page. */
	after?: { at: number; uid: SessionUid } | undefined;
}

/** A fork: a copy of a session's log up to an offset. */
export interface ForkPlan {
	/** The session to copy. */
	source: SessionTarget;
	/** The last offset to copy. */
	offset: number;
	/** The name of the new session. */
	to: SessionName;
	/** The uid of the new session. */
	uid: SessionUid;
	/** The life-cycle event that follows the copied events. */
	lifecycle: EventDraft;
	/** The writer's clock, in milliseconds. */
	at: number;
}

/** A re-key: a session gets another name, or is merged into the session with that name. */
export interface RekeyPlan {
	/** The session to rename. */
	from: SessionTarget;
	/** The new name. */
	to: SessionName;
	/**
	 * What to do if a session with the new name exists: `refuse` rejects with `already_exists`, `merge` appends
	 * the events to it.
	 */
	onConflict: "refuse" | "merge";
	/** Creates the life-cycle event of the re-key. */
	lifecycle(facts: RekeyFacts): EventDraft;
	/** The writer's clock, in milliseconds. */
	at: number;
}

/** What the life-cycle event of a re-key needs to know. */
export interface RekeyFacts {
	/** The old name. */
	from: SessionName;
	/**
	 * Set if the target existed: the offset of the source's first event in the target, and the number of its
	 * events.
	 */
	merged: { firstOffset: number; events: number } | undefined;
	/** Session state that no copied event carries. This event must set it. */
	state: StateText;
}

/** A whole session from an export. */
export interface LoadPlan {
	/** The name of the session. */
	name: SessionName;
	/** The uid of the new session. */
	uid: SessionUid;
	/** `auto` or `manual`. */
	mode: SessionMode;
	/** The title, if there is one. */
	title: string | undefined;
	/** Values that no prompt shows. */
	metadata: JsonObject;
	/** The session's own state before its first event. */
	baseState: StateText;
	/** The oldest offset that is kept. */
	base: number;
	/** The next offset. */
	head: number;
	/** The session's newest run, if there is one. */
	lastRunId: string | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/** When it last changed, in milliseconds. */
	updatedAt: number;
	/** When it ended, in milliseconds; undefined while it is open. */
	endedAt: number | undefined;
	/** Events below this offset are consolidated. Default: all of them. */
	consolidatedTo?: number | undefined;
	/** The parent session. */
	parent?: SessionUid | undefined;
	/** Contiguous from `base` to `head`. */
	events: LoadedEvent[];
	/**
	 * When the events are stored, in milliseconds. Retention counts from here, not from the events' own times.
	 */
	storedAt: number;
	/** What to do if the session exists. */
	onConflict: "fail" | "skip" | "replace";
}

/** Which events may be removed from the old end of a log. */
export interface PruneLimits {
	/**
	 * Only events that were stored before this time, in milliseconds. An event without a storage time counts
	 * from its own `at`.
	 */
	storedBefore: number;
	/** Only events below `consolidatedTo`. */
	consolidatedOnly: boolean;
}

/** The result of `prune`. */
export interface PruneOutcome {
	/** How many events were removed. */
	events: number;
	/** True if the next event is old enough, but is not consolidated yet. */
	unread: boolean;
}

/** Totals of the sessions of one agent. */
export interface AgentTotals {
	/** The agent. */
	agentId: AgentId;
	/** All its sessions. */
	sessions: number;
	/** Sessions that are not ended. */
	openSessions: number;
	/** Messages in all its sessions. */
	messages: number;
	/** Distinct users with a session. */
	users: number;
	/** The newest change of a session, in milliseconds. */
	updatedAt: number;
}

/** Sessions as records, and operations on whole sessions. Each operation is atomic. */
export interface SessionPort {
	/** The session; undefined if it does not exist. */
	get(target: SessionTarget): Promise<SessionRecord | undefined>;
	/** A page of sessions. */
	list(query: SessionListQuery): Promise<SessionRecord[]>;
	/** Every agent that has a session, in any order. Reads only the records of sessions, never events. */
	agents(tenant: TenantId): Promise<AgentTotals[]>;
	/**
	 * Copies the log up to an offset into a new session, without parent and runs. Never writes `user:` or
	 * `app:` state.
	 */
	fork(plan: ForkPlan): Promise<SessionRecord>;
	/**
	 * Gives a session another name, or merges it into the session that has that name. Runs keep their ids.
	 *
	 * With a new name, open runs continue: they know the session by its uid. A merge ends the source's uid. It
	 * is refused with `busy` while a run of the source is alive; runs of the target continue. Expired runs of
	 * the source join the target's queue, and the next run there closes them. That way, a message that was
	 * waiting still gets into the log.
	 */
	rekey(plan: RekeyPlan): Promise<SessionRecord>;
	/**
	 * Stores an imported session. Never writes `user:` or `app:` state. Rejects with `not_found` if its parent
	 * does not exist. The parent must not be among the sessions that are replaced: the existing session and its
	 * children.
	 */
	load(plan: LoadPlan): Promise<"created" | "replaced" | "skipped">;
	/**
	 * Removes the longest prefix of the log that the limits allow. Its state changes are folded into the state
	 * before the first remaining event. Ended runs without remaining events are removed, too. A missing session
	 * is not an error: nothing is removed.
	 */
	prune(target: SessionTarget, limits: PruneLimits): Promise<PruneOutcome>;
	/**
	 * The session's state before its first event, and every delta up to `offset`, read at one point in time.
	 */
	stateAsOf(target: SessionTarget, offset: number): Promise<StateAsOf | undefined>;
}

/** What is needed to rebuild the state of a session at an offset. */
export interface StateAsOf {
	/** Whether the session has a user: without one, `user:` keys are the session's own. */
	hasUser: boolean;
	/** The oldest offset that is kept. */
	base: number;
	/** The next offset. */
	head: number;
	/** The session's own state before its first event. */
	baseState: StateText;
	/** The bodies of the events with a delta, oldest first. */
	bodies: string[];
}
