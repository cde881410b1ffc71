import type { EventKind, EventSource, SessionUid, TenantId } from "../../event/index.ts";
import type { AppendOutcome, AppendUnit } from "./append.ts";
import type { SessionTarget, StoredEvent } from "./records.ts";

/** Which events to read. `after` and `before` are exclusive. */
export interface EventQuery {
	after: number;
	before?: number | undefined;
	/** At most this many, from the old end. */
	limit: number;
	/** Take the limit from the new end instead. The result is oldest first all the same. */
	newest?: boolean;
	kinds?: readonly EventKind[] | undefined;
	sources?: readonly EventSource[] | undefined;
	runId?: string | undefined;
}

export interface LogPage {
	uid: SessionUid;
	base: number;
	head: number;
	events: StoredEvent[];
}

/** A part of a session's log; both ends belong to it. */
export interface LogStretch {
	uid: SessionUid;
	from: number;
	to: number;
}

/** An event of one of several sessions. */
export interface PlacedEvent extends StoredEvent {
	uid: SessionUid;
}

/** How far into a log its opening is looked for, in kept events. */
export const OPENING_EVENTS = 64;
/** How much of an opening's body is given, in characters. */
export const OPENING_CHARS = 2_000;

/** How the conversation of a session begins. */
export interface Opening {
	uid: SessionUid;
	/** The body of the event, cut off after `OPENING_CHARS` characters. */
	body: string;
}

/** The log of every session. */
export interface LogPort {
	/**
	 * Commits a unit of work. Offsets are gap-free and in the order of commits; a batch is contiguous. Resolves when
	 * the unit is as durable as the store promises. Rejects, with nothing written, on a failed precondition.
	 */
	append(unit: AppendUnit): Promise<AppendOutcome>;
	/** Reads committed events, oldest first; undefined when there is no such session. */
	read(target: SessionTarget, query: EventQuery): Promise<LogPage | undefined>;
	/**
	 * The committed events of these kinds in several stretches at once, each as often as there are stretches with it. Those of a
	 * session are oldest first. What is not there, or somebody else's, is left out.
	 */
	stretches(
		tenant: TenantId,
		stretches: readonly LogStretch[],
		kinds: readonly EventKind[],
	): Promise<PlacedEvent[]>;
	/**
	 * For each of these sessions the first message from its user among the first `OPENING_EVENTS` events that are kept, or
	 * else the first message from anybody. Erased messages do not count. Sessions without any are left out. In any order.
	 */
	openings(tenant: TenantId, uids: readonly SessionUid[]): Promise<Opening[]>;
	/**
	 * Calls `wake` after commits that may have touched the session, by this process or another one, and when it is
	 * gone. A name is watched for the session to come: it wakes when the name starts to exist; from then on watch the
	 * uid. May call without need, never misses. Returns the way to stop.
	 */
	watch(target: SessionTarget, wake: () => void): () => void;
}
