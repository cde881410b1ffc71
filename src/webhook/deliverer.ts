import { HoldfastError } from "../error/index.ts";
import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { DeliveryRecord, Store } from "../store/ports/index.ts";
import { PATIENCE, type Patience } from "./backoff.ts";
import { type DeliverySettings, deliverSession } from "./deliver-session.ts";
import { KnownSessions, type SessionHint } from "./known-sessions.ts";

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

/** Whose events may be owed: those of a session, or of any session of a tenant. */
export interface DeliveryHint {
	tenant: TenantId;
	uid?: SessionUid | undefined;
}

export interface Deliverer {
	/**
	 * There may be something to deliver: of a session, of a tenant, or of anybody. `subscribed`: the session or the tenant has
	 * just asked for it.
	 */
	nudge(whose?: DeliveryHint, subscribed?: boolean): void;
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
	/** How long what was read may wait to be sent. */
	freshMs?: number;
	/** How long closing waits for answers. */
	graceMs?: number;
	patience?: Patience;
}

/**
 * Deliveries at the same time: in all; of one tenant, so that no tenant's slow receivers stop the rest; and to one URL of it, so
 * that no slow receiver stops its others.
 */
const MOST = 128;
const MOST_OF_TENANT = 32;
const MOST_OF_URL = 8;
const MOST_TENANTS = 100;
const ASKED_AT_ONCE = 16;
/** Looking takes at most this part of the time, however many have subscribed. */
const LOOKING_PART = 0.05;
const LONGEST_POLL_MS = 30_000;

