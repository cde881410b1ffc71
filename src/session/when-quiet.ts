import { type AgentId, uuidV7 } from "../event/index.ts";
import type { JobDraft } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** The kind of the jobs that make facts of a session. */
export const CONSOLIDATE = "consolidate";

/** Where a write does not say which agent it is of, the job looks after this time when it is due. */
const FIRST_LOOK_MS = 60_000;

/**
 * The job that makes facts of an open session once it has been quiet. What it does when it is due depends on what has
 * happened since: it is put off while people still talk. Undefined where an agent wants none.
 */
export async function quietJob(
	{ memory }: Platform,
	agentId: AgentId | undefined,
	now: number,
): Promise<JobDraft | undefined> {
	const afterMs = agentId === undefined ? FIRST_LOOK_MS : await memory.quietMs(agentId);
	if (afterMs === false) return undefined;
	return { id: uuidV7(now), kind: CONSOLIDATE, payload: { quiet: true }, dueAt: now + afterMs };
}
