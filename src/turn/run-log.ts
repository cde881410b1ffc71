import { HoldfastError } from "../error/index.ts";
import type { Event, SessionMode, SessionUid } from "../event/index.ts";
import { type Platform, writeExisting } from "../session/index.ts";
import type { RunWrite, SessionPatch } from "../store/ports/index.ts";
import type { Recorder } from "../trace/index.ts";
import { checkSize, type RunEventDraft, storedEvent } from "./run-events.ts";

/** The run has lost its turn: it was cancelled, replaced or found dead. It must not write any more. */
export class TurnLost extends Error {
	override readonly name = "TurnLost";
}

/** The precondition for which a write was refused. */
export function refusedFor(error: unknown): string | undefined {
	return HoldfastError.isInstance(error) && error.code === "conflict"
		? (error.precondition as string | undefined)
		: undefined;
}

/**
 * The only way in which a run writes: by the session's uid, under its fence, with the spans that have ended.
 */
export class RunLog {
	readonly events: Event[] = [];
	/** The session's mode as of the newest write. */
	mode: SessionMode = "auto";
	readonly uid: SessionUid;
	readonly fence: number;
	readonly #platform: Platform;
	readonly #runId: string;
	readonly #recorder: Recorder;
	#writing = 0;
	#wakes = 0;
	#ended = false;

	constructor(
		platform: Platform,
		turn: { uid: SessionUid; fence: number; runId: string },
		recorder: Recorder,
	) {
		this.#platform = platform;
		this.uid = turn.uid;
		this.fence = turn.fence;
		this.#runId = turn.runId;
		this.#recorder = recorder;
	}

	/** Whether a wake-up comes from a pending write of this run. Each write accounts for one. */
	isOwnWake(): boolean {
		if (this.#wakes === 0) return false;
		this.#wakes -= 1;
		return true;
	}

	/** Twice the limit of callers: the runtime adds its own parts, e.g. state in addition to a result. */
	get #room(): number {
		return this.#platform.store.capabilities.limits.eventBytes * 2;
	}

	/** Whether an event is small enough to be appended. */
	takes({ body }: RunEventDraft): boolean {
		return Buffer.byteLength(body) <= this.#room;
	}

	/** Appends events as they happen. Throws `TurnLost` if the run has lost its turn. */
	async append(
		drafts: readonly RunEventDraft[],
		{ patch = {}, end }: { patch?: SessionPatch; end?: RunWrite["end"] } = {},
	): Promise<Event[]> {
		// A tool that is still running may try to write.
		if (this.#ended) throw new TurnLost("the run has ended");
		for (const draft of drafts) checkSize(draft, this.#room);
		if (end) this.#ended = true;
		const spans = this.#recorder.take();
		const run: RunWrite = { id: this.#runId };
		if (end) run.end = end;
		if (spans.length > 0) run.spans = spans;
		this.#writing += 1;
		this.#wakes += 1;
		try {
			const { firstOffset, mode } = await writeExisting(
				this.#platform,
				{ uid: this.uid, tenant: this.#platform.tenant },
				{
					events: [...drafts],
					// A session that is ended during a run stays ended: the run began before.
					reopen: undefined,
					patch,
					require: { fence: this.fence },
					...((end || spans.length > 0) && { run }),
				},
				Date.now(),
			);
			this.#recorder.stored(spans);
			this.mode = mode;
			const stored = drafts.map((draft, i) => storedEvent(firstOffset + i, draft));
			this.events.push(...stored);
			return stored;
		} catch (error) {
			this.#recorder.restore(spans);
			// It has not ended: the next write may log the reason.
			if (end) this.#ended = false;
			const refused = refusedFor(error);
			if (refused === "fence" || refused === "run") throw new TurnLost("the turn was taken over");
			throw error;
		} finally {
			this.#writing -= 1;
			if (this.#writing === 0) this.#wakes = 0;
		}
	}

	/**
	 * Stores the spans of a run that lost its turn: it may not write to the log any more, but its trace is
	 * kept. If that fails, the error is ignored.
	 */
	async leaveTrace(): Promise<void> {
		const spans = this.#recorder.take();
		if (spans.length === 0) return;
		const target = { uid: this.uid, tenant: this.#platform.tenant };
		const parts = { run: { id: this.#runId, spans } };
		await writeExisting(this.#platform, target, parts, Date.now()).catch(() => {});
	}
}
