import { HoldfastError } from "../../error/index.ts";
import type { Sql } from "../sql/call.ts";
import { backoff, type SqliteConnection } from "./connection.ts";
import { isBusy } from "./translate-error.ts";

/*
 * Group commit. Writes wait in a queue; whatever has gathered when the event loop comes round, or when all that were
 * just answered have gone on, is committed in one transaction, so that concurrent writers share one sync of the disk.
 * One that was answered alone and goes on at once has nobody to wait for.
 *
 *   idle ── write() ──▶ scheduled ── loop turn ──▶ transaction ── commit ──▶ settled ─▶ idle, or scheduled again
 *                           ▲                         │ lock held by another process
 *                           └──── a moment later ◀────┘
 *
 * A write that throws takes no other write with it: operations that make all their checks before their first
 * change simply report; others run inside a savepoint.
 */

interface Task {
	make: () => Sql<unknown>;
	checksFirst: boolean;
	/** How many events it writes. */
	weight: number;
	since: number;
	settle: (outcome: { value: unknown } | { error: unknown }) => void;
}

type Outcome = { value: unknown } | { error: unknown };

/** Bounds how long one transaction holds the lock and the event loop: so many events, and so many operations. */
const MAX_WEIGHT = 2000;
const MAX_GROUP = 256;
/** How long writers that go on at once may keep the event loop. */
const TURN_MS = 4;
/** How many looks at a held lock make a burst. */
const BURST = 25;

export class SqliteWriter {
	readonly #connection: SqliteConnection;
	readonly #busyTimeoutMs: number;
	#queue: Task[] = [];
	#scheduled = false;
	/** True while those whose writes were just settled are being told, and may write again. */
	#settling = false;
	/** The last group had one member, who has not gone on yet: nobody else can be about to, so there is none to wait for. */
	#alone = false;
	#groupSize = 0;
	/** When the event loop last had its turn. */
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
	/** How often in a row the lock was found held. */
	#attempts = 0;
	#idle: (() => void)[] = [];

	constructor(connection: SqliteConnection, busyTimeoutMs: number) {
		this.#connection = connection;
		this.#busyTimeoutMs = busyTimeoutMs;
	}

	/** Queues an operation; resolves when it is committed. `make` may be called again if the group has to be redone. */
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

	/** Resolves when everything queued so far, and since, is settled. */
	drained(): Promise<void> {
		if (this.#queue.length === 0 && !this.#scheduled) return Promise.resolve();
		return new Promise((resolve) => this.#idle.push(resolve));
	}

	/** Is this the word of a writer that was just answered, and has the event loop not waited too long? */
	#goesOn(): boolean {
		return this.#settling && performance.now() - this.#turnedAt < TURN_MS;
	}

	/**
	 * Writers that go on at once are gathered when the last of them has spoken, without a turn of the event loop; but
	 * the loop gets its turn every few milliseconds. Writers that come from outside (a request, a timer) wait for
	 * the turn, so that those of the same turn share a commit.
	 */
	#schedule(delayMs: number): void {
		this.#scheduled = true;
		if (delayMs > 0) setTimeout(this.#flushInTurn, delayMs);
		else if (this.#goesOn()) process.nextTick(this.#flushNow);
		else setImmediate(this.#flushInTurn);
	}

	/** The operations that come next; at least one, however heavy. */
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
		// Not yet: what is written before anybody has been told comes from one who writes several things at once.
		this.#alone = false;
		this.#groupSize = group.length;
		// A tick asked for in a microtask comes when no microtask is left: everybody has been told by then.
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
	 * Looks again in bursts: a busy neighbour lets go of the lock between two commits for some tens of microseconds,
	 * and a burst is long enough to meet such a gap. So nobody is starved by a process that writes all the time.
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

	/** One transaction for the group. If an operation fails in a way it did not announce, the group starts over. */
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

	/** Commits what the body did; rolls back when it returns nothing or throws. */
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
				// A full disk ends the whole transaction; then there is no savepoint left to go back to.
				throw error;
			}
			return { error: this.#connection.translate(error) };
		}
	}
}
