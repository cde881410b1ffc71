import type { AgentId, JsonObject, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { EventDraft, SessionTarget, SpanRecord } from "./records.ts";

/** All statuses of a run. */
export const RUN_STATUSES = ["pending", "running", "completed", "failed", "cancelled", "superseded"] as const;
/** `pending`: waits for its turn. `running`: has the turn of its session. The others are endings. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The statuses of an ended run. */
export type RunEnding = Exclude<RunStatus, "pending" | "running">;

/** The initial values of a run. */
export interface RunSeed {
	/** Unique in the tenant. */
	id: string;
	/** The run that started this one, if any. */
	parentId: string | undefined;
	/** The run at the top of the tree. Its own id if it has no parent. */
	rootId: string;
	/** Values about the run that are not content: model, save mode, name of the trace. */
	detail: JsonObject;
	/** When it was created, in milliseconds. */
	createdAt: number;
}

/**
 * A stored run. It contains no content: the messages are in the log, at the offsets named here. Only a run
 * that is still waiting for its turn carries its own message.
 */
export interface RunRecord extends RunSeed {
	/** The tenant. */
	tenant: TenantId;
	/** The session. */
	uid: SessionUid;
	/** The agent. */
	agentId: AgentId;
	/** The user of the session, if it has one. */
	userId: UserId | undefined;
	/** The id of the session. */
	sessionId: string;
	/** The status. */
	status: RunStatus;
	/** The encoded body of the user's message, while the run is pending. */
	queued: string | undefined;
	/** The offset of the user's message in the session's log. */
	inputOffset: number | undefined;
	/** The offset of the final answer. */
	outputOffset: number | undefined;
	/** The offset of the last event of the run. */
	endOffset: number | undefined;
	/** The token usage. */
	usage: JsonObject | undefined;
	/** Why the run failed. */
	error: JsonObject | undefined;
	/** The fencing token that the run has or had. */
	fence: number | undefined;
	/** When it started, in milliseconds. */
	startedAt: number | undefined;
	/** When it ended, in milliseconds; undefined while it is open. */
	endedAt: number | undefined;
	/**
	 * True for a pending or running run whose lease expired by the store's clock: the process that owned it
	 * died.
	 */
	expired: boolean;
}

/** Why an open run is closed by someone else than its owner. */
export interface RunClosing {
	/** The ending of the closed run. */
	status: "failed" | "superseded";
	/** The error that is stored with the closed run. */
	error: { code: string; message: string };
}

/**
 * What a unit of work does to the runs of its session, in the same transaction. Without `begin`, the run must
 * be a run of the session, otherwise `not_found`.
 */
export interface RunWrite {
	/** The id of the run. */
	id: string;
	/**
	 * Takes the turn of the session.
	 *
	 * - While another run is running or an older one is waiting, it is refused with `conflict`, precondition
	 *   `turn` and the `runId` of that run. If the lease of that run expired, that run is closed in the same
	 *   step instead.
	 * - Advances the fence and makes this run the session's last run.
	 * - A pending run with this id becomes running. If it is no longer pending: `conflict`, precondition `run`,
	 *   with its `status`.
	 * - The unit's first event is the run's input.
	 */
	begin?: {
		/** The initial values, with the id of the write. For a run that was waiting, only `detail` is used. */
		seed: RunSeed;
		/**
		 * How long the run lives without being renewed, in milliseconds of the store's clock. 0: it expires
		 * immediately.
		 */
		aliveMs: number;
		/** Supersede a running run instead of being refused. Goes ahead of waiting runs. */
		replace: boolean;
		/**
		 * Creates the events that close another run: an expired one, or the one that is replaced. They come
		 * first.
		 */
		close(run: RunRecord, closing: RunClosing): EventDraft[];
	};
	/**
	 * Ends the run.
	 *
	 * - Refused with `conflict`, precondition `run` and its `status`, unless it is pending or running; with
	 *   `onlyExpired`, also unless its lease expired.
	 * - Together with `begin`, the run starts and ends in one step.
	 * - The fence stays, with one exception: `onlyExpired` advances it for a running run, whose owner may not
	 *   know yet that it expired. If you end another process's run for any other reason, advance the fence with
	 *   the unit's patch.
	 */
	end?: {
		/** How the run ended. */
		status: RunEnding;
		/** The token usage. */
		usage?: JsonObject;
		/** Why the run failed. */
		error?: JsonObject;
		/** Replaces the `detail` of the seed. */
		detail?: JsonObject;
		/** The index of the unit's event that is the input, for a run that never had its turn. */
		inputIndex?: number;
		/** The index of the unit's event that is the final answer. */
		outputIndex?: number;
		/** End the run only if its lease expired. */
		onlyExpired?: true;
	};
	/** Keeps the run alive for this many milliseconds from now. Refused like `end` if the run is over. */
	renewMs?: number;
	/**
	 * Spans to add. Each belongs to the run that it names: this one, or another one of the tree. Spans of
	 * deleted runs are dropped. Spans of another tree are `invalid`.
	 */
	spans?: readonly SpanRecord[];
}

/** Which runs to list. */
export interface RunListQuery {
	/** The tenant. */
	tenant: TenantId;
	/** Only runs of this session. */
	uid?: SessionUid | undefined;
	/** Only runs of this agent. */
	agentId?: AgentId | undefined;
	/** null: only runs of sessions without a user. */
	userId?: UserId | null | undefined;
	/** Only runs of this tree. */
	rootId?: string | undefined;
	/** Only runs with these statuses. */
	statuses?: readonly RunStatus[] | undefined;
	/** Only pending and running runs whose lease expired. */
	expired?: true;
	/** The maximum number of results. */
	limit: number;
	/** The last item of the previous page. */
	after?: { at: number; id: string } | undefined;
}

/** A run that joins the queue of a session. */
export interface RunWait {
	/** The session. */
	target: SessionTarget;
	/** The initial values of the run. */
	seed: RunSeed;
	/** The encoded body of the user's message. */
	queued: string;
	/** How long the run lives without being renewed, in milliseconds of the store's clock. */
	aliveMs: number;
}

/**
 * Runs and their spans. A run begins and ends with a unit of work of its session (`AppendUnit.run`).
 *
 * Whether a run is alive is decided by the store's clock: the clock of the database if there is one, so that
 * all processes that share the data agree. The same clock sets `startedAt` and `endedAt`; `createdAt` comes
 * from the writer.
 */
export interface RunPort {
	/** The run; undefined if it does not exist. */
	get(tenant: TenantId, id: string): Promise<RunRecord | undefined>;
	/** Newest first by creation time. Ties are sorted by id. */
	list(query: RunListQuery): Promise<RunRecord[]>;
	/** The pending and running runs of a session, in queue order. */
	line(target: SessionTarget): Promise<RunRecord[]>;
	/**
	 * Joins the queue: stores a pending run with its message. Rejects with `not_found` if the session does not
	 * exist, and with `conflict`, precondition `run`, if the tenant has a run with this id.
	 */
	wait(wait: RunWait): Promise<void>;
	/**
	 * Keeps an open run alive for `aliveMs` from now. An ended run stays as it is. Resolves with the status of
	 * the run, or undefined if it does not exist.
	 */
	renew(tenant: TenantId, id: string, aliveMs: number): Promise<RunStatus | undefined>;
	/** The spans of a tree of runs, in the order in which they were stored. */
	spans(tenant: TenantId, rootId: string): Promise<SpanRecord[]>;
	/**
	 * Removes an ended run and its spans. If it was the session's last run, the newest run in the log takes its
	 * place. False if it does not exist. `conflict`, precondition `run`, while it is open.
	 */
	delete(tenant: TenantId, id: string): Promise<boolean>;
}
