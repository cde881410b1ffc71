import { type SessionUid, uuidV7 } from "../event/index.ts";
import type { JobHandler } from "../job/index.ts";
import { CONSOLIDATE } from "../session/index.ts";
import { type JobOutcome, type JobRecord, MANY_NEW, type SessionRecord } from "../store/ports/index.ts";
import { consolidate } from "./consolidate/consolidate.ts";
import type { MemoryContext } from "./memory-context.ts";

const MINUTE_MS = 60_000;

/**
 * Makes facts of what is new in a session.
 *
 * While something is new a job waits: the first new event stores one, and it is gone only when everything was read. So
 * one that finds newer events when it is done is put off, and not ended.
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

/** When a session is to be read: what waits for a quiet session is put off while people talk. */
async function whenDue(memory: MemoryContext, job: JobRecord, uid: SessionUid): Promise<number | "never"> {
	if (job.payload.quiet !== true) return 0;
	const { store, tenant } = memory.platform;
	const session = await store.sessions.get({ uid, tenant });
	if (!session) return "never";
	const quietMs = await quietMsOf(memory, session);
	if (quietMs === false) return "never";
	if (session.endedAt !== undefined || session.head - session.consolidatedTo >= MANY_NEW) return 0;
	// A writer whose clock is ahead puts nothing off for ever.
	return Math.min(session.updatedAt, Date.now()) + quietMs;
}

/**
 * How long a session has to be quiet before it is read; false: it is not read. One that was ended is read at once.
 * One that exists on behalf of another holds what an agent asked, so it is read only when it was ended.
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

/** What came in while the session was read is read when it is quiet, unless another job waits for that. */
async function leftOver(memory: MemoryContext, uid: SessionUid): Promise<JobOutcome | undefined> {
	const { store, tenant } = memory.platform;
	const session = await store.sessions.get({ uid, tenant });
	if (!session || session.consolidatedTo >= session.head) return undefined;
	const waiting = await store.work.jobs({ tenant, uid, status: "queued", limit: 10 });
	if (waiting.some(({ kind }) => kind === CONSOLIDATE)) return undefined;
	const quietMs = await quietMsOf(memory, session);
	return quietMs === false ? undefined : putOff(Date.now() + quietMs);
}
