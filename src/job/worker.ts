import { HoldfastError } from "../error/index.ts";
import type { TenantId } from "../event/index.ts";
import { closedError, type JobFailure } from "../session/index.ts";
import type { JobOutcome, JobRecord, Store } from "../store/ports/index.ts";
import { hasFailed, outcomeOf, toFailure } from "./job-failure.ts";

/*
 * Runs the durable jobs of one tenant in this process, one after the other.
 *
 *   asleep ── nudge(), or the timer ──▶ claiming ── a job ──▶ working ── settled ──▶ claiming
 *     ▲                                    │ none is due
 *     └────────────────────────────────────┘
 *
 * The claim on a running job is renewed until the job is settled. If this process dies, the claim expires by the
 * store's clock and another process takes the job. What a job writes must be safe to repeat, or be committed
 * together with the end of the job.
 */

/** Runs a job. Resolves with its outcome, or with undefined if the work itself has settled the job. */
export type JobHandler = (job: JobRecord, signal: AbortSignal) => Promise<JobOutcome | undefined>;

export interface WorkerOptions {
	store: Store;
	tenant: TenantId;
	handlers: ReadonlyMap<string, JobHandler>;
	/** How long a claim holds without being renewed. */
	aliveMs?: number;
	/** How often to look for jobs that other processes have left. */
	pollMs?: number;
}

export interface Worker {
	/** Call this when there may be jobs to run. */
	nudge(): void;
	/**
	 * Resolves when no due job is left, in this or any other process. Returns the jobs whose last attempt failed:
	 * in this process since it started, or in any process while this waited.
	 */
	idle(): Promise<JobFailure[]>;
	/**
	 * Waits for one job, in whichever process it runs. Returns undefined when the job is done or deleted, and the
	 * failure as soon as an attempt fails. Later attempts are not awaited.
	 */
	settled(id: string): Promise<JobFailure | undefined>;
	/** Whether a job is running or being claimed. */
	isBusy(): boolean;
	/** Interrupts the running job, which the next worker tries again, and claims no more. */
	close(): Promise<void>;
}

const ALIVE_MS = 30_000;
const POLL_MS = 15_000;
/** How often to check whether another process has settled a job that this one waits for. */
const LOOK_MS = 50;
const MOST_LOOK_MS = 500;
const FEW = 64;
/** Failures beyond this number are forgotten here; the store has all of them. */
const MOST_FAILURES = 1_000;

