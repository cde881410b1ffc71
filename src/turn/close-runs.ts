import { HoldfastError } from "../error/index.ts";
import { type Platform, writeExisting } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";
import { closingEvents } from "./run-events.ts";
import { refusedFor } from "./run-log.ts";

const GONE = {
	status: "failed",
	error: { code: "unavailable", message: "the process that ran it is gone: its lease ran out" },
} as const;
const CANCELLED = {
	status: "cancelled",
	error: { code: "cancelled", message: "the run was cancelled" },
} as const;

/**
 * Ends a run from outside, at once: the fence moves on, so that whatever its own process still wants to write is
 * refused. False when it had ended already, or with `GONE` is alive after all.
 */
async function closeRun(
	platform: Platform,
	run: RunRecord,
	how: typeof GONE | typeof CANCELLED,
): Promise<boolean> {
	const events = closingEvents(run, how);
	try {
		await writeExisting(
			platform,
			{ uid: run.uid, tenant: platform.tenant },
			{
				events,
				patch: {
					advanceFence: run.status === "running",
					...(run.queued !== undefined && { lastRunId: run.id }),
				},
				run: {
					id: run.id,
					end: {
						...how,
						...(run.queued !== undefined && { inputIndex: 0 }),
						...(how === GONE && { onlyExpired: true as const }),
					},
				},
			},
			Date.now(),
		);
		return true;
	} catch (error) {
		if (refusedFor(error) === "run") return false;
		// The session was deleted meanwhile, and the run with it.
		if (HoldfastError.isInstance(error) && error.code === "not_found") return false;
		throw error;
	}
}

/** Closes one run whose process is gone. */
export const closeDeadRun = (platform: Platform, run: RunRecord): Promise<boolean> =>
	closeRun(platform, run, GONE);

export const cancelRun = (platform: Platform, run: RunRecord): Promise<boolean> =>
	closeRun(platform, run, CANCELLED);

/** Closes every run of the tenant whose process is gone. Returns how many. */
export async function closeDeadRuns(platform: Platform): Promise<number> {
	let closed = 0;
	for (;;) {
		const dead = await platform.store.runs.list({ tenant: platform.tenant, expired: true, limit: 100 });
		let progress = 0;
		for (const run of dead) if (await closeDeadRun(platform, run)) progress += 1;
		closed += progress;
		if (dead.length < 100 || progress === 0) return closed;
	}
}
