import type { SessionUid, TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";

/** Which session may have something to deliver. */
export interface SessionHint {
	tenant: TenantId;
	uid: SessionUid;
}

/** How many sessions are remembered. */
const MOST = 10_000;
/** For how long it is believed that a session has no subscription; another process may have made one. */
const NONE_MS = 30_000;

interface Known {
	tenant: TenantId;
	/** When it was last seen that there is none; undefined: there is one. */
	noneAt: number | undefined;
}

/** What a process knows about who has subscribed, so that a commit to anybody else costs nothing. */
export class KnownSessions {
	readonly #deliveries: Store["deliveries"];
	readonly #sessions = new Map<SessionUid, Known>();

	constructor({ deliveries }: Store) {
		this.#deliveries = deliveries;
	}

	/** Remembers whether it has one, and forgets the one that was not met for longest. */
	set({ tenant, uid }: SessionHint, subscribed: boolean): void {
		this.#sessions.delete(uid);
		this.#sessions.set(uid, { tenant, noneAt: subscribed ? undefined : Date.now() });
		const [oldest] = this.#sessions.keys();
		if (this.#sessions.size > MOST && oldest !== undefined) this.#sessions.delete(oldest);
	}

	/** Whether it has one, as far as that is known. */
	get({ uid }: SessionHint): "subscribed" | "not" | "unknown" {
		const known = this.#sessions.get(uid);
		if (!known) return "unknown";
		if (known.noneAt === undefined) return "subscribed";
		return Date.now() - known.noneAt < NONE_MS ? "not" : "unknown";
	}

	/** Finds it out. */
	async ask(session: SessionHint): Promise<boolean> {
		const found = await this.#deliveries.list({ ...session, limit: 1 });
		this.set(session, found.length > 0);
		return found.length > 0;
	}

	/** Of those that have one. */
	tenants(): Set<TenantId> {
		const subscribed = [...this.#sessions.values()].filter(({ noneAt }) => noneAt === undefined);
		return new Set(subscribed.map(({ tenant }) => tenant));
	}
}
