import { HoldfastError } from "../error/index.ts";
import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { DeliveryRecord, Store } from "../store/ports/index.ts";
import { PATIENCE, type Patience } from "./backoff.ts";
import { type DeliverySettings, deliverSession } from "./deliver-session.ts";

/*
 * Delivers events to the URLs that sessions have subscribed: those of one tenant, or of all.
 *
 *   asleep ── a commit here, a subscription, the timer ──▶ claiming ── a delivery ──▶ sending, beside others
 *     ▲                                                      │ none waits                │ settled
 *     └──────────────────────────────────────────────────────┴───────── claiming ◀───────┘
 *
 * A delivery is a cursor into its session's log. Whoever has claimed it sends the events behind it one by one and moves the
 * cursor after each answer: in order, at least once, and again only what was not answered. An event that is not taken
 * holds up its own session alone. It is tried again, later each time; after a day the delivery is given up and stays for a
 * person to see. If this process dies, its claims run out by the store's clock and others go on where the cursors are.
 */

/** Which session may have something to deliver. */
export interface SessionHint {
	tenant: TenantId;
	uid: SessionUid;
}

export interface Deliverer {
	/**
	 * There may be something to deliver. With a session: in its log, if it is known to have subscribed; `subscribed`, it has
	 * just done so.
	 */
	nudge(session?: SessionHint, subscribed?: boolean): void;
	/** Resolves when nothing waits that could be sent now. What has failed waits for its time and is not waited for. */
	idle(): Promise<void>;
	/** Begins nothing more; requests under way may end within a moment. */
	close(): Promise<void>;
}

export interface DelivererOptions {
	store: Store;
	network: NetworkPolicy;
	/** Whose events: those of one tenant, or of all there are. */
	tenants: "all" | TenantId;
	/** How often to look for what other processes have left, and for what is due again. */
	pollMs?: number;
	aliveMs?: number;
	timeoutMs?: number;
	/** How long closing waits for answers. */
	graceMs?: number;
	patience?: Patience;
}

/** Sessions that are delivered at the same time: in all, and of one tenant, so that no tenant's slow receivers stop the rest. */
const MOST = 64;
const MOST_OF_TENANT = 16;
const MOST_TENANTS = 100;
/** Sessions that are known to have subscribed. Of others the timer takes care. */
const MOST_KNOWN = 10_000;
const FEW = 1_000;

