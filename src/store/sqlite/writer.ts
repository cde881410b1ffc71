import { HoldfastError } from "../../error/index.ts";
import type { Sql } from "../sql/call.ts";
import { backoff, type SqliteConnection } from "./connection.ts";
import { isBusy } from "./translate-error.ts";

/*
 * Group commit. Writes wait in a queue. Everything that has gathered at the next turn of the event loop, or
 * when all callers that were just answered have written again, is committed in one transaction. Concurrent
 * writers share one sync of the disk. A single caller that writes again immediately has nobody to wait for.
 *
 *   idle ── write() ──▶ scheduled ── loop turn ──▶ transaction ── commit ──▶ settled ─▶ idle, or scheduled
 * again
 *                           ▲                         │ lock held by another process
 *                           └──── a moment later ◀────┘
 *
 * A write that throws does not affect other writes: operations that make all their checks before their first
 * change report the error; others run inside a savepoint.
 */

interface Task {
	make: () => Sql<unknown>;
	checksFirst: boolean;
	/** The number of events it writes. */
	weight: number;
	since: number;
	settle: (outcome: { value: unknown } | { error: unknown }) => void;
}

type Outcome = { value: unknown } | { error: unknown };

/**
 * Limits of one transaction, so that it does not hold the lock and the event loop for long: events and
 * operations.
 */
const MAX_WEIGHT = 2000;
const MAX_GROUP = 256;
/** How long writers that continue immediately may block the event loop, in milliseconds. */
const TURN_MS = 4;
/** How many tries of a held lock make a burst. */
const BURST = 25;

