import { HoldfastError } from "../error/index.ts";
import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { DeliveryRecord, Store } from "../store/ports/index.ts";
import { PATIENCE, type Patience } from "./backoff.ts";
import { type DeliverySettings, deliverSession } from "./deliver-session.ts";
import { KnownSessions, type SessionHint } from "./known-sessions.ts";

/*
 * Delivers events to subscribed URLs, for one tenant or for all.
 *
 *   asleep ── a commit here, a subscription, the timer ──▶ claiming ── a delivery ──▶ sending, next to others
 *     ▲                                                      │ none waits                │ settled
 *     └──────────────────────────────────────────────────────┴───────── claiming ◀───────┘
 *
 * A delivery is a cursor into its session's log. The process that has claimed it sends the events after the cursor
 * one by one and moves the cursor after each response. This delivers in order and at least once, and repeats only
 * events without a response. An event that is not accepted delays only its own session. It is retried, later each
 * time. After a day the delivery is a dead letter and waits for a person. If this process dies, its claims expire
 * by the store's clock, and other processes continue at the cursors.
 */

/** What may have events to deliver: a session, or any session of a tenant. */
export interface DeliveryHint {
	tenant: TenantId;
	uid?: SessionUid | undefined;
}

export interface Deliverer {
	/**
	 * Call this when there may be something to deliver: of a session, of a tenant, or of any. `subscribed`: the
	 * session or the tenant has just subscribed.
	 */
	nudge(whose?: DeliveryHint, subscribed?: boolean): void;
	/**
	 * Resolves when no delivery can be sent now. Failed deliveries that wait for their next attempt are not
	 * awaited.
	 */
	idle(): Promise<void>;
	/** Starts nothing more. Requests in progress have a moment to end. */
	close(): Promise<void>;
}

export interface DelivererOptions {
	store: Store;
	network: NetworkPolicy;
	/** One tenant, or all. */
	tenants: "all" | TenantId;
	/** How often to look for deliveries that other processes have left, and for those that are due again. */
	pollMs?: number;
	aliveMs?: number;
	timeoutMs?: number;
	/** How long an event may wait between reading and sending. */
	freshMs?: number;
	/** How long closing waits for responses. */
	graceMs?: number;
	patience?: Patience;
}

/**
 * Simultaneous deliveries: in total; per tenant, so that slow receivers of one tenant do not block the others; and
 * per URL of a tenant, so that a slow receiver does not block its others.
 */
const MOST = 128;
const MOST_OF_TENANT = 32;
const MOST_OF_URL = 8;
const MOST_TENANTS = 100;
const ASKED_AT_ONCE = 16;
/** Maximum share of time for looking, however many sessions have subscribed. */
const LOOKING_PART = 0.05;
const LONGEST_POLL_MS = 30_000;

export function startDeliverer(options: DelivererOptions): Deliverer {
	const { store, network, tenants, pollMs = 1_000, graceMs = 2_000 } = options;
	const stopping = new AbortController();
	const cutOff = new AbortController();
	const settings: DeliverySettings = {
		store,
		network,
		patience: options.patience ?? PATIENCE,
		aliveMs: options.aliveMs ?? 30_000,
		timeoutMs: options.timeoutMs ?? 15_000,
		freshMs: options.freshMs ?? 250,
		stopping: stopping.signal,
		cutOff: cutOff.signal,
	};
	const known = new KnownSessions(store);
	const active = new Map<Promise<void>, DeliveryRecord>();
	/** What to look at: sessions that are or may be subscribed, tenants, or all. */
	const hinted = new Map<SessionUid, SessionHint>();
	const unsure = new Map<SessionUid, SessionHint>();
	const urged = new Set<TenantId>();
	let everybody = false;
	/**
	 * Tenants that may have more deliveries than the limit allowed; and whether some were not looked at because of
	 * the limit.
	 */
	const hungry = new Set<TenantId>();
	let starved = false;
	/** How long the last look at all took. */
	let tookMs = 0;
	let looking: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;

	const isUrged = (): boolean =>
		(everybody || hinted.size + unsure.size + urged.size > 0) && !stopping.signal.aborted;

	/** The longest waiting come first. A session that was just written does not overtake them. */
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
			// The store cannot look across tenants, so look at those that are known here.
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

	/** How many deliveries of a tenant may start, and the URLs that are at their limit. */
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
			// The store is unavailable. If it is back already, this is faster than waiting for the claim to expire.
			.catch(() => store.deliveries.settle({ tenant, key: record, token, outcome: { done: true } }))
			.then(
				() => {},
				() => {},
			)
			.finally(() => {
				active.delete(work);
				// There may be new deliveries since the last look, but others may wait for the free place.
				if (starved) everybody = true;
				else if (hungry.has(tenant)) urged.add(tenant);
				else hinted.set(uid, { tenant, uid });
				starved = false;
				hungry.delete(tenant);
				wake();
			});
		active.set(work, record);
	}

	/** Errors of the store itself are ignored here; the next look meets them again. */
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
