import { HoldfastError } from "../error/index.ts";
import type { Event, SessionMode, SessionUid } from "../event/index.ts";
import { type Platform, writeExisting } from "../session/index.ts";
import type { RunWrite, SessionPatch } from "../store/ports/index.ts";
import type { Recorder } from "../trace/index.ts";
import { checkSize, type RunEventDraft, storedEvent } from "./run-events.ts";

/** The turn is somebody else's now: the run was cancelled, replaced, or found dead. It must not write any more. */
export class TurnLost extends Error {
	override readonly name = "TurnLost";
}

/** The precondition that a write was refused for. */
export function refusedFor(error: unknown): string | undefined {
	return HoldfastError.isInstance(error) && error.code === "conflict"
		? (error.precondition as string | undefined)
		: undefined;
}

/** The one way in which a run writes: by the session's uid, under its fence, with the spans that have ended. */
export class RunLog {
	readonly events: Event[] = [];
	/** The session's mode as the newest write found it. */
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

	/** Whether a wake-up is explained by a write of this run that is under way. Each write explains one. */
	isOwnWake(): boolean {
		if (this.#wakes === 0) return false;
		this.#wakes -= 1;
		return true;
	}

	/** Twice what a caller may append: the runtime's own parts, state beside a result, come on top. */
	get #room(): number {
		return this.#platform.store.capabilities.limits.eventBytes * 2;
	}

	/** Whether an event is small enough to be appended. */
	takes({ body }: RunEventDraft): boolean {
		return Buffer.byteLength(body) <= this.#room;
	}

	/** Appends events as they happen. Throws `TurnLost` when the turn is not this run's any more. */
	async append(
		drafts: readonly RunEventDraft[],
		{ patch = {}, end }: { patch?: SessionPatch; end?: RunWrite["end"] } = {},
	): Promise<Event[]> {
		// A tool that was left behind may still want to write.
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
					// A session that is ended while a run is on stays ended: the run has begun before.
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
			// It has not: the next write may say why.
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
	 * Stores the spans of a run that lost its turn: what it did is known, though it may not write to the log any more.
	 * A trace is not worth an error.
	 */
	async leaveTrace(): Promise<void> {
		const spans = this.#recorder.take();
		if (spans.length === 0) return;
		const target = { uid: this.uid, tenant: this.#platform.tenant };
		const parts = { run: { id: this.#runId, spans } };
		await writeExisting(this.#platform, target, parts, Date.now()).catch(() => {});
	}
}
