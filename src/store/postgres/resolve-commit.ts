import { setTimeout as pause } from "node:timers/promises";
import { classify, sqlState } from "./failure.ts";

/**
 * Tells one life of a server from the next: when it was started, and when it last lost its statistics, which it does in a
 * crash that its main process outlives.
 */
export const LIFE = `concat(extract(epoch FROM pg_postmaster_start_time()), ' ',
	extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))`;

const STATUS = `SELECT pg_xact_status($1::TEXT::xid8) AS status, ${LIFE} AS life`;

/** The server has not come to this number: "is in the future". */
const NOT_YET = "22023";

/** A transaction, and the life of the server that it is of. */
export interface Transaction {
	xid: string;
	life: string;
}

/**
 * What became of a transaction whose connection broke while it ended. The server remembers for long; one that still has
 * it under way is asked again. One that has crashed since gives the numbers of those that it forgot to others: then "committed"
 * may be said of somebody else's, and all that is sure is that it is `over`.
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
