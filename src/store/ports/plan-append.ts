import { HoldfastError } from "../../error/index.ts";
import { countsAsMessage } from "../../event/index.ts";
import type { AppendUnit } from "./append.ts";
import { checkRoom } from "./check-offset.ts";
import { planRun, type RunFacts, type RunPlan } from "./plan-run.ts";
import type { AppendedJob, EventDraft, SessionRecord } from "./records.ts";

/** The part of a session's record that changes with every append. */
export type SessionHead = Pick<
	SessionRecord,
	"mode" | "head" | "messageCount" | "endedAt" | "fence" | "lastRunId" | "consolidatedTo" | "updatedAt"
>;

/** What to write for a unit of work. */
export interface AppendPlan {
	/** Offset of the first of the unit's own events. */
	firstOffset: number;
	/** In order from `from`: those that close other runs, the unit's own, and the one that says it was reopened. */
	events: EventDraft[];
	from: number;
	next: SessionHead;
	run: RunPlan | undefined;
	jobs: AppendedJob[];
}

/** So many events that no consolidation has read are worth one at once: about 100 messages. */
export const MANY_NEW = 200;

/** The unit's jobs, and the one for what is new where it is time for it. */
function planJobs(
	{ consolidatedTo, head }: SessionHead,
	{ jobs, whenNew, at }: AppendUnit,
	added: number,
): AppendedJob[] {
	if (!whenNew || added === 0 || jobs.some(({ kind }) => kind === whenNew.kind)) return jobs;
	const before = head - consolidatedTo;
	const isMuch = before < MANY_NEW && before + added >= MANY_NEW;
	if (isMuch) return [...jobs, { ...whenNew, dueAt: at, replaces: true }];
	return before <= 0 ? [...jobs, { ...whenNew, replaces: true }] : jobs;
}

function conflict(precondition: string, message: string, expected: unknown, actual: unknown): never {
	throw new HoldfastError("conflict", message, { precondition, expected, actual });
}

/** Refuses the unit when the session is not as it demands. Nothing has been written yet. */
function checkPreconditions(session: SessionHead, { require }: AppendUnit): void {
	const { expectedOffset, fence, mode } = require;
	if (expectedOffset !== undefined && expectedOffset !== session.head) {
		conflict(
			"offset",
			`expected offset ${expectedOffset}, but the next offset is ${session.head}: read the events after ${expectedOffset - 1} and try again`,
			expectedOffset,
			session.head,
		);
	}
	if (fence !== undefined && fence !== session.fence) {
		conflict(
			"fence",
			`the turn's lease was taken over (token ${fence}, now ${session.fence})`,
			fence,
			session.fence,
		);
	}
	if (mode !== undefined && mode !== session.mode) {
		conflict("mode", `the session is in mode ${session.mode}, not ${mode}`, mode, session.mode);
	}
	if (require.open && session.endedAt !== undefined) {
		conflict("open", "the session is ended", "open", "ended");
	}
}

/**
 * What an append does to a session, decided once for every backend: the offsets, the reopening of an ended
 * session, the counters. Pure; a backend calls it inside its transaction with the record it holds there, and with
 * `facts` if the unit is about a run.
 */
export function planAppend(session: SessionHead, unit: AppendUnit, facts?: RunFacts): AppendPlan {
	checkPreconditions(session, unit);
	const { patch } = unit;
	const run = unit.run && facts && planRun(unit.run, facts, unit, session.head);
	const closing = run ? run.prelude.length : 0;
	let events = run && closing > 0 ? [...run.prelude, ...unit.events] : unit.events;
	const reopened = session.endedAt !== undefined && events.length > 0 && unit.reopen !== undefined;
	if (reopened && unit.reopen) events = [...events, unit.reopen()];
	checkRoom(session.head, events.length);
	let messages = 0;
	for (const event of events) if (countsAsMessage(event.kind)) messages++;
	return {
		firstOffset: session.head + closing,
		events,
		from: session.head,
		run,
		jobs: planJobs(session, unit, events.length),
		next: {
			mode: patch.mode ?? session.mode,
			head: session.head + events.length,
			messageCount: session.messageCount + messages,
			endedAt:
				patch.endedAt === undefined ? (reopened ? undefined : session.endedAt) : (patch.endedAt ?? undefined),
			fence: session.fence + (patch.advanceFence || run?.advanceFence ? 1 : 0),
			lastRunId: patch.lastRunId ?? (unit.run?.begin ? unit.run.id : session.lastRunId),
			consolidatedTo: patch.consolidatedTo ?? session.consolidatedTo,
			// A writer whose clock is behind does not turn the time back.
			updatedAt: Math.max(session.updatedAt, unit.at),
		},
	};
}
