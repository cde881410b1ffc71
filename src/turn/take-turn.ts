import { HoldfastError } from "../error/index.ts";
import type { Event, SessionUid } from "../event/index.ts";
import { decodeEvent } from "../event/index.ts";
import { type Platform, type SeedParts, writeExisting, writeSession } from "../session/index.ts";
import type {
	AppendOutcome,
	RunClosing,
	RunRecord,
	RunSeed,
	SessionName,
	SessionTarget,
} from "../store/ports/index.ts";
import { lookAtLine } from "./line-look.ts";
import { closingEvents, type RunEventDraft, statusEvent, storedEvent } from "./run-events.ts";
import type { OnBusy } from "./run-input.ts";
import { refusedFor, TurnLost } from "./run-log.ts";

export interface TurnRequest {
	platform: Platform;
	/** The session: by name, created if needed, or an existing one by uid. */
	target: { name: SessionName; create: SeedParts } | { uid: SessionUid };
	seed: RunSeed;
	/** The user's message. */
	message: RunEventDraft;
	onBusy: OnBusy;
	leaseMs: number;
	signal: AbortSignal;
	idempotency: { key: string; fingerprint: string } | undefined;
}

export type TakenTurn =
	| { kind: "taken"; uid: SessionUid; fence: number; events: Event[] }
	/** A human has the conversation: the message is logged, and the run is over. */
	| { kind: "manual"; uid: SessionUid; events: Event[] }
	/** The idempotency key was used before: the result is that of this run. */
	| { kind: "repeated"; runId: string };

const busy = (runId: unknown): HoldfastError =>
	new HoldfastError("busy", "the session is busy with another run; try again later, or set onBusy to queue", {
		busyWith: runId,
	});

/**
 * Tries once to take the turn. The message is logged, the run stored and the fence moved in one step, or none
 * of it.
 */
async function tryTurn(
	request: TurnRequest,
	target: TurnRequest["target"],
	replace: boolean,
): Promise<TakenTurn> {
	const { platform, seed, message, leaseMs, idempotency } = request;
	const started = statusEvent(seed.id, "running");
	const parts = {
		events: [message, started],
		patch: { lastRunId: seed.id },
		run: {
			id: seed.id,
			begin: {
				seed,
				aliveMs: leaseMs,
				replace,
				close: (other: RunRecord, how: RunClosing) => closingEvents(other, how, idempotency),
			},
		},
		require: { mode: "auto" as const, ...(idempotency && { idempotency }) },
	};
	const now = seed.createdAt;
	const outcome =
		"name" in target
			? await writeSession(platform, target.name, parts, { now, seed: target.create })
			: await writeExisting(platform, { uid: target.uid, tenant: platform.tenant }, parts, now);
	return repeated(outcome) ?? { kind: "taken", ...placed(outcome, [message, started]) };
}

function placed(outcome: AppendOutcome, drafts: readonly RunEventDraft[]) {
	const { uid, fence, firstOffset } = outcome;
	return { uid, fence, events: drafts.map((draft, i) => storedEvent(firstOffset + i, draft)) };
}

function repeated({ replayed }: AppendOutcome): TakenTurn | undefined {
	if (!replayed) return undefined;
	const [first] = replayed;
	const runId = first && decodeEvent(first.offset, first.body).runId;
	if (runId !== undefined) return { kind: "repeated", runId };
	throw new HoldfastError(
		"conflict",
		"this idempotency key was used for an append to this session, or its run was deleted; use a new key",
		{ precondition: "idempotency" },
	);
}

const bare = (platform: Platform, target: TurnRequest["target"]): SessionTarget =>
	"name" in target ? { name: target.name } : { uid: target.uid, tenant: platform.tenant };

/** Takes the session's turn. Waits for it if `onBusy` says so. */
export async function takeTurn(request: TurnRequest): Promise<TakenTurn> {
	request.signal.throwIfAborted();
	try {
		return await tryTurn(request, request.target, request.onBusy === "replace");
	} catch (error) {
		const refused = refusedFor(error);
		if (refused === "mode") return logForHuman(request);
		if (refused !== "turn") throw error;
		if (request.onBusy === "reject") throw busy((error as HoldfastError).runId);
	}
	return waitInLine(await getInLine(request));
}

/**
 * A run in the queue, with its session by uid. A uid does not change when the session is renamed, and commits
 * wake by uid.
 */
type Waiting = TurnRequest & { target: { uid: SessionUid } };

/**
 * Stores the run at the end of the queue. The uid is read from the stored run: the session may already have
 * another name.
 */
async function getInLine(request: TurnRequest): Promise<Waiting> {
	const { platform, target, seed, message, leaseMs } = request;
	const { store, tenant } = platform;
	await store.runs.wait({ target: bare(platform, target), seed, queued: message.body, aliveMs: leaseMs });
	const mine = await store.runs.get(tenant, seed.id);
	if (mine?.status !== "pending") throw new TurnLost("the run was closed while waiting");
	return { ...request, target: { uid: mine.uid } };
}

