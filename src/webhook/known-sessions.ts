import type { SessionUid, TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";

/** Which session may have something to deliver. */
export interface SessionHint {
	tenant: TenantId;
	uid: SessionUid;
}

/** How many sessions are remembered. */
const MOST = 10_000;
/** For how long it is believed that a session has no URL, or that a tenant has subscriptions; another process may know better. */
const BELIEVED_MS = 30_000;

interface Known {
	tenant: TenantId;
	/** When it was last seen that there is none; undefined: there is one. */
	noneAt: number | undefined;
}

/** What a process knows about who has subscribed, so that a commit to anybody else costs nothing. */
export class KnownSessions {
	readonly #deliveries: Store["deliveries"];
	readonly #sessions = new Map<SessionUid, Known>();
	/** When it was last seen that agents or the tenant itself have subscriptions. */
	readonly #covered = new Map<TenantId, number>();

	constructor({ deliveries }: Store) {
		this.#deliveries = deliveries;
	}

	/** Remembers whether it has a URL, and forgets the one that was not met for longest. */
	set({ tenant, uid }: SessionHint, subscribed: boolean): void {
		this.#sessions.delete(uid);
		this.#sessions.set(uid, { tenant, noneAt: subscribed ? undefined : Date.now() });
		const [oldest] = this.#sessions.keys();
		if (this.#sessions.size > MOST && oldest !== undefined) this.#sessions.delete(oldest);
	}

	/** Remembers that any session of the tenant may owe something. */
	cover(tenant: TenantId): void {
		this.#covered.set(tenant, Date.now());
	}

	/** Whether it may owe something, as far as that is known. */
	get({ tenant, uid }: SessionHint): "subscribed" | "not" | "unknown" {
		const isRecent = (at: number): boolean => Date.now() - at < BELIEVED_MS;
		if (isRecent(this.#covered.get(tenant) ?? 0)) return "subscribed";
		const known = this.#sessions.get(uid);
		if (!known) return "unknown";
		if (known.noneAt === undefined) return "subscribed";
		return isRecent(known.noneAt) ? "not" : "unknown";
	}

	/** Finds it out. */
	async ask(session: SessionHint): Promise<boolean> {
		// The session's own come first.
		const [found] = await this.#deliveries.list({ ...session, limit: 1 });
		if (found?.subscription !== undefined) this.cover(session.tenant);
		this.set(session, found !== undefined && found.subscription === undefined);
		return found !== undefined;
	}

	/** Of those that have one. */
	tenants(): Set<TenantId> {
		const subscribed = [...this.#sessions.values()].filter(({ noneAt }) => noneAt === undefined);
		return new Set([...subscribed.map(({ tenant }) => tenant), ...this.#covered.keys()]);
	}
}
