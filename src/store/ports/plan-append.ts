import { HoldfastError } from "../../error/index.ts";
import { countsAsMessage } from "../../event/index.ts";
import type { AppendUnit } from "./append.ts";
import { checkLogSize } from "./check-offset.ts";
import { planRun, type RunFacts, type RunPlan } from "./plan-run.ts";
import type { AppendedJob, EventDraft, SessionRecord } from "./records.ts";

/** The fields of a session's record that change with every append. */
export type SessionHead = Pick<
	SessionRecord,
	"mode" | "head" | "messageCount" | "endedAt" | "fence" | "lastRunId" | "consolidatedTo" | "updatedAt"
>;

/** What to write for a unit of work. */
export interface AppendPlan {
	/** The offset of the unit's first event. */
	firstOffset: number;
	/**
	 * The events to write, starting at `from`: those that close other runs, the unit's own, and the one that
	 * reopens the session.
	 */
	events: EventDraft[];
	/** The offset of the first event. */
	from: number;
	/** The session's new head fields. */
	next: SessionHead;
	/** What happens to runs. */
	run: RunPlan | undefined;
	/** The jobs to store. */
	jobs: AppendedJob[];
}

/** With this many unconsolidated events (about 100 messages), consolidation is due immediately. */
export const MANY_NEW = 200;

/** The unit's jobs, plus the consolidation job if it is time for it. */
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

function conflict(
	message: string,
	fields: { precondition: string; expected: unknown; actual: unknown },
): never {
	throw new HoldfastError("conflict", message, fields);
}

/** Throws if the session does not meet the unit's preconditions. Nothing has been written yet. */
function checkPreconditions(session: SessionHead, { require }: AppendUnit): void {
	const { expectedOffset, fence, mode } = require;
	if (expectedOffset !== undefined && expectedOffset !== session.head) {
		conflict(
			`expected offset ${expectedOffset}, but the next offset is ${session.head}; read the events after ${expectedOffset - 1} and try again`,
			{ precondition: "offset", expected: expectedOffset, actual: session.head },
		);
	}
	if (fence !== undefined && fence !== session.fence) {
		conflict(`another process took over the session's turn (fencing token ${fence}, now ${session.fence})`, {
			precondition: "fence",
			expected: fence,
			actual: session.fence,
		});
	}
	if (mode !== undefined && mode !== session.mode) {
		conflict(`the session is in mode ${session.mode}, not ${mode}`, {
			precondition: "mode",
			expected: mode,
			actual: session.mode,
		});
	}
	if (require.open && session.endedAt !== undefined) {
		conflict("the session is ended", { precondition: "open", expected: "open", actual: "ended" });
	}
}

/**
 * Decides what an append does to a session, the same for every store: the offsets, the reopening of an ended
 * session, the counters. It is a pure function. A store calls it inside its transaction with the record that
 * it read there, and with `facts` if the unit has a run.
 */
export function planAppend(session: SessionHead, unit: AppendUnit, facts?: RunFacts): AppendPlan {
	checkPreconditions(session, unit);
	const { patch } = unit;
	const run = unit.run && facts && planRun({ write: unit.run, facts, unit, head: session.head });
	const closing = run ? run.prelude.length : 0;
	let events = run && closing > 0 ? [...run.prelude, ...unit.events] : unit.events;
	const reopened = session.endedAt !== undefined && events.length > 0 && unit.reopen !== undefined;
	if (reopened && unit.reopen) events = [...events, unit.reopen()];
	checkLogSize(session.head, events.length);
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
			// A writer with a slow clock does not turn back the time.
			updatedAt: Math.max(session.updatedAt, unit.at),
		},
	};
}
