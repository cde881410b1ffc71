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

/** What a retention sweep did. */
export interface SweepReport {
	/** Sessions that lost events. */
	sessions: number;
	events: number;
	/**
	 * Sessions that keep events past the retention, because no consolidation has read them yet. Each is queued for
	 * consolidation; its old events go at the first sweep after that.
	 */
	unread: number;
}

export interface SweepOptions {
	/** The time to count from. Default: now. */
	now?: string | Date;
}

const optionsSchema = z.strictObject({ now: moment.optional() });

function cutoff(days: RetentionDays, now: number): number | undefined {
	return days === "forever" ? undefined : now - days * DAY_MS;
}

/**
 * The time, or less if the clock has jumped ahead since the process started: events must not go because somebody set the
 * clock. `performance` counts on steadily, whatever happens to the clock.
 */
export function steadyNow(): number {
	return Math.floor(Math.min(Date.now(), performance.timeOrigin + performance.now()));
}

/**
 * Removes, from each session of the tenant, the oldest events that were stored before the retention's horizon. Stops
 * in each log at the first event that is younger: what stays is contiguous, offsets are never reused. Where an agent
 * makes facts, nothing goes that consolidation has not read; such a session is queued for consolidation and stays as it is.
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
			// An agent may be called "constructor": only the caller's own entries count.
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
 * Queues the consolidation of a session without ending it, unless one is at work or was given up. One that waits for the
 * session to be quiet makes way.
 */
async function consolidateOpen({ store, tenant }: Platform, uid: SessionUid): Promise<void> {
	const at = Date.now();
	const jobs = await store.work.jobs({ tenant, uid, limit: MOST_JOBS });
	const own = jobs.filter(({ kind }) => kind === CONSOLIDATE);
	if (own.every(({ status, payload }) => status === "queued" && payload.quiet === true)) {
		for (const { id } of own) await store.work.settle(tenant, id, undefined, { done: true });
	}
	const job = { id: `${CONSOLIDATE}:${uid}`, kind: CONSOLIDATE, payload: {}, dueAt: at };
	await store.work.enqueue(tenant, job, at, uid);
}
