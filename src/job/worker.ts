import { HoldfastError } from "../error/index.ts";
import type { TenantId } from "../event/index.ts";
import type { JobOutcome, JobRecord, Store } from "../store/ports/index.ts";
import { retryDelay } from "./retry-delay.ts";

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
	/** Resolves when nothing that is due is left, here or in another process that is at it. */
	idle(): Promise<void>;
	/** Whether a job is at work, or being looked for. */
	isBusy(): boolean;
	/** Interrupts the job in work, which is tried again by whoever comes next, and claims no more. */
	close(): Promise<void>;
}

const MAX_ERROR = 10_000;
const MAX_ATTEMPTS = 8;
const ALIVE_MS = 30_000;
const POLL_MS = 15_000;
/** How often to look whether another process has done what this one waits for. */
const LOOK_MS = 50;
const FEW = 64;

export function startWorker(options: WorkerOptions): Worker {
	const { store, tenant, handlers, aliveMs = ALIVE_MS, pollMs = POLL_MS } = options;
	const kinds = [...handlers.keys()];
	const stopping = new AbortController();
	let working: Promise<void> | undefined;
	let again = false;
	let timer: NodeJS.Timeout | undefined;

	/** Looks before it claims: claiming is a write, and mostly there is nothing to do. */
	const isAnythingDue = async (): Promise<boolean> => {
		for (const status of ["queued", "running"] as const) {
			// Mostly one of the first is due; where many wait, all of them are looked at.
			for (let limit = FEW; ; limit *= 8) {
				const jobs = await store.work.jobs(tenant, limit, status);
				const now = Date.now();
				if (jobs.some(({ kind, dueAt }) => handlers.has(kind) && (status === "running" || dueAt <= now)))
					return true;
				if (jobs.length < limit) break;
			}
		}
		return false;
	};

	const workOff = async (): Promise<void> => {
		for (;;) {
			again = false;
			if (stopping.signal.aborted || !(await isAnythingDue())) return;
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
		try {
			const handler = handlers.get(job.kind) as JobHandler;
			outcome = await handler(job, signal);
		} catch (error) {
			outcome = outcomeOf(error, job, signal);
		} finally {
			clearInterval(renewal);
		}
		if (outcome) await store.work.settle(tenant, job.id, job.attempts, outcome);
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
			while (!stopping.signal.aborted) {
				await wake();
				if (!(await isAnythingDue())) return;
				await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
			}
		},
		isBusy: () => working !== undefined,
		async close() {
			stopping.abort(new HoldfastError("cancelled", "Holdfast is closing"));
			clearTimeout(timer);
			await working;
		},
	};
}

/** Interrupted work is due again at once; what failed waits longer each time, and is given up in the end. */
function outcomeOf(error: unknown, { attempts }: JobRecord, signal: AbortSignal): JobOutcome {
	const message = storable(error instanceof Error ? error.message : String(error));
	if (signal.aborted) return { retry: { dueAt: Date.now(), error: "interrupted" } };
	if (attempts >= MAX_ATTEMPTS || isHopeless(error)) return { dead: { error: message } };
	return { retry: { dueAt: Date.now() + retryDelay(attempts), error: message } };
}

/** The words of others may be anything; what no store could keep would keep the job from ever being settled. */
const storable = (message: string): string =>
	message.slice(0, MAX_ERROR).replaceAll("\0", "\ufffd").toWellFormed();

/** Trying again would give the same. */
const isHopeless = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && ["invalid", "forbidden", "capability_missing"].includes(error.code);