/** In manual mode, logs the message and ends the run. */
async function logForHuman(request: TurnRequest): Promise<TakenTurn> {
	const waiting = await getInLine(request);
	return (await endAsManual(waiting)) ?? waitInLine(waiting);
}

/** Ends a waiting run because a human has the conversation; undefined if that is no longer true. */
async function endAsManual(request: Waiting): Promise<TakenTurn | undefined> {
	const { platform, target, seed, message, idempotency } = request;
	const drafts = [message, statusEvent(seed.id, "completed")];
	const end = { status: "completed" as const, inputIndex: 0, detail: { ...seed.detail, mode: "manual" } };
	try {
		const outcome = await writeExisting(
			platform,
			bare(platform, target),
			{
				events: drafts,
				patch: { lastRunId: seed.id },
				run: { id: seed.id, end },
				require: { mode: "manual", ...(idempotency && { idempotency }) },
			},
			Date.now(),
		);
		const first = repeated(outcome);
		if (first) await leaveLine(request, false);
		return first ?? { kind: "manual", ...placed(outcome, drafts) };
	} catch (error) {
		if (refusedFor(error) === "mode") return undefined;
		if (refusedFor(error) === "run") throw new TurnLost("the run was closed while waiting");
		throw error;
	}
}

/** Leaves the queue. The user's message is logged anyway, with its key, unless `keep` is false. */
async function leaveLine(request: Waiting, keep = true): Promise<void> {
	const { platform, target, seed, message, idempotency } = request;
	const error = { code: "cancelled", message: "cancelled while waiting for its turn" };
	const events = keep ? [message, statusEvent(seed.id, "cancelled", error)] : [];
	const end = { status: "cancelled" as const, error, ...(keep && { inputIndex: 0 }) };
	const parts = {
		events,
		patch: keep ? { lastRunId: seed.id } : {},
		run: { id: seed.id, end },
		require: keep && idempotency ? { idempotency } : {},
	};
	try {
		const { replayed } = await writeExisting(platform, bare(platform, target), parts, Date.now());
		if (replayed) await leaveLine(request, false);
	} catch (refused) {
		if (refusedFor(refused) === "idempotency") await leaveLine(request, false);
		// It was already closed, or the session was deleted.
		else if (refusedFor(refused) !== "run" && !isNotFound(refused)) throw refused;
	}
}

const isNotFound = (error: unknown): boolean => HoldfastError.isInstance(error) && error.code === "not_found";

/** First come, first served: waits until no live run is ahead, then takes the turn. */
async function waitInLine(request: Waiting): Promise<TakenTurn> {
	const { platform, seed, leaseMs, signal } = request;
	const { store, tenant } = platform;
	const { uid } = request.target;
	const bell = new Bell();
	const unwatch = store.log.watch({ uid, tenant }, bell.ring);
	signal.addEventListener("abort", bell.ring);
	const renewMs = Math.max(leaseMs / 3, 10);
	let renewAt = performance.now() + renewMs;
	try {
		for (;;) {
			bell.reset();
			if (signal.aborted) {
				await leaveLine(request);
				throw signal.reason;
			}
			const blocked = (await lookAtLine(platform, uid)).get(seed.id);
			if (blocked === undefined) throw new TurnLost("the run was closed while waiting");
			if (!blocked) {
				const taken = await tryPlace(request);
				if (taken) return taken;
			}
			await bell.wait(Math.max(renewAt - performance.now(), 0));
			// Only when it is due: a renewal is a commit, and would wake all other waiting runs.
			if (performance.now() < renewAt) continue;
			await store.runs.renew(tenant, seed.id, leaseMs);
			renewAt = performance.now() + renewMs;
		}
	} finally {
		unwatch();
		signal.removeEventListener("abort", bell.ring);
	}
}

async function tryPlace(request: Waiting): Promise<TakenTurn | undefined> {
	try {
		const taken = await tryTurn(request, request.target, false);
		if (taken.kind === "repeated") await leaveLine(request, false);
		return taken;
	} catch (error) {
		const refused = refusedFor(error);
		if (refused === "turn") return undefined;
		if (refused === "mode") return endAsManual(request);
		if (refused === "run") throw new TurnLost("the run was closed while waiting");
		throw error;
	}
}

/** Timers are limited to 2³¹ ms. The caller checks again after each wait. */
const LONGEST_WAIT_MS = 3_600_000;

/** A signal that can be raised before or during the wait for it. */
class Bell {
	#rung = false;
	#answer: (() => void) | undefined;
	readonly ring = (): void => {
		this.#rung = true;
		this.#answer?.();
	};

	reset(): void {
		this.#rung = false;
	}

	async wait(atMostMs: number): Promise<void> {
		if (this.#rung) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, Math.min(atMostMs, LONGEST_WAIT_MS));
			this.#answer = () => {
				clearTimeout(timer);
				resolve();
			};
		});
		this.#answer = undefined;
	}
}
