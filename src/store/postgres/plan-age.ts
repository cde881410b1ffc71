import type { PoolClient } from "pg";

/*
 * The server plans a prepared statement once and keeps the plan. One that was made while a table was nearly empty may walk
 * over all rows of a tenant, which is right for ten sessions and wrong for ten thousand, until the server's own statistics
 * make it think again: a minute or more on a young database. So a connection forgets its plans when it has been used some
 * times, and then more and more rarely.
 */
const FIRST = 64;
const GROWTH = 4;
/** Then each time that it has been used so often again. */
const MOST = 65_536;

/** Counts how often connections are used. */
export class PlanAge {
	readonly #uses = new WeakMap<PoolClient, { count: number; next: number }>();

	/** True when the plans of this connection have had their time. */
	isOld(client: PoolClient): boolean {
		const uses = this.#uses.get(client) ?? { count: 0, next: FIRST };
		this.#uses.set(client, uses);
		uses.count += 1;
		if (uses.count < uses.next) return false;
		uses.next += Math.min(uses.next * (GROWTH - 1), MOST);
		return true;
	}
}
