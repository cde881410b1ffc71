import type { PoolClient } from "pg";

/*
 * The server plans a prepared statement once and keeps the plan. A plan from a time when a table was nearly
 * empty may scan all rows of a tenant, which is right for ten sessions and wrong for ten thousand. The server
 * replans only when its own statistics change: a minute or more on a young database. Therefore a connection
 * drops its plans after it has been used a number of times, and then more and more rarely.
 */
const FIRST = 64;
const GROWTH = 4;
/** Then each time after this many further uses. */
const MOST = 65_536;

/** Counts how many times connections are used. */
export class PlanAge {
	readonly #uses = new WeakMap<PoolClient, { count: number; next: number }>();

	/** True if the plans of this connection should be dropped. */
	isOld(client: PoolClient): boolean {
		const uses = this.#uses.get(client) ?? { count: 0, next: FIRST };
		this.#uses.set(client, uses);
		uses.count += 1;
		if (uses.count < uses.next) return false;
		uses.next += Math.min(uses.next * (GROWTH - 1), MOST);
		return true;
	}
}