export class SqliteWriter {
	readonly #connection: SqliteConnection;
	readonly #busyTimeoutMs: number;
	#queue: Task[] = [];
	#scheduled = false;
	/** True while callers are being notified of their settled writes and may write again. */
	#settling = false;
	/** The last group had one member, which has not written again yet: there is no other writer to wait for. */
	#alone = false;
	#groupSize = 0;
	/** When the event loop last ran. */
	#turnedAt = 0;
	readonly #afterSettling = (): void => {
		this.#alone = this.#groupSize === 1;
		process.nextTick(this.#settled);
	};
	readonly #settled = (): void => {
		this.#settling = false;
	};
	readonly #flushNow = (): void => this.#flush();
	readonly #flushInTurn = (): void => {
		this.#turnedAt = performance.now();
		this.#flush();
	};
	/** How many times in a row the lock was held. */
	#attempts = 0;
	#idle: (() => void)[] = [];

	constructor(connection: SqliteConnection, busyTimeoutMs: number) {
		this.#connection = connection;
		this.#busyTimeoutMs = busyTimeoutMs;
	}

	/**
	 * Queues an operation and resolves when it is committed. `make` may be called again if the group has to be
	 * repeated.
	 */
	write<T>(make: () => Sql<T>, checksFirst: boolean, weight = 1): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			const settle = (outcome: Outcome): void => {
				if ("error" in outcome) reject(outcome.error);
				else resolve(outcome.value as T);
			};
			this.#queue.push({ make, checksFirst, weight, since: Date.now(), settle });
			if (this.#scheduled) return;
			if (this.#alone && this.#goesOn()) this.#flush();
			else this.#schedule(0);
		});
	}

	/** Resolves when all queued operations are settled, including those queued in the meantime. */
	drained(): Promise<void> {
		if (this.#queue.length === 0 && !this.#scheduled) return Promise.resolve();
		return new Promise((resolve) => this.#idle.push(resolve));
	}

	/** True if a writer that was just answered is writing again and the event loop has not waited too long. */
	#goesOn(): boolean {
		return this.#settling && performance.now() - this.#turnedAt < TURN_MS;
	}

	/**
	 * Schedules the next group. Writers that continue immediately are gathered without a turn of the event
	 * loop, until the last of them has written; but the loop gets a turn every few milliseconds. Writers from
	 * outside (a request, a timer) wait for the turn, so that those of the same turn share a commit.
	 */
	#schedule(delayMs: number): void {
		this.#scheduled = true;
		if (delayMs > 0) setTimeout(this.#flushInTurn, delayMs);
		else if (this.#goesOn()) process.nextTick(this.#flushNow);
		else setImmediate(this.#flushInTurn);
	}

	/** The next operations; at least one, whatever its weight. */
	#nextGroup(): Task[] {
		let size = 0;
		for (let weight = 0; size < this.#queue.length && size < MAX_GROUP; size++) {
			weight += this.#queue[size]?.weight ?? 0;
			if (size > 0 && weight > MAX_WEIGHT) break;
		}
		return this.#queue.slice(0, size);
	}

	#flush(): void {
		const group = this.#nextGroup();
		let outcomes: Outcome[];
		try {
			outcomes = this.#commit(group);
		} catch (error) {
			if (isBusy(error)) {
				this.#waitForLock(error);
				return;
			}
			outcomes = group.map(() => ({ error: this.#connection.translate(error) }));
		}
		this.#attempts = 0;
		this.#queue = this.#queue.slice(group.length);
		group.forEach((task, i) => {
			task.settle(outcomes[i] as Outcome);
		});
		this.#settling = true;
		// Not yet: writes before the callers are notified come from one caller that writes several things at the
		// same time.
		this.#alone = false;
		this.#groupSize = group.length;
		// A tick requested in a microtask runs when no microtask is left: by then, all callers have been
		// notified.
		queueMicrotask(this.#afterSettling);
		this.#next();
	}

	#next(): void {
		this.#scheduled = false;
		if (this.#queue.length > 0) {
			this.#schedule(0);
			return;
		}
		const waiting = this.#idle;
		this.#idle = [];
		for (const resolve of waiting) resolve();
	}

	/**
	 * Tries the lock again in bursts. A busy process releases the lock for some tens of microseconds between
	 * two commits, and a burst is long enough to hit such a gap. That way, a process that writes all the time
	 * cannot starve others.
	 */
	#waitForLock(error: unknown): void {
		const now = Date.now();
		const late = this.#queue.filter((task) => now - task.since > this.#busyTimeoutMs);
		if (late.length > 0) {
			this.#queue = this.#queue.filter((task) => now - task.since <= this.#busyTimeoutMs);
			for (const task of late) task.settle({ error: this.#connection.translate(error) });
		}
		if (this.#queue.length === 0) {
			this.#next();
			return;
		}
		this.#attempts += 1;
		this.#schedule(this.#attempts % BURST === 0 ? backoff(this.#attempts / BURST) : 0);
	}

	/** One transaction for the group. If an operation fails after its first change, the group starts again. */
	#commit(group: Task[]): Outcome[] {
		return (
			this.#transaction(() => {
				const outcomes: Outcome[] = [];
				for (const task of group) {
					if (!task.checksFirst) {
						outcomes.push(this.#savepoint(task));
						continue;
					}
					try {
						outcomes.push({ value: this.#connection.run(task.make()) });
					} catch (error) {
						if (!HoldfastError.isInstance(error)) return undefined;
						outcomes.push({ error });
					}
				}
				return outcomes;
			}) ?? (this.#transaction(() => group.map((task) => this.#savepoint(task))) as Outcome[])
		);
	}

	/** Commits the work of the body. Rolls back if it returns nothing or throws. */
	#transaction(body: () => Outcome[] | undefined): Outcome[] | undefined {
		const exec = (text: string): unknown => this.#connection.execute({ text, params: [], want: "changes" });
		exec("BEGIN IMMEDIATE");
		try {
			const outcomes = body();
			if (outcomes) exec("COMMIT");
			else this.#connection.rollBack();
			return outcomes;
		} catch (error) {
			this.#connection.rollBack();
			throw error;
		}
	}

	#savepoint(task: Task): Outcome {
		const { database } = this.#connection;
		database.exec("SAVEPOINT task");
		try {
			const value = this.#connection.run(task.make());
			database.exec("RELEASE task");
			return { value };
		} catch (error) {
			try {
				database.exec("ROLLBACK TO task; RELEASE task");
			} catch {
				// A full disk ends the whole transaction; then no savepoint is left to return to.
				throw error;
			}
			return { error: this.#connection.translate(error) };
		}
	}
}
