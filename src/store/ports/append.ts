import type { SessionMode, SessionUid } from "../../event/index.ts";
import type { PatchText } from "../../state/index.ts";
import type { AppendedJob, EventDraft, JobDraft, SessionSeed, SessionTarget } from "./records.ts";
import type { RunWrite } from "./run-port.ts";

/** A change of the session's own record that commits with the events. */
export interface SessionPatch {
	title?: string | null;
	metadata?: PatchText;
	mode?: SessionMode;
	endedAt?: number | null;
	lastRunId?: string;
	consolidatedTo?: number;
	/** Takes the next fencing token: every older holder's writes are refused from here on. */
	advanceFence?: boolean;
}

/** What must be true at the moment of the commit; otherwise nothing is written. */
export interface Preconditions {
	/** A repeat with the same key returns the first result; with another fingerprint it is a conflict. */
	idempotency?: { key: string; fingerprint: string };
	/** Must equal the head. */
	expectedOffset?: number;
	/** Must equal the session's newest fencing token. */
	fence?: number;
	mode?: SessionMode;
	/** The session must not be ended. */
	open?: true;
	/** The session must not exist yet. */
	absent?: true;
}

/**
 * The unit of work: everything here is committed together or not at all. The one way to write to a session.
 */
export interface AppendUnit {
	target: SessionTarget;
	/** Creates the session when the target is a name that does not exist. Without it a missing session is an error. */
	create: SessionSeed | undefined;
	events: EventDraft[];
	/** Called when the session is ended at the moment of the commit: the event that says it was reopened. */
	reopen: (() => EventDraft) | undefined;
	patch: SessionPatch;
	jobs: AppendedJob[];
	/**
	 * The job that reads what is new in the session. It is stored when nothing was new before these events: one waits as long as
	 * something is. When much is new it is stored for now, in the place of the one that waits. `planAppend` decides.
	 */
	whenNew?: JobDraft | undefined;
	/**
	 * URLs that are owed this session's events from the head of this append on: every event, or those that the filters want.
	 * One that is there already takes the filters and goes on where it is. `planDeliveries` says what this does to metadata.
	 */
	deliveries: { url: string; events?: readonly string[] | undefined }[];
	/** URLs that are owed nothing any more. */
	endDeliveries: string[];
	/** What happens to a run of this session. */
	run?: RunWrite | undefined;
	require: Preconditions;
	/** The writer's clock: for `updatedAt`, and for when jobs and deliveries were asked for. Never decides order. */
	at: number;
}

export interface AppendOutcome {
	uid: SessionUid;
	/** Offset of the first of the unit's events. */
	firstOffset: number;
	/** The next offset after the commit. */
	head: number;
	fence: number;
	/** The session's mode after the commit. */
	mode: SessionMode;
	created: boolean;
	/** Set when the idempotency key was seen before: the bodies of the first result, as far as they are kept. */
	replayed: { offset: number; body: string }[] | undefined;
}
