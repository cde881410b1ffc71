import { type SessionUid, uuidV7 } from "../event/index.ts";
import type { JobHandler } from "../job/index.ts";
import { CONSOLIDATE } from "../session/index.ts";
import { type JobOutcome, type JobRecord, MANY_NEW, type SessionRecord } from "../store/ports/index.ts";
import { consolidate } from "./consolidate/consolidate.ts";
import type { MemoryContext } from "./memory-context.ts";

const MINUTE_MS = 60_000;

/**
 * The job that extracts facts from the new events of a session.
 *
 * A session with new events always has a job: the first new event stores it, and it ends only when all events have
 * been read. If newer events have arrived when the job finishes, it is postponed instead of ended.
 */
export function consolidateJob(context: () => Promise<MemoryContext>): JobHandler {
	return async (job, signal) => {
		const { uid } = job;
		if (uid === undefined) return { done: true };
		const memory = await context();
		const due = await whenDue(memory, job, uid);
		if (due === "never") return { done: true };
		if (due > Date.now()) return putOff(due);
		await consolidate(memory, uid, { signal });
		return (await leftOver(memory, uid)) ?? { done: true };
	};
}

const putOff = (dueAt: number): JobOutcome => ({ next: { id: uuidV7(Date.now()), dueAt } });

/** When a session is due. A job that waits for a quiet session is postponed while messages arrive. */
async function whenDue(memory: MemoryContext, job: JobRecord, uid: SessionUid): Promise<number | "never"> {
	if (job.payload.quiet !== true) return 0;
	const { store, tenant } = memory.platform;
	const session = await store.sessions.get({ uid, tenant });
	if (!session) return "never";
	const quietMs = await quietMsOf(memory, session);
	if (quietMs === false) return "never";
	if (session.endedAt !== undefined || session.head - session.consolidatedTo >= MANY_NEW) return 0;
	// The clock of the writer may be ahead. `min` keeps that from postponing the job forever.
	return Math.min(session.updatedAt, Date.now()) + quietMs;
}

/**
 * How long a session must be quiet before it is read. false: it is not read. An ended session is read immediately. A
 * session of a sub-agent contains what an agent asked, so it is read only after it has ended.
 */
async function quietMsOf(
	memory: MemoryContext,
	{ agentId, parent, endedAt }: SessionRecord,
): Promise<number | false> {
	const { facts, consolidateAfter } = await memory.rules(agentId);
	if (facts === false) return false;
	if (endedAt !== undefined) return 0;
	return parent !== undefined || consolidateAfter === false ? false : consolidateAfter * MINUTE_MS;
}

/** Postpones the job if events arrived while the session was read, unless another job waits for them. */
async function leftOver(memory: MemoryContext, uid: SessionUid): Promise<JobOutcome | undefined> {
	const { store, tenant } = memory.platform;
	const session = await store.sessions.get({ uid, tenant });
	if (!session || session.consolidatedTo >= session.head) return undefined;
	const waiting = await store.work.jobs({ tenant, uid, status: "queued", limit: 10 });
	if (waiting.some(({ kind }) => kind === CONSOLIDATE)) return undefined;
	const quietMs = await quietMsOf(memory, session);
	return quietMs === false ? undefined : putOff(Date.now() + quietMs);
}
