import { setTimeout as pause } from "node:timers/promises";
import { classify } from "./failure.ts";

const STATUS = "SELECT pg_xact_status($1::TEXT::xid8) AS status";

/**
 * What became of a transaction whose connection broke while it ended. The server remembers for long; one that still has
 * it under way is asked again.
 */
export async function resolveCommit(
	xid: string,
	deadline: number,
	query: (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>,
): Promise<"committed" | "aborted" | "unknown"> {
	for (let attempt = 1; Date.now() < deadline; attempt++) {
		try {
			const [row] = await query(STATUS, [xid]);
			if (row?.status === "committed") return "committed";
			if (row?.status === "aborted") return "aborted";
			if (row?.status !== "in progress") return "unknown";
		} catch (error) {
			if (classify(error) === "final") return "unknown";
		}
		await pause(Math.min(250, 10 * attempt));
	}
	return "unknown";
}