export function startDeliverer(options: DelivererOptions): Deliverer {
	const { store, network, tenants, pollMs = 1_000, graceMs = 2_000 } = options;
	const stopping = new AbortController();
	const cutOff = new AbortController();
	const settings: DeliverySettings = {
		...{ store, network, patience: options.patience ?? PATIENCE },
		...{ aliveMs: options.aliveMs ?? 30_000, timeoutMs: options.timeoutMs ?? 15_000 },
		...{ stopping: stopping.signal, cutOff: cutOff.signal },
	};
	const known = knownSessions(options, (session) => nudge(session));
	const active = new Map<Promise<void>, TenantId>();
	const busy = new Set<SessionUid>();
	/** Tenants to look at, and whether to look at all of them. */
	const urged = new Set<TenantId>();
	let everybody = false;
	/** Somebody could not be looked at for want of room. */
	let starved = false;
	let looking: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;

	const look = async (): Promise<void> => {
		while ((urged.size > 0 || everybody) && !stopping.signal.aborted) {
			const some = new Set(urged);
			urged.clear();
			if (everybody) {
				everybody = false;
				for (const tenant of await waitingTenants()) some.add(tenant);
			}
			for (const tenant of some) await claim(tenant);
		}
	};

	async function waitingTenants(): Promise<Iterable<TenantId>> {
		if (tenants !== "all") {
			// Reading is cheaper than claiming, which is a write.
			const subscribed = await store.deliveries.list({ tenant: tenants, status: "active", limit: FEW });
			for (const { uid } of subscribed) known.add({ tenant: tenants, uid });
			return subscribed.length > 0 ? [tenants] : [];
		}
		try {
			return (await store.deliveries.waiting(MOST_TENANTS)).map(({ tenant }) => tenant);
		} catch (error) {
			// The store may not look beyond a tenant: then at those that somebody here has subscribed for.
			if (HoldfastError.isInstance(error) && error.code === "capability_missing") return known.tenants();
			throw error;
		}
	}

	async function claim(tenant: TenantId): Promise<void> {
		const ofTenant = [...active.values()].filter((other) => other === tenant).length;
		if (active.size >= MOST) starved = true;
		const room = Math.min(MOST_OF_TENANT - ofTenant, MOST - active.size);
		if (room <= 0 || stopping.signal.aborted) return;
		const claimedAt = performance.now();
		for (const record of await store.deliveries.claim(tenant, settings.aliveMs, room))
			begin(record, claimedAt);
	}

	function begin(record: DeliveryRecord, claimedAt: number): void {
		const { tenant, uid, url, token } = record;
		known.add({ tenant, uid });
		busy.add(uid);
		const work = deliverSession(settings, record, claimedAt)
			// The store is away: if it is back already, this is quicker than to wait for the end of the claim.
			.catch(() => store.deliveries.settle(tenant, { uid, url }, token, { done: true }))
			.then(
				() => {},
				() => {},
			)
			.finally(() => {
				active.delete(work);
				busy.delete(uid);
				// Who got no room comes first.
				if (starved) everybody = true;
				else urged.add(tenant);
				starved = false;
				wake();
			});
		active.set(work, tenant);
	}

	/** What goes wrong with the store itself is met again at the next look. */
	function wake(): Promise<void> {
		looking ??= look()
			.catch(() => {})
			.finally(() => {
				looking = undefined;
				if ((urged.size > 0 || everybody) && !stopping.signal.aborted) wake();
			});
		return looking;
	}

	function nudge(session?: SessionHint, subscribed = false): void {
		if (stopping.signal.aborted) return;
		if (session && subscribed) known.add(session);
		// One that is at work looks again at its end.
		else if (session && (!known.has(session) || busy.has(session.uid))) return;
		if (session) urged.add(session.tenant);
		else everybody = true;
		wake();
	}

	const poll = (): void => {
		timer = setTimeout(() => {
			everybody = true;
			wake().finally(() => {
				if (!stopping.signal.aborted) poll();
			});
		}, pollMs);
		timer.unref();
	};
	poll();

	return {
		nudge,
		async idle() {
			everybody = true;
			while (!stopping.signal.aborted) {
				await wake();
				if (active.size === 0 && !looking && urged.size === 0 && !everybody) return;
				if (active.size > 0) await Promise.race(active.keys());
			}
		},
		async close() {
			stopping.abort();
			clearTimeout(timer);
			known.clear();
			await looking;
			const impatience = setTimeout(() => cutOff.abort(), graceMs);
			await Promise.all(active.keys());
			clearTimeout(impatience);
		},
	};
}

interface KnownSessions {
	add(session: SessionHint): void;
	has(session: SessionHint): boolean;
	tenants(): Set<TenantId>;
	clear(): void;
}

/** Sessions that have subscribed. A server also hears what other servers commit to them. */
function knownSessions(
	{ store, tenants }: DelivererOptions,
	onCommit: (session: SessionHint) => void,
): KnownSessions {
	const sessions = new Map<SessionUid, { session: SessionHint; stop(): void }>();
	const forget = (uid: SessionUid): void => {
		sessions.get(uid)?.stop();
		sessions.delete(uid);
	};
	return {
		add(session) {
			const found = sessions.get(session.uid);
			// The last to be forgotten is the one that was used last.
			sessions.delete(session.uid);
			// To watch would keep a process from ending that has nothing else to do.
			const stop =
				tenants === "all" ? () => store.log.watch(session, () => onCommit(session)) : () => () => {};
			sessions.set(session.uid, found ?? { session, stop: stop() });
			const [oldest] = sessions.keys();
			if (sessions.size > MOST_KNOWN && oldest !== undefined) forget(oldest);
		},
		has: ({ uid }) => sessions.has(uid),
		tenants: () => new Set(Array.from(sessions.values(), ({ session }) => session.tenant)),
		clear: () => {
			for (const uid of [...sessions.keys()]) forget(uid);
		},
	};
}
