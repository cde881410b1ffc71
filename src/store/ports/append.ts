import type { SessionMode, SessionUid } from "../../event/index.ts";
import type { PatchText } from "../../state/index.ts";
import type { AppendedJob, EventDraft, JobDraft, SessionSeed, SessionTarget } from "./records.ts";
import type { RunWrite } from "./run-port.ts";

/** A change of the session's record. It is committed with the events. */
export interface SessionPatch {
	/** null removes the title. */
	title?: string | null;
	/** Sets and removes single keys. */
	metadata?: PatchText;
	/** The new mode. */
	mode?: SessionMode;
	/** When the session was ended, in milliseconds. null reopens it. */
	endedAt?: number | null;
	/** The session's newest run. */
	lastRunId?: string;
	/** Events below this offset are consolidated. */
	consolidatedTo?: number;
	/** Issues the next fencing token. From then on, writes with an older token are rejected. */
	advanceFence?: boolean;
}

/** Conditions at the moment of the commit. If one fails, nothing is written. */
export interface Preconditions {
	/**
	 * A repeat with the same key returns the first result. The same key with another fingerprint is a conflict.
	 */
	idempotency?: { key: string; fingerprint: string };
	/** Must equal the head. */
	expectedOffset?: number;
	/** Must equal the session's newest fencing token. */
	fence?: number;
	/** Must equal the session's mode. */
	mode?: SessionMode;
	/** The session must not be ended. */
	open?: true;
	/** The session must not exist yet. */
	absent?: true;
}

/**
 * One unit of work: everything in it is committed together or not at all. All writes to a session are append
 * units.
 */
export interface AppendUnit {
	/** The session to write to. */
	target: SessionTarget;
	/**
	 * Creates the session if the target is a name that does not exist. Without it, a missing session is an
	 * error.
	 */
	create: SessionSeed | undefined;
	/** The events to append. */
	events: EventDraft[];
	/**
	 * Creates the event that reopens the session. Called if the session is ended at the moment of the commit.
	 */
	reopen: (() => EventDraft) | undefined;
	/** Changes of the session's record. */
	patch: SessionPatch;
	/** Jobs to store with the events. */
	jobs: AppendedJob[];
	/**
	 * The job that consolidates new events. It is stored if there was nothing to consolidate before these
	 * events: one such job waits as long as there is something new. If there is a lot of new events, the job is
	 * stored as due now and replaces the waiting one. `planAppend` decides.
	 */
	whenNew?: JobDraft | undefined;
	/**
	 * URLs to deliver this session's events to, starting at the head of this append: all events, or those that
	 * match the filters. If the session already has the URL, it gets the new filters and keeps its position.
	 * See `planDeliveries` for the effect on metadata.
	 */
	deliveries: { url: string; events?: readonly string[] | undefined }[];
	/** URLs to stop delivering to. */
	endDeliveries: string[];
	/** A change of a run of this session. */
	run?: RunWrite | undefined;
	/** Conditions for the commit. */
	require: Preconditions;
	/**
	 * The writer's clock, in milliseconds. Used for `updatedAt` and for the creation times of jobs and
	 * deliveries. Never decides the order of events.
	 */
	at: number;
}

/** The result of an append. */
export interface AppendOutcome {
	/** The session that was written to. */
	uid: SessionUid;
	/** The offset of the unit's first event. */
	firstOffset: number;
	/** The next offset after the commit. */
	head: number;
	/** The session's fencing token after the commit. */
	fence: number;
	/** The session's mode after the commit. */
	mode: SessionMode;
	/** True if the session was created. */
	created: boolean;
	/** Set if the idempotency key was used before: the events of the first result, as far as they are kept. */
	replayed: { offset: number; body: string }[] | undefined;
}
