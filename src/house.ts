import { HoldfastError } from "./error/index.ts";
import type { TenantId } from "./event/index.ts";
import { type Foundation, type FoundationOptions, openFoundation } from "./foundation.ts";
import type { Holdfast, HoldfastOptions } from "./interface.ts";
import type { NetworkPolicy } from "./network/index.ts";
import type { Store } from "./store/ports/index.ts";
import { enqueueSweep } from "./sweep-job.ts";
import { type OpenTenant, openTenant } from "./tenant.ts";
import type { ServedAgents } from "./turn/index.ts";
import { startDeliverer } from "./webhook/deliverer.ts";

/*
 * Many tenants in one process, for a server. The first call for a tenant opens it. When many others are open and it
 * has been idle, it is closed again; callers do not notice. Background jobs are watched for all tenants together,
 * including those that are not open.
 */

export interface House {
	readonly store: Store;
	readonly network: NetworkPolicy;
	/** The tenant of callers that name none. */
	readonly tenant: TenantId;
	/** Runs work with a tenant, which stays open until the work has ended. */
	use<T>(tenant: TenantId, work: (hf: Holdfast) => Promise<T>): Promise<T>;
	/** The same for streams, which have no promise to await. Call `leave` at the end. */
	enter(tenant: TenantId): { hf: Holdfast; served: ServedAgents; leave(): void };
	/** How many tenants are open, and how many runs are active. */
	counts(): Promise<{ tenants: number; runs: number }>;
	/** Ends followers, waits for runs (or cancels them) and closes everything. */
	close(options?: { cancel?: boolean }): Promise<void>;
}

interface Entry {
	readonly tenant: OpenTenant;
	users: number;
	leftAt: number;
}

/** How many idle tenants stay open. */
const MOST_IDLE = 200;
/** How often to look for jobs that no call in this process has announced. */
const LOOK_MS = 5_000;
/** Fewer than stay open when idle: a tenant that is closed right after it was opened would run no jobs. */
const MOST_WAITING = MOST_IDLE / 2;

export async function openHouse(options: HoldfastOptions, how: FoundationOptions): Promise<House> {
	const opened = await openFoundation(options, how);
	const { store, network } = opened;
	const deliverer = startDeliverer({ store, network: opened.networkOfCallers, tenants: "all" });
	const foundation: Foundation = { ...opened, deliver: deliverer.nudge };
	const entries = new Map<TenantId, Entry>();
	const leaving = new Set<Promise<void>>();
	let closing = false;

	const entryOf = (id: TenantId): Entry => {
		const known = entries.get(id);
		if (known) return known;
		if (closing) throw new HoldfastError("unavailable", "the server is shutting down; try another one");
		const tenant = openTenant(foundation, id, async () => {});
		const entry: Entry = { tenant, users: 0, leftAt: Date.now() };
		entries.set(id, entry);
		if (store.capabilities.durable) enqueueSweep(tenant.platform).catch(() => {});
		return entry;
	};
	/** Closes the tenants that have been idle longest, if there are too many. */
	const makeRoom = (): void => {
		if (entries.size <= MOST_IDLE) return;
		const idle = [...entries].filter(([, { users, tenant }]) => users === 0 && !tenant.isBusy());
		if (idle.length <= MOST_IDLE) return;
		idle.sort(([, a], [, b]) => a.leftAt - b.leftAt);
		for (const [id, { tenant }] of idle.slice(0, idle.length - MOST_IDLE)) {
			entries.delete(id);
			const gone = tenant.hf.close().catch(() => {});
			leaving.add(gone);
			gone.finally(() => leaving.delete(gone));
		}
	};
	const enter: House["enter"] = (id) => {
		const entry = entryOf(id);
		entry.users += 1;
		let left = false;
		const leave = (): void => {
			if (left) return;
			left = true;
			entry.users -= 1;
			entry.leftAt = Date.now();
			makeRoom();
		};
		return { hf: entry.tenant.hf, served: entry.tenant.served, leave };
	};
	const look = async (): Promise<void> => {
		try {
			for (const { tenant } of await store.work.waiting(MOST_WAITING)) entryOf(tenant).tenant.nudge();
			makeRoom();
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "capability_missing") return;
			// The store cannot look across tenants, so each open tenant looks for its own jobs.
			for (const { tenant } of entries.values())
				if (await tenant.isAnythingLeft().catch(() => false)) tenant.nudge();
		}
	};
	let looking: Promise<void> | undefined;
	const timer = setInterval(() => {
		looking ??= look().finally(() => {
			looking = undefined;
		});
	}, LOOK_MS);
	timer.unref();
	try {
		await entryOf(foundation.tenant).tenant.checkEmbedder();
	} catch (error) {
		clearInterval(timer);
		await close();
		throw error;
	}
	deliverer.nudge();

	let closed: Promise<void> | undefined;
	async function close(given?: { cancel?: boolean }): Promise<void> {
		closing = true;
		clearInterval(timer);
		await looking;
		const all = [...entries.values()].map(({ tenant }) => tenant.hf.close(given));
		await Promise.allSettled([...all, ...leaving]);
		await deliverer.close();
		await opened.close();
	}
	return {
		store,
		network,
		tenant: foundation.tenant,
		enter,
		async use(id, work) {
			const { hf, leave } = enter(id);
			try {
				return await work(hf);
			} finally {
				leave();
			}
		},
		async counts() {
			const runs = await Promise.all(Array.from(entries.values(), ({ tenant }) => tenant.runs()));
			return { tenants: entries.size, runs: runs.reduce((sum, count) => sum + count, 0) };
		},
		close: (given) => {
			// Closing may have begun already. `cancel` then still cancels the runs that it waits for.
			if (closed && given?.cancel) for (const { tenant } of entries.values()) tenant.hf.close(given);
			closed ??= close(given);
			return closed;
		},
	};
}
