import { setImmediate } from "node:timers/promises";
import type { SessionUid } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunRecord } from "../store/ports/index.ts";

/** The runs in a session's line by id: true where somebody alive is in their way. */
export type LineLook = ReadonlyMap<string, boolean>;

/** Looks that have been asked for and have not begun. */
const coming = new WeakMap<Platform, Map<SessionUid, Promise<LineLook>>>();

/**
 * A session's line as it is now, or later. Each commit wakes all who wait in it: one look serves all of this process
 * who were woken together. A look for each would make the work of a line grow with the cube of its length.
 */
export function lookAtLine(platform: Platform, uid: SessionUid): Promise<LineLook> {
	const looks = coming.get(platform) ?? new Map<SessionUid, Promise<LineLook>>();
	coming.set(platform, looks);
	const joined = looks.get(uid);
	if (joined) return joined;
	const look = (async () => {
		// Those who were woken along with the first one get here meanwhile.
		await setImmediate();
		// What is committed from here on may not be in the answer: who comes now needs another look.
		looks.delete(uid);
		return toLook(await platform.store.runs.line({ uid, tenant: platform.tenant }));
	})();
	looks.set(uid, look);
	return look;
}

/** First come, first served; and whoever runs is in everybody's way, also one who did not wait. */
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
