import { HoldfastError } from "../../error/index.ts";
import type { AppendUnit } from "./append.ts";
import type { EventDraft } from "./records.ts";
import { noRun, runIs } from "./refusals.ts";
import type { RunClosing, RunRecord, RunStatus, RunWrite } from "./run-port.ts";

/** What a unit's run is at the moment of the commit. */
export interface RunStanding {
	status: RunStatus;
	expired: boolean;
	/** Is it a run of the unit's session? */
	here: boolean;
}

/** What the store knows about the runs that a unit is about, by the store's clock. */
export interface RunFacts {
	/** The run with the unit's id, of any session of the tenant. */
	run: RunStanding | undefined;
	/** The open runs of the unit's session in the order of the line. Only asked for by a unit that begins a run. */
	line: readonly RunRecord[];
}

/** What is written about a run that somebody else closes. */
export interface ClosedRun {
	run: RunRecord;
	closing: RunClosing;
	/** Where its message went, if it was still waiting; else as it is. */
	inputOffset: number | undefined;
	endOffset: number | undefined;
}

/** What a unit of work does to runs. */
export interface RunPlan {
	/** In the order of the line. */
	closed: ClosedRun[];
	/** The events that close them, before the unit's own. */
	prelude: EventDraft[];
	advanceFence: boolean;
	/** Offsets to store with the unit's run; undefined: as they are. */
	inputOffset: number | undefined;
	outputOffset: number | undefined;
	endOffset: number | undefined;
}

export const isOpen = (status: RunStatus): boolean => status === "pending" || status === "running";

/** A run ends behind the last event there is; in an empty log nowhere. */
const lastOf = (head: number): number | undefined => (head > 0 ? head - 1 : undefined);

function noTurn({ id, status }: RunRecord): HoldfastError {
	const what = status === "running" ? "has the turn" : "waits for the turn and came first";
	return new HoldfastError("conflict", `run ${id} ${what}`, { precondition: "turn", runId: id });
}

function lostLease({ status }: RunRecord): RunClosing {
	const did = status === "running" ? "ran it" : "waited with it";
	const message = `the process that ${did} is gone: its lease ran out`;
	return { status: "failed", error: { code: "unavailable", message } };
}

function replacedBy(id: string): RunClosing {
	return { status: "superseded", error: { code: "cancelled", message: `replaced by run ${id}` } };
}

/** The runs that go so that this one can have the turn, with the reason. Refuses when one of them may stay. */
function takeTurn(
	{ id }: RunWrite,
	replace: boolean,
	{ run, line }: RunFacts,
): { run: RunRecord; closing: RunClosing }[] {
	if (run && !(run.here && run.status === "pending")) throw runIs(id, run.status);
	const place = line.findIndex((other) => other.id === id);
	// A run that replaced another one did not wait: it may run behind those who do.
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

/** Refuses what cannot be done to a run as it stands. */
function checkStanding({ id, end, renewMs }: RunWrite, { run }: RunFacts): void {
	if (!run?.here) throw noRun(id);
	if ((end || renewMs !== undefined) && !isOpen(run.status)) throw runIs(id, run.status);
	if (end?.onlyExpired && !run.expired) throw runIs(id, run.status);
}

/**
 * What a unit of work does to the runs of its session, decided once for every backend: who has the turn, who is
 * closed for it, and where in the log each run starts and ends. Pure, as `planAppend`, which calls it.
 */
export function planRun(write: RunWrite, facts: RunFacts, unit: AppendUnit, head: number): RunPlan {
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
		// Who lost the lease may not know it yet: a run that is ended for that loses its token, too.
		advanceFence: begin !== undefined || (end?.onlyExpired === true && facts.run?.status === "running"),
		inputOffset: at(end?.inputIndex) ?? (begin ? at(0) : undefined),
		outputOffset: at(end?.outputIndex),
		endOffset: end && lastOf(first + unit.events.length),
	};
}
