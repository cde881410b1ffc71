import type { Session } from "holdfast";
import type { Holdfast } from "holdfast/client";

const MOST = 500;

/** The number of facts extracted from a session, in words. Counts one page only. */
export async function countFacts(hf: Holdfast, { agentId, userId, sessionId }: Session): Promise<string> {
	const memory = hf.memory(agentId, userId === undefined ? {} : { userId });
	const { items, next } = await memory.list({ fromSession: sessionId, status: "all", limit: MOST });
	if (next !== undefined) return `more than ${MOST} facts`;
	return items.length === 1 ? "1 fact" : `${items.length} facts`;
}
