import type { SessionTarget } from "../ports/index.ts";
import { OPEN } from "../sql/find-run.ts";
import { Watchers } from "../watchers.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * Wakes followers. Commits of this process wake them immediately. Commits of other processes are found by
 * reading SQLite's data version every `intervalMs` while there are followers, which takes a few microseconds.
 */
export class SqliteWatch {
	readonly watchers = new Watchers();
	readonly #connection: SqliteConnection;
	readonly #intervalMs: number;
	/** The state of followed sessions when another process was last seen to commit. */
	#seen = new Map<string, string>();
	#timer: NodeJS.Timeout | undefined;
	/** Undefined if it could not be read: the next check then assumes a change. */
	#version: number | undefined;

	constructor(connection: SqliteConnection, intervalMs: number) {
		this.#connection = connection;
		this.#intervalMs = intervalMs;
	}

	add(target: SessionTarget, wake: () => void): () => void {
		const stop = this.watchers.add(target, wake);
		if (!this.#timer) {
			this.#version = undefined;
			this.#look((version) => {
				this.#version = version;
			});
			this.#timer = setInterval(() => this.#poll(), this.#intervalMs);
		}
		return () => {
			stop();
			if (this.watchers.size === 0) this.#stopPolling();
		};
	}

	/** Ends the watch. All followers wake and find the store closed. */
	close(): void {
		this.#stopPolling();
		this.watchers.wakeAll();
	}

	#stopPolling(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
		this.#seen.clear();
	}

	#poll(): void {
		this.#look((version) => {
			if (version === this.#version) return;
			this.#wakeChanged();
			this.#version = version;
		});
	}

	#look(seen: (version: number) => void): void {
		try {
			seen(this.#connection.dataVersion());
		} catch {
			// Locked for a moment (a checkpoint, a recovery): the version stays unread, and the next tick checks
			// again.
		}
	}

	/**
	 * Wakes the followers of sessions whose head or turn changed, and of sessions that cannot be found by uid:
	 * not created yet, or deleted. A run that waits for its turn must also see runs that end without an event,
	 * so open runs are included.
	 */
	#wakeChanged(): void {
		const keys = [...this.watchers.keys()];
		const found = this.#connection.execute({
			text: `SELECT s.uid, h.head || '/' || h.fence || '/' || (SELECT coalesce(group_concat(r.id), '') FROM {runs} r
				WHERE r.tenant = s.tenant AND r.session_no = s.no AND ${OPEN}) FROM {sessions} s JOIN {heads} h ON h.no = s.no
				WHERE s.uid IN (SELECT value FROM json_each(?))`,
			params: [JSON.stringify(keys)],
			want: "arrays",
		}) as [string, string][];
		const before = this.#seen;
		this.#seen = new Map(found);
		for (const key of keys) {
			const now = this.#seen.get(key);
			if (now === undefined || now !== before.get(key)) this.watchers.wake(key);
		}
	}
}
