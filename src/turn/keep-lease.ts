import type { Platform } from "../session/index.ts";
import type { RunLog } from "./run-log.ts";

/** Most turns with a fast model end before this, and need neither a renewal nor a check. */
const FIRST_LOOK_MS = 25;

/**
 * Keeps the lease of a running turn. It renews the lease and, after each commit to the session by any
 * process, checks that the run still has the turn. If not, it calls `lost` once. Returns a function that
 * stops it.
 */
export function keepLease(options: {
	platform: Platform;
	log: RunLog;
	runId: string;
	leaseMs: number;
	lost: () => void;
}): () => void {
	const { platform, log, runId, leaseMs, lost } = options;
	let stopped = false;
	let looking = false;
	let again = false;
	let unwatch: (() => void) | undefined;
	let renewal: NodeJS.Timeout | undefined;

	const stop = (): void => {
		stopped = true;
		clearTimeout(first);
		clearInterval(renewal);
		unwatch?.();
	};
	const check = (status: string | undefined): void => {
		if (stopped || status === "running") return;
		stop();
		lost();
	};
	const ask = async (question: () => Promise<string | undefined>): Promise<void> => {
		try {
			check(await question());
		} catch {
			// The store is unavailable for a moment. The next check finds out, and a write would be refused
			// anyway.
		}
	};
	const look = async (): Promise<void> => {
		// A commit during a read may be missing from its answer: read again.
		again = true;
		if (looking) return;
		looking = true;
		while (again && !stopped) {
			again = false;
			await ask(async () => (await platform.store.runs.get(platform.tenant, runId))?.status);
		}
		looking = false;
	};
	const first = setTimeout(
		() => {
			if (stopped) return;
			unwatch = platform.store.log.watch({ uid: log.uid, tenant: platform.tenant }, () => {
				if (!log.isOwnWake()) void look();
			});
			const renew = () => ask(() => platform.store.runs.renew(platform.tenant, runId, leaseMs));
			renewal = setInterval(renew, Math.max(leaseMs / 3, 10));
			renewal.unref();
			void look();
		},
		Math.min(FIRST_LOOK_MS, leaseMs / 3),
	);
	first.unref();
	return stop;
}
