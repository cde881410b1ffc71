import { setImmediate } from "node:timers/promises";
import type { SessionUid } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";

/** The runs in a session's queue, by id. True: a live run blocks this one. */
export type LineLook = ReadonlyMap<string, boolean>;

/** Reads that were requested and have not started. */
const coming = new WeakMap<Platform, Map<SessionUid, Promise<LineLook>>>();

/**
 * Reads a session's queue. Each commit wakes all runs that wait in it. One read serves all runs of this
 * process that were woken together: with one read for each, the work for a queue would grow with the cube of
 * its length.
 */
export function lookAtLine(platform: Platform, uid: SessionUid): Promise<LineLook> {
	const looks = coming.get(platform) ?? new Map<SessionUid, Promise<LineLook>>();
	coming.set(platform, looks);
	const joined = looks.get(uid);
	if (joined) return joined;
	const look = (async () => {
		// Other runs that the same commit woke get here in the meantime.
		await setImmediate();
		// The answer may miss commits from here on: a later caller needs another read.
		looks.delete(uid);
		return toLook(await platform.store.runs.line({ uid, tenant: platform.tenant }));
	})();
	looks.set(uid, look);
	return look;
}

/** First come, first served. A run that has started blocks all others, even if it did not wait. */
export function toLook(line: readonly Pick<RunRecord, "id" | "status" | "expired">[]): LineLook {
	const running = line.filter(({ status, expired }) => status === "running" && !expired);
	const look = new Map<string, boolean>();
	let alive = false;
	for (const run of line) {
		look.set(run.id, alive || running.some((other) => other !== run));
		alive ||= !run.expired;
	}
	return look;
}
