import type { SessionUid, TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";

/** A session that may have something to deliver. */
export interface SessionHint {
	tenant: TenantId;
	uid: SessionUid;
}

/** How many sessions are cached. */
const MOST = 10_000;
/**
 * How long the cache trusts that a session has no URL, or that a tenant has subscriptions. Another process may have
 * changed it.
 */
const BELIEVED_MS = 30_000;

interface Known {
	tenant: TenantId;
	/** When the session was last seen without a URL; undefined if it has one. */
	noneAt: number | undefined;
}

/** What a process knows about subscriptions, so that a commit to a session without any costs nothing. */
export class KnownSessions {
	readonly #deliveries: Store["deliveries"];
	readonly #sessions = new Map<SessionUid, Known>();
	/** When subscriptions of agents or of the tenant itself were last seen. */
	readonly #covered = new Map<TenantId, number>();

	constructor({ deliveries }: Store) {
		this.#deliveries = deliveries;
	}

	/** Records whether the session has a URL, and evicts the least recently used one. */
	set({ tenant, uid }: SessionHint, subscribed: boolean): void {
		this.#sessions.delete(uid);
		this.#sessions.set(uid, { tenant, noneAt: subscribed ? undefined : Date.now() });
		const [oldest] = this.#sessions.keys();
		if (this.#sessions.size > MOST && oldest !== undefined) this.#sessions.delete(oldest);
	}

	/** Records that any session of the tenant may have deliveries. */
	cover(tenant: TenantId): void {
		this.#covered.set(tenant, Date.now());
	}

	/** Whether the session may have deliveries, as far as is known. */
	get({ tenant, uid }: SessionHint): "subscribed" | "not" | "unknown" {
		const isRecent = (at: number): boolean => Date.now() - at < BELIEVED_MS;
		if (isRecent(this.#covered.get(tenant) ?? 0)) return "subscribed";
		const known = this.#sessions.get(uid);
		if (!known) return "unknown";
		if (known.noneAt === undefined) return "subscribed";
		return isRecent(known.noneAt) ? "not" : "unknown";
	}

	/** Reads it from the store. */
	async ask(session: SessionHint): Promise<boolean> {
		// The session's own deliveries come first.
		const [found] = await this.#deliveries.list({ ...session, limit: 1 });
		if (found?.subscription !== undefined) this.cover(session.tenant);
		this.set(session, found !== undefined && found.subscription === undefined);
		return found !== undefined;
	}

	/** The tenants of sessions that have a URL. */
	tenants(): Set<TenantId> {
		const subscribed = [...this.#sessions.values()].filter(({ noneAt }) => noneAt === undefined);
		return new Set([...subscribed.map(({ tenant }) => tenant), ...this.#covered.keys()]);
	}
}
