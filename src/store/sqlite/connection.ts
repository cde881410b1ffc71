import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { HoldfastError } from "../../error/index.ts";
import { HOLD, type Sql, type SqlCall } from "../sql/call.ts";
import { type Dialect, expand } from "../sql/dialect.ts";
import { sqliteDialect } from "./dialect.ts";
import { busyError, isBusy, translateError } from "./translate-error.ts";

export interface ConnectionOptions {
	path: string;
	durability: "full" | "normal";
	/** How long to retry while other processes hold the lock, in milliseconds. */
	busyTimeoutMs: number;
	tablePrefix: string;
}

/** The path of a database without a file. */
export const IN_MEMORY = ":memory:";

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How long to wait before trying a lock again, in milliseconds. Short at first, because most holders release
 * it within a millisecond. Random, so that processes that collide once do not collide again.
 */
export const backoff = (attempt: number): number => 1 + Math.random() * Math.min(attempt, 8);

function tooOld(cause?: unknown): HoldfastError {
	const message = `SQLite with full-text search needs Node 22.16 or newer; you have ${process.version}`;
	return new HoldfastError("capability_missing", message, {}, { cause });
}

/**
 * One connection to a SQLite file. It is synchronous; callers that find the file locked wait without blocking
 * the process.
 */
export class SqliteConnection {
	readonly #options: ConnectionOptions;
	readonly #dialect: Dialect;
	/** Prepared statements by text: those that return objects, and those that return arrays. */
	readonly #statements = {
		objects: new Map<string, StatementSync>(),
		arrays: new Map<string, StatementSync>(),
	};
	#database: DatabaseSync | undefined;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		this.#dialect = sqliteDialect(options.tablePrefix);
	}

	get database(): DatabaseSync {
		if (this.#database) return this.#database;
		throw new HoldfastError("unavailable", `database ${this.#options.path} is closed`);
	}

	async open(): Promise<void> {
		const { path, durability } = this.#options;
		const { DatabaseSync, StatementSync } = await import("node:sqlite").catch((cause) => {
			throw tooOld(cause);
		});
		// Added in the Node release whose SQLite has full-text search.
		if (!("setReturnArrays" in StatementSync.prototype)) throw tooOld();
		try {
			// The data is private to agents and their users: other users of the machine must not read it.
			if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
			this.#database = new DatabaseSync(path);
		} catch (error) {
			if (error instanceof Error && "syscall" in error) {
				throw new HoldfastError("unavailable", `database ${path}: ${error.message}`, {}, { cause: error });
			}
			throw translateError(error, path);
		}
		// Waiting inside SQLite would block the event loop: retry from outside instead.
		this.database.exec("PRAGMA busy_timeout = 0");
		// Without a sync per commit, checkpoints are rare. With one, a short log is faster: syncing a file that
		// grows costs more than syncing one that is overwritten.
		const full = durability === "full" ? 1 : 0; // macOS: a plain sync only reaches the drive's cache
		const [synchronous, checkpoint] = durability === "full" ? ["FULL", 1000] : ["NORMAL", 4000];
		await this.retry(() =>
			this.database.exec(
				`PRAGMA synchronous = ${synchronous}; PRAGMA fullfsync = ${full}; PRAGMA checkpoint_fullfsync = ${full};
				PRAGMA wal_autocheckpoint = ${checkpoint};
				PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000`,
			),
		);
	}

	close(): void {
		this.#statements.objects.clear();
		this.#statements.arrays.clear();
		this.#database?.close();
		this.#database = undefined;
	}

	/** Fills in table names, the clock, and everything else that is specific to SQLite. */
	text(template: string): string {
		return expand(template, this.#dialect);
	}

	/** Executes one statement. */
	execute(call: SqlCall): unknown {
		const arrays = call.want === "arrays" || call.want === "first";
		const prepared = arrays ? this.#statements.arrays : this.#statements.objects;
		let statement = prepared.get(call.text);
		if (!statement) {
			// A writer has a lock on the whole file.
			if (call.text === HOLD) return undefined;
			statement = this.database.prepare(this.text(call.text));
			if (arrays) statement.setReturnArrays(true);
			prepared.set(call.text, statement);
		}
		if (call.want === "changes" || call.want === "nothing") return statement.run(...call.params).changes;
		if (call.want === "first") return statement.get(...call.params);
		return statement.all(...call.params);
	}

	/** Rolls back a failed transaction. Some failures, e.g. a full disk, have already ended it. */
	rollBack(): void {
		try {
			this.database.exec("ROLLBACK");
		} catch {
			// No transaction is left; the original error is reported.
		}
	}

	/** Runs an operation to its end. */
	run<T>(operation: Sql<T>): T {
		let step = operation.next();
		while (!step.done) step = operation.next(this.execute(step.value));
		return step.value;
	}

	/** Runs a reading operation. With `snapshot`, all its statements see the same point in time. */
	async read<T>(make: () => Sql<T>, { snapshot }: { snapshot: boolean }): Promise<T> {
		return this.retry(() => {
			if (!snapshot) return this.run(make());
			this.database.exec("BEGIN");
			try {
				return this.run(make());
			} finally {
				this.database.exec("COMMIT");
			}
		});
	}

	/** Retries until no other process is in the way, or until the timeout. */
	async retry<T>(attempt: () => T): Promise<T> {
		const deadline = Date.now() + this.#options.busyTimeoutMs;
		for (let attempts = 1; ; attempts++) {
			try {
				return attempt();
			} catch (error) {
				if (!isBusy(error) || Date.now() > deadline) throw translateError(error, this.#options.path);
			}
			await pause(backoff(attempts));
		}
	}

	/** Changes if and only if another connection has committed. */
	dataVersion(): number {
		const [version] = this.execute({ text: "PRAGMA data_version", params: [], want: "first" }) as [number];
		return version;
	}

	/**
	 * Moves the write-ahead log into the file and empties it. False if another process is using it: then a
	 * later checkpoint does it, at the latest when the last connection closes.
	 */
	truncateLog(): boolean {
		// Closing has already done it.
		if (!this.#database) return true;
		try {
			const call = { text: "PRAGMA wal_checkpoint(TRUNCATE)", params: [], want: "first" } as const;
			const [busy] = this.execute(call) as [number];
			return busy === 0;
		} catch (error) {
			if (isBusy(error)) return false;
			throw translateError(error, this.#options.path);
		}
	}

	/**
	 * Rewrites the file. SQLite overwrites deleted data, but pages that were split keep old bytes in their
	 * unused middle; only a rewrite clears those.
	 */
	async vacuum(): Promise<void> {
		await this.retry(() => this.database.exec("VACUUM"));
		// The new pages are in the log; the file has the old ones until a checkpoint moves them.
		await this.retry(() => {
			if (!this.truncateLog()) throw busyError("the log is in use");
		});
	}

	translate(error: unknown): unknown {
		return translateError(error, this.#options.path);
	}
}
