import type { AgentId, JsonObject, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { EventDraft, SessionTarget, SpanRecord } from "./records.ts";

export const RUN_STATUSES = ["pending", "running", "completed", "failed", "cancelled", "superseded"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run can end. */
export type RunEnding = Exclude<RunStatus, "pending" | "running">;

/** What a run starts with. */
export interface RunSeed {
	id: string;
	parentId: string | undefined;
	/** The run at the top of the tree; its own id where there is no parent. */
	rootId: string;
	/** Facts about the run that are no content: model, save mode, name of the trace. */
	detail: JsonObject;
	createdAt: number;
}

/**
 * A run as stored. It holds no content: what was said is in the log, at the offsets named here. Only a run that
 * still waits for its turn carries its message itself.
 */
export interface RunRecord extends RunSeed {
	tenant: TenantId;
	uid: SessionUid;
	agentId: AgentId;
	userId: UserId | undefined;
	sessionId: string;
	status: RunStatus;
	/** The encoded body of the user's message while the run is pending. */
	queued: string | undefined;
	/** Offsets in the session's log: the user's message, the final answer, the first and the last event of the run. */
	inputOffset: number | undefined;
	outputOffset: number | undefined;
	endOffset: number | undefined;
	usage: JsonObject | undefined;
	error: JsonObject | undefined;
	/** The fencing token it holds, or held. */
	fence: number | undefined;
	startedAt: number | undefined;
	endedAt: number | undefined;
	/** True for a pending or running run whose time ran out by the store's clock: whoever owned it is gone. */
	expired: boolean;
}

/** Why an open run is closed by somebody else. */
export interface RunClosing {
	status: "failed" | "superseded";
	error: { code: string; message: string };
}

/**
 * What a unit of work does to the runs of its session, in the same transaction. Without `begin` the run has to be one
 * of the session, else `not_found`.
 */
export interface RunWrite {
	id: string;
	/**
	 * Takes the session's turn. Refused with `conflict`, precondition `turn` and the `runId` in the way, while another
	 * run is running or an older one is waiting, unless its time ran out: then it is closed, in the same step. Advances
	 * the fence and makes this the session's last run. A run of this id that is pending becomes running; if it is not
	 * pending any more: `conflict`, precondition `run`, with its `status`. The unit's first event is the run's input.
	 */
	begin?: {
		/** With the id of the write. Of a run that waited, only `detail` is taken. */
		seed: RunSeed;
		/** How long the run lives without being renewed, in milliseconds of the store's clock. 0: it is dead at once. */
		aliveMs: number;
		/** Supersede a running run instead of being refused; does not wait for those who wait. */
		replace: boolean;
		/** The events that close another run: those found dead, and the one that is replaced. They come first. */
		close(run: RunRecord, closing: RunClosing): EventDraft[];
	};
	/**
	 * Ends the run. Refused with `conflict`, precondition `run` and its `status`, unless it is pending or running; and
	 * with `onlyExpired` unless its time ran out. Beside `begin` the run starts and ends at once. The fence stays, with
	 * one exception: `onlyExpired` takes it from a running run, whose owner may not know yet. Whoever ends another's
	 * run for another reason should advance the fence with the unit's patch.
	 */
	end?: {
		status: RunEnding;
		usage?: JsonObject;
		error?: JsonObject;
		/** Replaces the seed's. */
		detail?: JsonObject;
		/** Which of the unit's events is the input (of a run that never had its turn), and which the final answer. */
		inputIndex?: number;
		outputIndex?: number;
		onlyExpired?: true;
	};
	/** Keeps the run alive for so long from now. Refused, as `end` is, when it is over. */
	renewMs?: number;
	/**
	 * Added to those that are stored. Each belongs to the run it names: this one, or another one of the tree. Spans of a
	 * run that is gone are dropped; those of another tree are `invalid`.
	 */
	spans?: readonly SpanRecord[];
}

export interface RunListQuery {
	tenant: TenantId;
	uid?: SessionUid | undefined;
	agentId?: AgentId | undefined;
	/** null: only runs of sessions without user. */
	userId?: UserId | null | undefined;
	rootId?: string | undefined;
	statuses?: readonly RunStatus[] | undefined;
	/** Only pending and running ones whose time ran out. */
	expired?: true;
	limit: number;
	/** The last item of the page before. */
	after?: { at: number; id: string } | undefined;
}

/**
 * Runs and their spans. A run begins and ends with a unit of work of its session (`AppendUnit.run`).
 *
 * Whether a run is alive is for one clock to say, the store's: that of the engine where there is one, so that the
 * processes that share the data agree. It also gives `startedAt` and `endedAt`; `createdAt` is the writer's.
 */
export interface RunPort {
	get(tenant: TenantId, id: string): Promise<RunRecord | undefined>;
	/** Newest first by creation; ties by id. */
	list(query: RunListQuery): Promise<RunRecord[]>;
	/** Pending and running runs of a session, in the order in which they got in line. */
	line(target: SessionTarget): Promise<RunRecord[]>;
	/**
	 * Gets in line: stores a pending run with the message it will start with. `not_found` without such a session;
	 * `conflict`, precondition `run`, when the tenant has a run of this id.
	 */
	wait(target: SessionTarget, seed: RunSeed, queued: string, aliveMs: number): Promise<void>;
	/** Keeps an open run alive for so long from now; one that is over stays as it is. Resolves with its status; undefined when there is none. */
	renew(tenant: TenantId, id: string, aliveMs: number): Promise<RunStatus | undefined>;
	/** The spans of a tree of runs, in the order in which they were stored. */
	spans(tenant: TenantId, rootId: string): Promise<SpanRecord[]>;
	/**
	 * Removes an ended run and its spans. If it was the session's last run, the newest in the log is that now. False when
	 * there is none; `conflict`, precondition `run`, while it is open.
	 */
	delete(tenant: TenantId, id: string): Promise<boolean>;
}
