import type { SessionTarget } from "../ports/index.ts";
import { type Sql, tuples } from "../sql/call.ts";
import { OPEN } from "../sql/find-run.ts";
import { Watchers } from "../watchers.ts";
import type { PostgresLink } from "./link.ts";
import { hintOf, Listener } from "./listener.ts";

/** How often to poll while the listener is disconnected, in milliseconds. */
const DEAF_POLL_MS = 100;
/** Sessions per statement. */
const CHUNK = 500;

/**
 * Wakes followers. Commits of this process wake them immediately; commits of others arrive as notifications.
 * Because a process may die between its commit and its notification, and notifications are lost with a
 * connection, followed sessions are also polled.
 */
export class PostgresWatch {
	readonly watchers = new Watchers();
	readonly #link: PostgresLink;
	readonly #listener: Listener | undefined;
	/** The tenant of each session key. */
	readonly #tenants = new Map<string, string>();
	/** The state of followed sessions at the last poll. */
	#seen = new Map<string, string>();
	#timer: NodeJS.Timeout | undefined;
	#closed = false;
	/** A poll is in progress: it schedules the next one when it ends. */
	#looking = false;

	constructor(link: PostgresLink) {
		this.#link = link;
		if (!link.settings.listen) return;
		this.#listener = new Listener(link, {
			hear: (hints) => this.#hear(hints),
			deaf: () => this.#lookSoon(),
		});
	}

	get listening(): boolean {
		return this.#listener?.listening ?? false;
	}

	open(): void {
		this.#closed = false;
		this.#listener?.open();
	}

	add(target: SessionTarget, wake: () => void): () => void {
		const key = Watchers.keyOf(target);
		this.#tenants.set(key, "name" in target ? target.name.tenant : target.tenant);
		const stop = this.watchers.add(target, wake);
		this.#listener?.wake();
		this.#listener?.need(true);
		this.#plan();
		return () => {
			stop();
			if (!this.watchers.has(key)) {
				this.#tenants.delete(key);
				this.#seen.delete(key);
			}
			if (this.watchers.size === 0) this.#rest();
		};
	}

	/** Notifies everybody that a session changed. */
	touch(...keys: string[]): void {
		for (const key of keys) {
			this.watchers.wake(key);
			this.#listener?.tell(key);
		}
	}

	/** Notifies everybody that any session may have changed. */
	touchAll(): void {
		this.watchers.wakeAll();
		this.#listener?.tell(undefined);
	}

	/** Ends the watch. All followers wake and find the store closed. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#rest();
		this.watchers.wakeAll();
		await this.#listener?.close();
	}

	#rest(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#seen.clear();
		this.#listener?.need(false);
	}

	#hear(hints: ReadonlySet<string> | undefined): void {
		if (!hints) this.watchers.wakeAll();
		else for (const key of [...this.watchers.keys()]) if (hints.has(hintOf(key))) this.watchers.wake(key);
	}

	#plan(): void {
		if (this.#timer || this.#looking || this.#closed || this.watchers.size === 0) return;
		const { pollIntervalMs } = this.#link.settings;
		const isDeaf = this.#listener !== undefined && !this.#listener.listening;
		this.#timer = setTimeout(
			() => void this.#look(),
			isDeaf ? Math.min(DEAF_POLL_MS, pollIntervalMs) : pollIntervalMs,
		);
	}

	#lookSoon(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#plan();
	}

	/**
	 * Wakes the followers of sessions whose head or turn changed, and of sessions that cannot be found: not
	 * created yet, or deleted.
	 */
	async #look(): Promise<void> {
		this.#timer = undefined;
		this.#looking = true;
		const byTenant = new Map<string, string[]>();
		for (const key of this.watchers.keys()) {
			const tenant = this.#tenants.get(key);
			if (tenant === undefined) continue;
			const keys = byTenant.get(tenant);
			if (keys) keys.push(key);
			else byTenant.set(tenant, [key]);
		}
		try {
			for (const [tenant, keys] of byTenant) {
				for (let i = 0; i < keys.length; i += CHUNK) await this.#lookAt(tenant, keys.slice(i, i + CHUNK));
			}
		} catch {
			// The server is unavailable: followers find that out for themselves, and the next poll follows.
		}
		this.#looking = false;
		this.#plan();
	}

	async #lookAt(tenant: string, keys: readonly string[]): Promise<void> {
		const found = new Map(await this.#link.read(tenant, () => lookAtHeads(keys)));
		if (this.#closed) return;
		for (const key of keys) {
			const now = found.get(key);
			const before = this.#seen.get(key);
			if (now === undefined) this.#seen.delete(key);
			else if (this.watchers.has(key)) this.#seen.set(key, now);
			if (now === undefined || now !== before) this.watchers.wake(key);
		}
	}
}

/** The state of these sessions: head, turn and open runs. */
function* lookAtHeads(keys: readonly string[]): Sql<[string, string][]> {
	return yield* tuples<[string, string]>(
		`SELECT s.uid, h.head || '/' || h.fence || '/' || coalesce((SELECT string_agg(r.id, ',' ORDER BY r.no) FROM {runs} r
		WHERE {mine:r} AND r.session_no = s.no AND ${OPEN}), '') FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
		WHERE {mine:s} AND s.uid IN (SELECT value FROM jsonb_array_elements_text(CAST(? AS JSONB)) AS value)`,
		JSON.stringify(keys),
	);
}