export function startWorker(options: WorkerOptions): Worker {
	const { store, tenant, handlers, aliveMs = ALIVE_MS, pollMs = POLL_MS } = options;
	const kinds = [...handlers.keys()];
	const stopping = new AbortController();
	let working: Promise<void> | undefined;
	let again = false;
	let timer: NodeJS.Timeout | undefined;
	/** The error of each job's last attempt in this process, until the job is done. */
	const failures = new Map<string, unknown>();
	/** Resolves when this process has settled the next job. */
	let settling = Promise.withResolvers<void>();

	/**
	 * Some of the jobs that are due or running; empty if there are none. Reads before it claims: claiming is a
	 * write, and usually there is nothing to do.
	 */
	const findDue = async (): Promise<JobRecord[]> => {
		for (const status of ["queued", "running"] as const) {
			// Usually the first jobs are of a kind that this worker handles. If not, it reads more.
			for (let limit = FEW; ; limit *= 8) {
				const dueBy = status === "queued" ? Date.now() : undefined;
				const jobs = await store.work.jobs({ tenant, limit, status, dueBy });
				const due = jobs.filter(({ kind }) => handlers.has(kind));
				if (due.length > 0) return due;
				if (jobs.length < limit) break;
			}
		}
		return [];
	};

	/** A running job of a session makes the next job of that session wait. */
	const isAnybodyAtWork = async (): Promise<boolean> =>
		(await store.work.jobs({ tenant, limit: MOST_FAILURES, status: "running" })).some(({ kind }) =>
			handlers.has(kind),
		);

	const workOff = async (): Promise<void> => {
		for (;;) {
			again = false;
			if (stopping.signal.aborted || (await findDue()).length === 0) return;
			const [job] = await store.work.claim({ tenant, kinds, aliveMs, limit: 1 });
			if (job) await perform(job);
			else if (!again) return;
		}
	};

	const perform = async (job: JobRecord): Promise<void> => {
		const ending = new AbortController();
		const signal = AbortSignal.any([stopping.signal, ending.signal]);
		const renewal = setInterval(() => {
			store.work.renew({ tenant, id: job.id, attempt: job.attempts, aliveMs }).then(
				(held) => {
					if (!held) ending.abort(new HoldfastError("cancelled", "another process has taken this job over"));
				},
				// The next renewal may succeed; if none does, the claim runs out.
				() => {},
			);
		}, aliveMs / 3);
		renewal.unref();
		let outcome: JobOutcome | undefined;
		let failure: unknown;
		try {
			const handler = handlers.get(job.kind) as JobHandler;
			outcome = await handler(job, signal);
		} catch (error) {
			outcome = outcomeOf(error, job, signal);
			if (!signal.aborted) failure = error;
		} finally {
			clearInterval(renewal);
		}
		// Re-inserted at the end, so that the oldest failures are forgotten first.
		failures.delete(job.id);
		if (failure !== undefined) failures.set(job.id, failure);
		for (const id of failures.keys()) if (failures.size > MOST_FAILURES) failures.delete(id);
		try {
			if (outcome) await store.work.settle({ tenant, id: job.id, attempt: job.attempts, outcome });
		} finally {
			settling.resolve();
			settling = Promise.withResolvers();
		}
	};

	/** Runs due jobs. Errors of the store itself are ignored here; the next look meets them again. */
	const wake = (): Promise<void> => {
		again = true;
		working ??= workOff()
			.catch(() => {})
			.finally(() => {
				working = undefined;
				if (again && !stopping.signal.aborted) wake();
			});
		return working;
	};

	const schedule = (): void => {
		timer = setTimeout(() => {
			wake().finally(() => {
				if (!stopping.signal.aborted) schedule();
			});
		}, pollMs);
		timer.unref();
	};
	schedule();

	return {
		nudge: () => {
			if (!stopping.signal.aborted) wake();
		},
		async idle() {
			const seen = new Set<string>();
			const patience = startPatience(aliveMs);
			let due = await findDue();
			while (!stopping.signal.aborted) {
				for (const { id } of due) seen.add(id);
				// Also when nothing is due: a job can be settled before the work for it has ended.
				await wake();
				due = await findDue();
				if (due.length === 0 || (patience.isOver(due) && !(await isAnybodyAtWork()))) break;
				await pause(LOOK_MS);
			}
			const jobs = await Promise.all(
				[...new Set([...failures.keys(), ...seen])].map((id) => store.work.job(tenant, id)),
			);
			return jobs.flatMap((job) => (job && hasFailed(job) ? [toFailure(job, failures.get(job.id))] : []));
		},
		async settled(id) {
			let job = await store.work.job(tenant, id);
			/** Attempts that had ended before this call. */
			const before = job ? job.attempts - (job.status === "running" ? 1 : 0) : 0;
			const patience = startPatience(aliveMs);
			for (let lookMs = LOOK_MS; job; lookMs = Math.min(MOST_LOOK_MS, lookMs * 1.2)) {
				// Decided by the attempt's result, not by a clock. A job that waits for a later attempt is not
				// awaited.
				const isOver = job.attempts > before && hasFailed(job);
				const isLater = job.status === "queued" && job.dueAt > Date.now();
				const isStuck = patience.isOver([job]) && !working && !(await isAnybodyAtWork());
				if (job.status === "dead" || isOver || isLater || isStuck)
					return toFailure(job, hasFailed(job) ? failures.get(id) : undefined);
				if (stopping.signal.aborted) throw closedError();
				// This process signals when it has settled a job. Other processes do not, so the job is checked now
				// and then.
				const told = settling.promise;
				const done = wake();
				await Promise.race([told, done.then(() => pause(LOOK_MS)), pause(lookMs)]);
				job = await store.work.job(tenant, id);
			}
			return undefined;
		},
		isBusy: () => working !== undefined,
		async close() {
			stopping.abort(new HoldfastError("cancelled", "Holdfast is closing"));
			clearTimeout(timer);
			await working;
		},
	};
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Ends a wait that would never end. Jobs that are due, that no process runs and that cannot be claimed are due by
 * the clock of this machine, but not by the clock of the store.
 */
function startPatience(aliveMs: number): { isOver(jobs: readonly JobRecord[]): boolean } {
	let since = 0;
	let before: string | undefined;
	return {
		isOver(jobs) {
			const now = JSON.stringify(jobs.map(({ id, status, attempts }) => [id, status, attempts]));
			if (now !== before) since = performance.now();
			before = now;
			return performance.now() - since > 2 * aliveMs;
		},
	};
}
