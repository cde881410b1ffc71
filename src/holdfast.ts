import type { ClientOptions } from "./client/index.ts";
import { openFoundation } from "./foundation.ts";
import type { Holdfast, HoldfastOptions } from "./interface.ts";
import { type OpenTenant, openTenant } from "./tenant.ts";

/**
 * Opens Holdfast in this process. With a `url`, connects to a server and returns the same interface.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 *
 * const hf = await holdfast();
 * const session = hf.session({ agentId: "support", sessionId: "user-42:billing" });
 * await session.history.append({ role: "user", content: "Hello" });
 * console.log(await session.history.last(10));
 * await hf.close();
 * ```
 */
export async function holdfast(options: HoldfastOptions | ClientOptions = {}): Promise<Holdfast> {
	if (isRemote(options)) {
		const { createClient } = await import("./client/index.ts");
		return createClient(options);
	}
	const foundation = await openFoundation(options, { loopback: true, shareFeeds: false });
	const tenant = openTenant(foundation, foundation.tenant, () => foundation.close());
	try {
		await tenant.checkEmbedder();
	} catch (error) {
		await tenant.hf.close();
		throw error;
	}
	watchForWork(tenant);
	return tenant.hf;
}

const isRemote = (options: HoldfastOptions | ClientOptions): options is ClientOptions =>
	typeof options === "object" && options !== null && "url" in options;

/** When a process first looks for jobs that other processes have left, and how often it looks again. */
const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 15_000;

/** Looks for jobs and deliveries that other processes have left. */
function watchForWork(tenant: OpenTenant): void {
	const { platform, closing } = tenant;
	const look = async (): Promise<void> => {
		try {
			if (await tenant.isAnythingLeft()) tenant.nudge();
			const { deliveries, subscriptions } = platform.store;
			const query = { tenant: platform.tenant, status: "active", limit: 1 } as const;
			const [owed, covered] = await Promise.all([deliveries.list(query), subscriptions.list(query)]);
			if (owed.length > 0 || covered.length > 0) tenant.deliver();
		} catch {
			// The store is unavailable. The next look tries again.
		}
	};
	const first = setTimeout(async () => {
		look();
		if (!platform.store.capabilities.durable) return;
		const { enqueueSweep } = await import("./sweep-job.ts");
		await enqueueSweep(platform).catch(() => {});
	}, FIRST_LOOK_MS);
	const timer = setInterval(look, LOOK_MS);
	first.unref();
	timer.unref();
	closing.addEventListener("abort", () => {
		clearTimeout(first);
		clearInterval(timer);
	});
}
