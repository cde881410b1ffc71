import { z } from "zod";
import { parse } from "../error/index.ts";
import { type Event, moment, type SessionUid } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import type { Platform, RetentionDays } from "./platform.ts";

const DAY_MS = 86_400_000;
const PAGE = 200;

/** What a retention sweep did. */
export interface SweepReport {
	/** Sessions that lost events. */
	sessions: number;
	events: number;
}

const optionsSchema = z.strictObject({ now: moment.optional() });

function cutoff(days: RetentionDays, now: number): number | undefined {
	return days === "forever" ? undefined : now - days * DAY_MS;
}

function timeOf(body: string): number {
	return Date.parse((JSON.parse(body) as Event).at);
}

/**
 * Removes, from each session of the tenant, the oldest events that happened before the retention's horizon. Stops
 * in each log at the first event that is younger: what stays is contiguous, offsets are never reused.
 */
export async function sweepRetention(
	platform: Platform,
	options: { now?: string | Date } = {},
): Promise<SweepReport> {
	const now = parse(optionsSchema, options, "sweep options").now ?? Date.now();
	const { events, agents } = platform.retention;
	const report: SweepReport = { sessions: 0, events: 0 };
	let after: { at: number; uid: SessionUid } | undefined;
	for (;;) {
		const page = await platform.store.sessions.list({
			tenant: platform.tenant,
			order: "created",
			limit: PAGE,
			after,
		});
		for (const session of page) {
			// An agent may be called "constructor": only the caller's own entries count.
			const days = Object.hasOwn(agents, session.agentId) ? agents[session.agentId] : undefined;
			const horizon = cutoff(days ?? events, now);
			if (horizon === undefined || session.head === session.base) continue;
			const target = { uid: session.uid, tenant: platform.tenant };
			const removed = await platform.store.sessions.prune(target, (body) => timeOf(body) < horizon);
			if (removed > 0) report.sessions += 1;
			report.events += removed;
		}
		if (page.length < PAGE) return report;
		const last = page.at(-1) as SessionRecord;
		after = { at: last.createdAt, uid: last.uid };
	}
}
