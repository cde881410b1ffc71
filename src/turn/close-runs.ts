import { HoldfastError } from "../error/index.ts";
import type { SessionUid } from "../event/index.ts";
import { type Platform, writeExisting } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";
import { closingEvents, type Idempotency, idempotencyOf } from "./run-events.ts";
import { refusedFor } from "./run-log.ts";

const GONE = {
	status: "failed",
	error: { code: "unavailable", message: "the process running it died: its lease ran out" },
} as const;
const CANCELLED = {
	status: "cancelled",
	error: { code: "cancelled", message: "the run was cancelled" },
} as const;

/**
 * Ends a run from outside, immediately. The fence moves on, so that later writes of the run's own process are
 * refused. Returns false if the run had already ended or, with `GONE`, if it is still alive.
 */
async function closeRun(
	platform: Platform,
	given: RunRecord,
	how: typeof GONE | typeof CANCELLED,
): Promise<boolean> {
	let found: { run: RunRecord; fence?: number } | undefined = { run: given };
	for (;;) {
		// A waiting run may get its turn, and log its message, before it is closed.
		if (found.run.status === "pending") found = await lookUnderFence(platform, found.run);
		if (!found) return false;
		try {
			await writeEnd(platform, found.run, how, found.fence);
			return true;
		} catch (error) {
			if (refusedFor(error) === "fence") continue;
			if (refusedFor(error) === "run") return false;
			// The session was deleted in the meantime, and the run with it.
			if (HoldfastError.isInstance(error) && error.code === "not_found") return false;
			throw error;
		}
	}
}

/** Reads a run under a fence. The fence is read first: if the run gets its turn later, the fence moves. */
async function lookUnderFence(
	{ store, tenant }: Platform,
	{ uid, id }: RunRecord,
): Promise<{ run: RunRecord; fence?: number } | undefined> {
	const session = await store.sessions.get({ uid, tenant });
	const run = await store.runs.get(tenant, id);
	if (!session || !run) return undefined;
	return run.status === "pending" ? { run, fence: session.fence } : { run };
}

async function writeEnd(
	platform: Platform,
	run: RunRecord,
	how: typeof GONE | typeof CANCELLED,
	fence: number | undefined,
): Promise<void> {
	const write = (idempotency: Idempotency | undefined, repeated: boolean) => {
		const says = run.queued !== undefined && !repeated;
		const end = {
			...how,
			...(says && { inputIndex: 0 }),
			...(how === GONE && { onlyExpired: true as const }),
		};
		const parts = {
			events: closingEvents(run, how, repeated ? idempotencyOf(run) : undefined),
			patch: { advanceFence: run.status === "running", ...(says && { lastRunId: run.id }) },
			run: { id: run.id, end },
			require: { ...(fence !== undefined && { fence }), ...(idempotency && { idempotency }) },
		};
		return writeExisting(platform, { uid: run.uid, tenant: platform.tenant }, parts, Date.now());
	};
	// A waiting message is logged with its idempotency key: a later repeat returns the result of this run.
	const key = run.queued === undefined ? undefined : idempotencyOf(run);
	try {
		const { replayed } = await write(key, false);
		if (!replayed) return;
	} catch (error) {
		if (refusedFor(error) !== "idempotency") throw error;
	}
	// A repeat with the same key has already logged the message.
	await write(undefined, true);
}

export const cancelRun = (platform: Platform, run: RunRecord): Promise<boolean> =>
	closeRun(platform, run, CANCELLED);

/**
 * Closes the dead runs of a session: those whose process died. Returns how many. The message of a waiting run
 * is logged when its turn would have come: never in the middle of another turn, and after all earlier
 * messages.
 */
async function closeDeadLine(platform: Platform, uid: SessionUid): Promise<number> {
	const line = await platform.store.runs.line({ uid, tenant: platform.tenant });
	const running = line.filter(({ status }) => status === "running");
	const waiting = line.filter(({ status }) => status === "pending");
	let closed = 0;
	const close = async (run: RunRecord): Promise<void> => {
		if (await closeRun(platform, run, GONE)) closed += 1;
	};
	for (const run of running) if (run.expired) await close(run);
	if (running.some(({ expired }) => !expired)) return closed;
	for (const run of waiting) {
		if (!run.expired) break;
		await close(run);
	}
	return closed;
}

/** Closes a dead run, and all dead runs before it, as soon as no live run is before it. */
export async function closeDeadRun(platform: Platform, { uid }: RunRecord): Promise<void> {
	await closeDeadLine(platform, uid);
}

/** Closes every run of the tenant whose process died. Returns how many. */
export async function closeDeadRuns(platform: Platform): Promise<number> {
	let closed = 0;
	for (;;) {
		const dead = await platform.store.runs.list({ tenant: platform.tenant, expired: true, limit: 100 });
		let progress = 0;
		for (const uid of new Set(dead.map((run) => run.uid))) progress += await closeDeadLine(platform, uid);
		closed += progress;
		if (dead.length < 100 || progress === 0) return closed;
	}
}
