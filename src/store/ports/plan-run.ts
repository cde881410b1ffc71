import { HoldfastError } from "../../error/index.ts";
import type { AppendUnit } from "./append.ts";
import type { EventDraft } from "./records.ts";
import { noRun, runIs } from "./refusals.ts";
import type { RunClosing, RunRecord, RunStatus, RunWrite } from "./run-port.ts";

/** The status of a unit's run at the moment of the commit. */
export interface RunStanding {
	/** Its current status. */
	status: RunStatus;
	/** True if its lease expired. */
	expired: boolean;
	/** True if it is a run of the unit's session. */
	here: boolean;
}

/** What the store knows about the runs of a unit, by the store's clock. */
export interface RunFacts {
	/** The run with the unit's id, in any session of the tenant. */
	run: RunStanding | undefined;
	/** The open runs of the unit's session in queue order. Only needed if the unit begins a run. */
	line: readonly RunRecord[];
}

/** What `planRun` decides on. */
export interface RunPlanning {
	/** What the unit does to runs. */
	write: RunWrite;
	/** What the store knows about them. */
	facts: RunFacts;
	/** The unit. */
	unit: AppendUnit;
	/** The session's next offset. */
	head: number;
}

/** What is written about a run that someone else closes. */
export interface ClosedRun {
	/** The closed run. */
	run: RunRecord;
	/** Its ending and error. */
	closing: RunClosing;
	/** The offset of its message, if it was still waiting; otherwise unchanged. */
	inputOffset: number | undefined;
	/** The offset of its last event. */
	endOffset: number | undefined;
}

/** What a unit of work does to runs. */
export interface RunPlan {
	/** The closed runs in queue order. */
	closed: ClosedRun[];
	/** The events that close them. They come before the unit's own. */
	prelude: EventDraft[];
	/** Whether the fence advances. */
	advanceFence: boolean;
	/** The offset to store with the unit's run; undefined: unchanged. */
	inputOffset: number | undefined;
	/** The offset to store with the unit's run; undefined: unchanged. */
	outputOffset: number | undefined;
	/** The offset to store with the unit's run; undefined: unchanged. */
	endOffset: number | undefined;
}

/** Whether a run has not ended yet. */
export const isOpen = (status: RunStatus): boolean => status === "pending" || status === "running";

/** A run ends at the last event of the log; in an empty log it has no end offset. */
const lastOf = (head: number): number | undefined => (head > 0 ? head - 1 : undefined);

function noTurn({ id, status }: RunRecord): HoldfastError {
	const what = status === "running" ? "has the turn" : "is ahead in the queue for the turn";
	return new HoldfastError("conflict", `run ${id} ${what}`, { precondition: "turn", runId: id });
}

function lostLease({ status }: RunRecord): RunClosing {
	const did = status === "running" ? "running" : "queueing";
	const message = `the process ${did} it died: its lease ran out`;
	return { status: "failed", error: { code: "unavailable", message } };
}

function replacedBy(id: string): RunClosing {
	return { status: "superseded", error: { code: "cancelled", message: `replaced by run ${id}` } };
}

/**
 * The runs to close so that this one gets the turn, with the reason. Throws if a run in the way may continue.
 */
function takeTurn(
	{ id }: RunWrite,
	replace: boolean,
	{ run, line }: RunFacts,
): { run: RunRecord; closing: RunClosing }[] {
	if (run && !(run.here && run.status === "pending")) throw runIs(id, run.status);
	const place = line.findIndex((other) => other.id === id);
	// A run that replaced another one did not wait: it may be running although others are ahead of it in the queue.
	const before = line.filter(
		(other, i) => i !== place && (other.status === "running" || place === -1 || i < place),
	);
	const live = before.filter(({ expired }) => !expired);
	const inTheWay = live.find(({ status }) => status === "running") ?? live[0];
	if (inTheWay && !replace) throw noTurn(inTheWay);
	const going = before.filter(({ expired, status }) => expired || status === "running");
	return going.map((other) => ({
		run: other,
		closing: other.expired ? lostLease(other) : replacedBy(id),
	}));
}

/** Throws if the write is not possible in the current status of the run. */
function checkStanding({ id, end, renewMs }: RunWrite, { run }: RunFacts): void {
	if (!run?.here) throw noRun(id);
	if ((end || renewMs !== undefined) && !isOpen(run.status)) throw runIs(id, run.status);
	if (end?.onlyExpired && !run.expired) throw runIs(id, run.status);
}

/**
 * Decides what a unit of work does to the runs of its session, the same for every store: which run has the
 * turn, which runs are closed for it, and where in the log each run starts and ends. A pure function like
 * `planAppend`, which calls it.
 */
export function planRun({ write, facts, unit, head }: RunPlanning): RunPlan {
	const { begin, end } = write;
	const closed: ClosedRun[] = [];
	const prelude: EventDraft[] = [];
	if (!begin) checkStanding(write, facts);
	else {
		for (const { run, closing } of takeTurn(write, begin.replace, facts)) {
			const events = begin.close(run, closing);
			const said = run.status === "pending" && events[0]?.kind === "message";
			const inputOffset = said ? head + prelude.length : undefined;
			prelude.push(...events);
			closed.push({ run, closing, inputOffset, endOffset: lastOf(head + prelude.length) });
		}
	}
	const first = head + prelude.length;
	const at = (index: number | undefined): number | undefined =>
		index !== undefined && index < unit.events.length ? first + index : undefined;
	return {
		closed,
		prelude,
		// The process that lost the lease may not know it yet: a run that is ended for that reason also loses its
		// token.
		advanceFence: begin !== undefined || (end?.onlyExpired === true && facts.run?.status === "running"),
		inputOffset: at(end?.inputIndex) ?? (begin ? at(0) : undefined),
		outputOffset: at(end?.outputIndex),
		endOffset: end && lastOf(first + unit.events.length),
	};
}
