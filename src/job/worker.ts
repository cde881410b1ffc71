import { HoldfastError } from "../error/index.ts";
import type { TenantId } from "../event/index.ts";
import { closedError, type JobFailure } from "../session/index.ts";
import type { JobOutcome, JobRecord, Store } from "../store/ports/index.ts";
import { hasFailed, outcomeOf, toFailure } from "./job-failure.ts";

/*
 * Does the durable work of one tenant in this process, one job after the other.
 *
 *   asleep ── nudge(), or the timer ──▶ claiming ── a job ──▶ working ── settled ──▶ claiming
 *     ▲                                    │ none is due
 *     └────────────────────────────────────┘
 *
 * A job in work is renewed until it is settled. If this process dies, its claim runs out by the store's clock and any other
 * process takes it up. What a job writes has to be safe to repeat, or to commit together with the job's own end.
 */

/** What is done for a job. Resolves with its outcome, or with nothing if the work itself has ended the job. */
export type JobHandler = (job: JobRecord, signal: AbortSignal) => Promise<JobOutcome | undefined>;

export interface WorkerOptions {
	store: Store;
	tenant: TenantId;
	handlers: ReadonlyMap<string, JobHandler>;
	/** How long a claim holds without being renewed. */
	aliveMs?: number;
	/** How often to look for work that other processes have left. */
	pollMs?: number;
}

export interface Worker {
	/** There may be something to do. */
	nudge(): void;
	/**
	 * Resolves when nothing that is due is left, here or in another process that is at it. Gives the jobs that are not done
	 * because their last attempt failed: in this process since it started, or in any process while this waited.
	 */
	idle(): Promise<JobFailure[]>;
	/**
	 * Waits for one job, in whichever process it is done. Gives nothing when it was done, or is there no more; and how it failed
	 * as soon as an attempt fails. Later attempts are not waited for.
	 */
	settled(id: string): Promise<JobFailure | undefined>;
	/** Whether a job is at work, or being looked for. */
	isBusy(): boolean;
	/** Interrupts the job in work, which is tried again by whoever comes next, and claims no more. */
	close(): Promise<void>;
}

const ALIVE_MS = 30_000;
const POLL_MS = 15_000;
/** How often to look whether another process has done what this one waits for. */
const LOOK_MS = 50;
const MOST_LOOK_MS = 500;
const FEW = 64;
/** No more failures are remembered; the store has all of them. */
const MOST_FAILURES = 1_000;

export function startWorker(options: WorkerOptions): Worker {
	const { store, tenant, handlers, aliveMs = ALIVE_MS, pollMs = POLL_MS } = options;
	const kinds = [...handlers.keys()];
	const stopping = new AbortController();
	let working: Promise<void> | undefined;
	let again = false;
	let timer: NodeJS.Timeout | undefined;
	/** What the last attempt of a job threw in this process, until the job is done. */
	const failures = new Map<string, unknown>();
	/** Resolves when this process has settled the next job. */
	let settling = Promise.withResolvers<void>();

	/** Some of what is due or at work; empty if nothing is. Looks before it claims: claiming is a write, and mostly there is nothing to do. */
	const findDue = async (): Promise<JobRecord[]> => {
		for (const status of ["queued", "running"] as const) {
			// Mostly the first are of a kind that is done here; where others come before them, all are looked at.
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

	/** Who is at a job of a session keeps the next one of that session waiting. */
	const isAnybodyAtWork = async (): Promise<boolean> =>
		(await store.work.jobs({ tenant, limit: MOST_FAILURES, status: "running" })).some(({ kind }) =>
			handlers.has(kind),
		);

	const workOff = async (): Promise<void> => {
		for (;;) {
			again = false;
			if (stopping.signal.aborted || (await findDue()).length === 0) return;
			const [job] = await store.work.claim(tenant, kinds, aliveMs, 1);
			if (job) await perform(job);
			else if (!again) return;
		}
	};

	const perform = async (job: JobRecord): Promise<void> => {
		const ending = new AbortController();
		const signal = AbortSignal.any([stopping.signal, ending.signal]);
		const renewal = setInterval(() => {
			store.work.renew(tenant, job.id, job.attempts, aliveMs).then(
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
		// The newest last: the oldest are forgotten first.
		failures.delete(job.id);
		if (failure !== undefined) failures.set(job.id, failure);
		for (const id of failures.keys()) if (failures.size > MOST_FAILURES) failures.delete(id);
		try {
			if (outcome) await store.work.settle(tenant, job.id, job.attempts, outcome);
		} finally {
			settling.resolve();
			settling = Promise.withResolvers();
		}
	};

	/** Runs what is due; what goes wrong with the store itself is met again at the next look. */
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
				// Also when nothing is due: a job may have ended before the work for it has.
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
			/** Attempts that were over before this was asked. */
			const before = job ? job.attempts - (job.status === "running" ? 1 : 0) : 0;
			const patience = startPatience(aliveMs);
			for (let lookMs = LOOK_MS; job; lookMs = Math.min(MOST_LOOK_MS, lookMs * 1.2)) {
				// What comes of an attempt decides, and not what a clock says; one that waits for its time is not waited for.
				const isOver = job.attempts > before && hasFailed(job);
				const isLater = job.status === "queued" && job.dueAt > Date.now();
				const isStuck = patience.isOver([job]) && !working && !(await isAnybodyAtWork());
				if (job.status === "dead" || isOver || isLater || isStuck)
					return toFailure(job, hasFailed(job) ? failures.get(id) : undefined);
				if (stopping.signal.aborted) throw closedError();
				// This process tells when it has done it. Another one does not: it is looked at now and then.
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
 * Ends a wait that would not end: jobs that are due, that nobody is at and that cannot be claimed are due by the clock of
 * this machine and not by the store's.
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
