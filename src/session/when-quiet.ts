import { type AgentId, uuidV7 } from "../event/index.ts";
import type { JobDraft } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** The kind of the jobs that extract facts from a session. */
export const CONSOLIDATE = "consolidate";

/** If a write does not name its agent, the job checks after this time when it is due. */
const FIRST_LOOK_MS = 60_000;

/**
 * The job that consolidates an open session once it has been quiet. It is postponed while messages still come in.
 * Undefined if the agent does not want it.
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
