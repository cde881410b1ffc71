import { setTimeout as pause } from "node:timers/promises";
import { type Sql, tuples } from "../sql/call.ts";
import type { PostgresLink } from "./link.ts";

/*
 * A transaction sees what was committed when its statement began. One that writes events while a subscription
 * is stored may not see it, and still commits later. Every transaction that changes a head holds a table lock
 * until its end, and takes it before it reads anything: those that hold it now may be such, and later ones
 * are not.
 */

const WRITERS = `SELECT l.virtualtransaction FROM pg_locks l WHERE l.locktype = 'relation' AND l.granted
	AND l.relation = CAST('{heads}' AS regclass) AND l.mode = 'RowExclusiveLock' AND l.pid <> pg_backend_pid()
	AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

function* writers(): Sql<string[]> {
	return (yield* tuples<[string]>(WRITERS)).map(([transaction]) => transaction);
}

/**
 * Resolves when every transaction has ended that was writing to a session at the time of the call, or after
 * the time limit.
 */
export async function awaitWriters(link: PostgresLink, tenant: string): Promise<void> {
	const deadline = performance.now() + link.settings.timeoutMs;
	let left = await link.read(tenant, writers);
	for (let attempt = 1; left.length > 0 && performance.now() < deadline; attempt++) {
		await pause(Math.min(100, attempt));
		const now = new Set(await link.read(tenant, writers));
		left = left.filter((transaction) => now.has(transaction));
	}
}
