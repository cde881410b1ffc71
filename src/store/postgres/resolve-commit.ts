import { setTimeout as pause } from "node:timers/promises";
import { classify, sqlState } from "./failure.ts";

/**
 * Identifies one life of a server: when it was started, and when it last lost its statistics, which happens
 * in a crash that its main process survives.
 */
export const LIFE = `concat(extract(epoch FROM pg_postmaster_start_time()), ' ',
	extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))`;

const STATUS = `SELECT pg_xact_status($1::TEXT::xid8) AS status, ${LIFE} AS life`;

/** The server has not reached this number yet: "is in the future". */
const NOT_YET = "22023";

/** A transaction, and the life of the server that it belongs to. */
export interface Transaction {
	xid: string;
	life: string;
}

/**
 * Finds out what happened to a transaction whose connection broke at its end. The server remembers it for a
 * long time; while the transaction is still running, it is asked again. A server that has crashed since then
 * reuses the numbers of forgotten transactions: "committed" may then be about another one, and the only
 * certainty is that it is `over`.
 */
export async function resolveCommit(
	{ xid, life }: Transaction,
	deadline: number,
	query: (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>,
): Promise<"committed" | "aborted" | "over" | "unknown"> {
	for (let attempt = 1; Date.now() < deadline; attempt++) {
		try {
			const [row] = await query(STATUS, [xid]);
			if (row?.status === "committed") return row.life === life ? "committed" : "over";
			if (row?.status === "aborted") return "aborted";
			if (row?.status !== "in progress") return "unknown";
		} catch (error) {
			if (sqlState(error) === NOT_YET) return "aborted";
			if (classify(error) === "final") return "unknown";
		}
		await pause(Math.min(250, 10 * attempt));
	}
	return "unknown";
}
