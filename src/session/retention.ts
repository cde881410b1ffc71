import { z } from "zod";
import { parse } from "../error/index.ts";
import { type AgentId, moment, type SessionUid } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { CONSOLIDATE } from "./change-session.ts";
import type { Platform, RetentionDays } from "./platform.ts";

const DAY_MS = 86_400_000;
const PAGE = 200;
/** No session has more jobs. */
const MOST_JOBS = 1_000;

/** The result of a sweep. */
export interface SweepReport {
	/** Sessions that lost events. */
	sessions: number;
	/** Events that were deleted. */
	events: number;
	/**
	 * Sessions that keep events past their retention, because consolidation has not read them yet. Each is queued
	 * for consolidation; the next sweep after that deletes its old events.
	 */
	unread: number;
}

/** Options of a sweep. */
export interface SweepOptions {
	/** The time to count from. Default: now. */
	now?: string | Date;
}

const optionsSchema = z.strictObject({ now: moment.optional() });

function cutoff(days: RetentionDays, now: number): number | undefined {
	return days === "forever" ? undefined : now - days * DAY_MS;
}

/**
 * The current time, or an earlier one if the clock has jumped ahead since the process started: setting the clock
 * must not delete events. `performance` is monotonic.
 */
export function steadyNow(): number {
	return Math.floor(Math.min(Date.now(), performance.timeOrigin + performance.now()));
}

/**
 * Deletes, from each session of the tenant, the oldest events that were stored before the retention's limit. Stops
 * in each log at the first newer event, so what stays is contiguous and offsets are never reused. If the agent
 * extracts facts, events that consolidation has not read stay, and the session is queued for consolidation.
 */
export async function sweepRetention(
	platform: Platform,
	makesFacts: (agentId: AgentId) => Promise<boolean>,
	options: SweepOptions = {},
): Promise<SweepReport> {
	const now = parse(optionsSchema, options, "sweep options").now ?? steadyNow();
	const { events, agents } = platform.retention;
	const report: SweepReport = { sessions: 0, events: 0, unread: 0 };
	const asked = new Map<AgentId, Promise<boolean>>();
	const isConsolidated = (agentId: AgentId): Promise<boolean> => {
		const answer = asked.get(agentId) ?? makesFacts(agentId);
		asked.set(agentId, answer);
		return answer;
	};
	let after: { at: number; uid: SessionUid } | undefined;
	for (;;) {
		const page = await platform.store.sessions.list({
			tenant: platform.tenant,
			order: "created",
			limit: PAGE,
			after,
		});
		for (const session of page) {
			const { uid, agentId } = session;
			// An agent may be called "constructor", so only own properties count.
			const days = Object.hasOwn(agents, agentId) ? agents[agentId] : undefined;
			const horizon = cutoff(days ?? events, now);
			if (horizon === undefined || session.head === session.base) continue;
			const pruned = await platform.store.sessions.prune(
				{ uid, tenant: platform.tenant },
				{ storedBefore: horizon, consolidatedOnly: await isConsolidated(agentId) },
			);
			if (pruned.events > 0) report.sessions += 1;
			report.events += pruned.events;
			if (!pruned.unread) continue;
			report.unread += 1;
			await consolidateOpen(platform, uid);
		}
		if (page.length < PAGE) break;
		const last = page.at(-1) as SessionRecord;
		after = { at: last.createdAt, uid: last.uid };
	}
	if (report.unread > 0) platform.memory.nudge();
	return report;
}

/**
 * Queues the consolidation of a session without ending it, unless one is running or failed permanently. Replaces
 * one that waits for the session to be quiet.
 */
async function consolidateOpen({ store, tenant }: Platform, uid: SessionUid): Promise<void> {
	const at = Date.now();
	const jobs = await store.work.jobs({ tenant, uid, limit: MOST_JOBS });
	const own = jobs.filter(({ kind }) => kind === CONSOLIDATE);
	if (own.every(({ status, payload }) => status === "queued" && payload.quiet === true)) {
		for (const { id } of own)
			await store.work.settle({ tenant, id, attempt: undefined, outcome: { done: true } });
	}
	const job = { id: `${CONSOLIDATE}:${uid}`, kind: CONSOLIDATE, payload: {}, dueAt: at };
	await store.work.enqueue({ tenant, job, at, uid });
}