export function startDeliverer(options: DelivererOptions): Deliverer {
	const { store, network, tenants, pollMs = 1_000, graceMs = 2_000 } = options;
	const stopping = new AbortController();
	const cutOff = new AbortController();
	const settings: DeliverySettings = {
		...{ store, network, patience: options.patience ?? PATIENCE },
		...{ aliveMs: options.aliveMs ?? 30_000, timeoutMs: options.timeoutMs ?? 15_000 },
		freshMs: options.freshMs ?? 250,
		...{ stopping: stopping.signal, cutOff: cutOff.signal },
	};
	const known = new KnownSessions(store);
	const active = new Map<Promise<void>, DeliveryRecord>();
	/** What to look at: sessions that have subscribed or may have, tenants, or everybody. */
	const hinted = new Map<SessionUid, SessionHint>();
	const unsure = new Map<SessionUid, SessionHint>();
	const urged = new Set<TenantId>();
	let everybody = false;
	/** Tenants that may have more than there was room for; and whether somebody was not looked at for want of room. */
	const hungry = new Set<TenantId>();
	let starved = false;
	/** How long the last look at everybody took. */
	let tookMs = 0;
	let looking: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;

	const isUrged = (): boolean =>
		(everybody || hinted.size + unsure.size + urged.size > 0) && !stopping.signal.aborted;

	/** Those who wait longest come first; a session that was written to just now does not get in before them. */
	const look = async (): Promise<void> => {
		while (isUrged()) {
			const some = new Set(urged);
			urged.clear();
			if (everybody) await lookAtEverybody();
			for (const tenant of some) await claim(tenant);
			const sessions = [...hinted.values()];
			hinted.clear();
			for (const { tenant, uid } of sessions) await claim(tenant, uid);
			await Promise.all([...unsure.values()].slice(0, ASKED_AT_ONCE).map(ask));
		}
	};

	async function lookAtEverybody(): Promise<void> {
		everybody = false;
		const since = performance.now();
		try {
			for (const tenant of await waitingTenants()) await claim(tenant);
		} finally {
			tookMs = performance.now() - since;
		}
	}

	async function ask(session: SessionHint): Promise<void> {
		unsure.delete(session.uid);
		if (await known.ask(session)) hinted.set(session.uid, session);
	}

	async function waitingTenants(): Promise<Iterable<TenantId>> {
		if (tenants !== "all") {
			// Reading is cheaper than claiming, which is a write.
			const any = await store.deliveries.list({ tenant: tenants, status: "active", limit: 1 });
			return any.length > 0 ? [tenants] : [];
		}
		try {
			return (await store.deliveries.waiting(MOST_TENANTS)).map(({ tenant }) => tenant);
		} catch (error) {
			// The store may not look beyond a tenant: then at those that are known here.
			if (HoldfastError.isInstance(error) && error.code === "capability_missing") return known.tenants();
			throw error;
		}
	}

	async function claim(tenant: TenantId, uid?: SessionUid): Promise<void> {
		while (!stopping.signal.aborted) {
			const { limit, except } = roomFor(tenant);
			if (active.size >= MOST) starved = true;
			if (limit <= 0 || except.length > 0) hungry.add(tenant);
			if (limit <= 0) return;
			const claimedAt = performance.now();
			const claimed = await store.deliveries.claim(tenant, settings.aliveMs, { limit, uid, except });
			for (const record of claimed) begin(record, claimedAt);
			if (claimed.length < limit) return;
		}
	}

	/** How many deliveries of a tenant may begin, whatever their URLs are, except those that have enough. */
	function roomFor(tenant: TenantId): { limit: number; except: string[] } {
		const urls = [...active.values()].filter((other) => other.tenant === tenant).map(({ url }) => url);
		const counts = new Map<string, number>();
		for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
		const except = [...counts].flatMap(([url, count]) => (count >= MOST_OF_URL ? [url] : []));
		const most = Math.max(0, ...[...counts.values()].filter((count) => count < MOST_OF_URL));
		return {
			limit: Math.min(MOST_OF_TENANT - urls.length, MOST - active.size, MOST_OF_URL - most),
			except,
		};
	}

	function begin(record: DeliveryRecord, claimedAt: number): void {
		const { tenant, uid, token } = record;
		if (record.subscription === undefined) known.set({ tenant, uid }, true);
		else known.cover(tenant);
		const work = deliverSession(settings, record, claimedAt)
			// The store is away: if it is back already, this is quicker than to wait for the end of the claim.
			.catch(() => store.deliveries.settle(tenant, record, token, { done: true }))
			.then(
				() => {},
				() => {},
			)
			.finally(() => {
				active.delete(work);
				// Something may have come since it looked last; but others may wait for the room.
				if (starved) everybody = true;
				else if (hungry.has(tenant)) urged.add(tenant);
				else hinted.set(uid, { tenant, uid });
				starved = false;
				hungry.delete(tenant);
				wake();
			});
		active.set(work, record);
	}

	/** What goes wrong with the store itself is met again at the next look. */
	function wake(): Promise<void> {
		looking ??= look()
			.catch(() => {})
			.finally(() => {
				looking = undefined;
				if (isUrged()) wake();
			});
		return looking;
	}

	function nudge(whose?: DeliveryHint, subscribed = false): void {
		if (stopping.signal.aborted) return;
		if (!whose) everybody = true;
		else if (whose.uid === undefined) {
			if (subscribed) known.cover(whose.tenant);
			urged.add(whose.tenant);
		} else {
			const session = { tenant: whose.tenant, uid: whose.uid };
			if (subscribed) known.set(session, true);
			const standing = known.get(session);
			if (standing === "not") return;
			(standing === "subscribed" ? hinted : unsure).set(session.uid, session);
		}
		wake();
	}

	const poll = (wait: number): void => {
		timer = setTimeout(() => {
			everybody = true;
			wake();
			poll(Math.max(pollMs, Math.min(tookMs / LOOKING_PART, LONGEST_POLL_MS)));
		}, wait);
		timer.unref();
	};
	poll(pollMs);

	return {
		nudge,
		async idle() {
			everybody = true;
			while (!stopping.signal.aborted) {
				await wake();
				if (active.size === 0 && !looking && !isUrged()) return;
				if (active.size > 0) await Promise.race(active.keys());
			}
		},
		async close() {
			stopping.abort();
			clearTimeout(timer);
			await looking;
			const impatience = setTimeout(() => cutOff.abort(), graceMs);
			await Promise.all(active.keys());
			clearTimeout(impatience);
		},
	};
}
