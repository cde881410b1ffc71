import type { AgentRegistry } from "../agent/index.ts";
import type { LanguageModel } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import { closeDeadRuns } from "./close-runs.ts";
import { RunFeeds } from "./run-feed.ts";
import { shareFeed } from "./share-feed.ts";
import { startRun } from "./start-run.ts";
import type { Runtime } from "./turn.ts";

/** If a lease is not renewed for this time, the process that holds it counts as dead. */
export const DEFAULT_LEASE_MS = 10_000;

/** Creates what runs share, and regularly closes runs whose process died. */
export function createRuntime(options: {
	platform: Platform;
	agents: AgentRegistry;
	defaultModel: LanguageModel | string;
	leaseMs: number;
	memory: Runtime["memory"];
	shareFeeds?: boolean | undefined;
}): Runtime {
	const { platform, leaseMs } = options;
	const look = setInterval(() => {
		// If the store is unavailable now, the next time closes them.
		closeDeadRuns(platform).catch(() => {});
	}, leaseMs * 2);
	look.unref();
	platform.closing.addEventListener("abort", () => clearInterval(look));
	const runtime: Runtime = {
		...options,
		shareFeeds: options.shareFeeds ?? false,
		active: new Map(),
		feeds: new RunFeeds(options.shareFeeds ? (id, feed) => shareFeed(platform, id, feed) : undefined),
		start: (input, given) => startRun(runtime, input, given),
	};
	return runtime;
}
