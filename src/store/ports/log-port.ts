import type { EventKind, EventSource, SessionUid, TenantId } from "../../event/index.ts";
import type { AppendOutcome, AppendUnit } from "./append.ts";
import type { SessionTarget, StoredEvent } from "./records.ts";

/** Which events to read. `after` and `before` are exclusive. */
export interface EventQuery {
	/** Only events with a higher offset. */
	after: number;
	/** Only events with a lower offset. */
	before?: number | undefined;
	/** Maximum number of events, counted from the oldest. */
	limit: number;
	/** Count the limit from the newest event. The result is still oldest first. */
	newest?: boolean;
	/** Only events of these kinds. */
	kinds?: readonly EventKind[] | undefined;
	/** Only events from these sources. */
	sources?: readonly EventSource[] | undefined;
	/** Only events of this run. */
	runId?: string | undefined;
}

/** A page of a session's log. */
export interface LogPage {
	/** The session. */
	uid: SessionUid;
	/** The oldest offset that is kept. */
	base: number;
	/** The next offset. */
	head: number;
	/** Oldest first. */
	events: StoredEvent[];
}

/** A part of a session's log. Both ends are included. */
export interface LogStretch {
	/** The session. */
	uid: SessionUid;
	/** The first offset. */
	from: number;
	/** The last offset. */
	to: number;
}

/** An event with its session. */
export interface PlacedEvent extends StoredEvent {
	/** The session. */
	uid: SessionUid;
}

/** How many kept events are searched for a session's opening. */
export const OPENING_EVENTS = 64;
/** How many characters of an opening are returned. */
export const OPENING_CHARS = 2_000;

/** The first message of a session. */
export interface Opening {
	/** The session. */
	uid: SessionUid;
	/** The body of the event, cut off after `OPENING_CHARS` characters. */
	body: string;
}

/** The event logs of all sessions. */
export interface LogPort {
	/**
	 * Commits a unit of work. Offsets have no gaps and follow the order of commits; the events of one unit are
	 * contiguous. Resolves when the unit is as durable as the store promises. If a precondition fails, it
	 * rejects and nothing is written.
	 */
	append(unit: AppendUnit): Promise<AppendOutcome>;
	/** Reads committed events, oldest first. Undefined if the session does not exist. */
	read(target: SessionTarget, query: EventQuery): Promise<LogPage | undefined>;
	/**
	 * The committed events of these kinds in several stretches. An event in two stretches is returned twice.
	 * The events of a session are oldest first. Events that do not exist or belong to another tenant are
	 * omitted.
	 */
	stretches(
		tenant: TenantId,
		stretches: readonly LogStretch[],
		kinds: readonly EventKind[],
	): Promise<PlacedEvent[]>;
	/**
	 * The first message of each session: the first one from its user among the first `OPENING_EVENTS` kept
	 * events, or else the first one from anybody. Erased messages do not count. Sessions without a message are
	 * omitted. In any order.
	 */
	openings(tenant: TenantId, uids: readonly SessionUid[]): Promise<Opening[]>;
	/**
	 * Calls `wake` after commits that may have changed the session, in this process or another one, and when
	 * the session is deleted. If you watch a name that does not exist yet, `wake` is called when it starts to
	 * exist; from then on, watch the uid. It may be called without need, but never misses a change. Returns a
	 * function that stops watching.
	 */
	watch(target: SessionTarget, wake: () => void): () => void;
}
