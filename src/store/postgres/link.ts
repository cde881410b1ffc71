import { setTimeout as pause } from "node:timers/promises";
import type { Client, ClientBase, PoolClient } from "pg";
import { HoldfastError } from "../../error/index.ts";
import type { Sql, SqlCall } from "../sql/call.ts";
import { createCompiler } from "./dialect.ts";
import { classify, sqlState, translate } from "./failure.ts";
import type { PostgresSettings } from "./options/postgres-options.ts";
import { PlanAge } from "./plan-age.ts";
import { PostgresPool } from "./pool.ts";
import { LIFE, resolveCommit, type Transaction } from "./resolve-commit.ts";
import { Wire } from "./wire.ts";

/*
 * Every operation is one transaction, or one statement:
 *
 *   connection ──▶ BEGIN, tenant ──▶ statements ──▶ COMMIT ──▶ done
 *       ▲              │ lost a race: again           │ the connection broke: did it commit? The server
 * knows.
 *       └── a moment ◀─┴── server away ◀──────────────┘
 *
 * A connection is held only for that time. Operations that certainly did not happen are repeated until the
 * timeout.
 */

/** How many races an operation may lose before it fails. */
const MAX_RACES = 20;

/*
 * If a process stops in the middle of a transaction, or its machine fails, it must not keep the locks: after
 * this time, the server ends its transaction.
 */
const BEGINNING = `set_config('holdfast.tenant', $1, true), pg_current_xact_id()::TEXT, ${LIFE},
	set_config('idle_in_transaction_session_timeout', '10s', true)`;
const SET_TENANT = { name: "hf_tenant", text: `SELECT ${BEGINNING}` };
const SET_TENANT_TO_READ = { name: "hf_reader", text: "SELECT set_config('holdfast.tenant', $1, true)" };
const SET_TENANT_AND_ROLE = {
	name: "hf_tenant_role",
	text: `SELECT ${BEGINNING}, set_config('role', $2, true)`,
};

/** The server is starting up, or has no free connection right now. */
const COMING = new Set(["57P03", "53300"]);

/** The maximum length of a tenant name that fits into PostgreSQL's limit for keys. */
export const MAX_TENANT_BYTES = 200;

export type Make<T> = () => Sql<T>;

/** Access to the server: connections, transactions, and what to do when they fail. */
export class PostgresLink {
	readonly settings: PostgresSettings;
	readonly #pool: PostgresPool;
	readonly #compile: ReturnType<typeof createCompiler>;
	/** The tenant that was last set on a connection, if it persists. */
	readonly #tenants = new WeakMap<PoolClient, string>();
	readonly #plans = new PlanAge();
	/** The role of transactions. Undefined: the login role. */
	#role: string | undefined;
	#closing = false;

	constructor(settings: PostgresSettings) {
		this.settings = settings;
		this.#pool = new PostgresPool(settings);
		this.#compile = createCompiler(settings);
	}

	async open(): Promise<void> {
		this.#closing = false;
		await this.#pool.open();
	}

	async close(): Promise<void> {
		this.#closing = true;
		await this.#pool.close();
	}

	/** From now on, everything runs in this role. */
	async takeRole(role: string | undefined): Promise<void> {
		this.#role = role;
		if (role === undefined || this.settings.pooler) return;
		await this.#pool.greet(async (client: ClientBase) => {
			await client.query("SELECT set_config('role', $1, false)", [role]);
		});
	}

	/** Converts an error of the server or the driver to a HoldfastError. */
	translate(error: unknown): unknown {
		return translate(error, this.settings.label);
	}

	/** A connection outside of the pool. */
	async single(onError: (error: Error) => void): Promise<Client> {
		const deadline = Date.now() + this.settings.timeoutMs;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.#pool.single(onError);
			} catch (error) {
				// A server that will be ready soon is waited for. If there is no server, it fails immediately.
				if (!COMING.has(sqlState(error) ?? "") || Date.now() > deadline) throw this.translate(error);
			}
			await pause(backoff(attempt));
		}
	}

	/** Runs a reading operation. */
	read<T>(tenant: string, make: Make<T>): Promise<T> {
		checkTenant(tenant);
		return this.#try(async (wire, client) => {
			if (this.settings.pooler) return this.#readIn(wire, tenant, make, "BEGIN READ ONLY");
			const told = this.#tellTenant(wire, client, tenant);
			const value = await drive(make(), wire, tenant);
			await told;
			return value;
		});
	}

	/** Runs a reading operation of several statements, which see the same point in time. */
	snapshot<T>(tenant: string, make: Make<T>): Promise<T> {
		checkTenant(tenant);
		const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
		return this.#try((wire) => this.#readIn(wire, tenant, make, begin));
	}

	/**
	 * Runs a writing operation; resolves when it is committed. `find` reads the result from the written data,
	 * for the case that the server cannot tell whether the write was committed.
	 */
	write<T>(tenant: string, make: Make<T>, find?: Make<T | undefined>): Promise<T> {
		checkTenant(tenant);
		const found = find && ((): Promise<T | undefined> => this.snapshot(tenant, find));
		return this.#try(async (wire) => {
			wire.tell("BEGIN");
			const first = this.#begin(wire, tenant);
			let value: T;
			let transaction: Transaction;
			try {
				value = await drive(make(), wire, tenant);
				const [, xid, life] = (await first)[0] ?? [];
				transaction = { xid: String(xid), life: String(life) };
			} catch (error) {
				throw await rollBack(wire, error);
			}
			// After the statements that were not awaited. If one of them failed, this rolls back.
			wire.tell("COMMIT");
			try {
				await wire.settle();
			} catch (error) {
				throw classify(error) === "away" ? new UnknownCommit(transaction, value, error) : error;
			}
			return value;
		}, found);
	}

	/** Runs a reading operation across tenants, in a role that is allowed to. */
	spanning<T>(role: string | undefined, make: Make<T>): Promise<T> {
		if (role === undefined) {
			const message = `PostgreSQL at ${this.settings.label}: no role has access to the work of all tenants; see docs/postgres.md about ${this.settings.workerRole}`;
			throw new HoldfastError("capability_missing", message);
		}
		return this.#try(async (wire) => {
			wire.tell("BEGIN READ ONLY");
			try {
				await wire.arrays({ name: "hf_spanning", text: "SELECT set_config('role', $1, true)" }, [role]);
				return await drive(make(), wire, "");
			} finally {
				wire.tell("ROLLBACK");
				await wire.settle().catch(() => {});
			}
		});
	}

	/**
	 * Executes one writing statement. It commits by itself if possible. In that case it is not repeated once it
	 * was sent, and a broken connection rejects with `LostAnswer`.
	 */
	commit(tenant: string, call: SqlCall): Promise<unknown> {
		checkTenant(tenant);
		if (this.settings.pooler) return this.write(tenant, () => single(call));
		return this.#try(async (wire, client) => {
			const sentAt = performance.now();
			const told = this.#tellTenant(wire, client, tenant);
			try {
				const [value] = await Promise.all([wire.execute(call, tenant), told]);
				return value;
			} catch (error) {
				if (classify(error) !== "away") throw error;
				throw new LostAnswer(processOf(client), sentAt, error);
			}
		});
	}

	/** For statements outside of the shared ones that may be executed twice. */
	async repeatable<T>(work: (wire: Wire) => Promise<T>): Promise<T> {
		return this.#try(work);
	}

	/** Sets the tenant of the next statements, if the setting persists and is not set yet. */
	#tellTenant(wire: Wire, client: PoolClient, tenant: string): Promise<unknown> | undefined {
		if (this.#tenants.get(client) === tenant) return undefined;
		this.#tenants.set(client, tenant);
		const told = wire.arrays({ name: "hf_session", text: TENANT_OF_SESSION }, [tenant]);
		told.catch(() => {
			// The next user of the connection must set it again.
			this.#tenants.delete(client);
		});
		return told;
	}

	#begin(wire: Wire, tenant: string): Promise<unknown[][]> {
		const first =
			this.settings.pooler && this.#role !== undefined
				? wire.arrays(SET_TENANT_AND_ROLE, [tenant, this.#role])
				: wire.arrays(SET_TENANT, [tenant]);
		first.catch(() => {});
		return first;
	}

	/** In a transaction whose end is not awaited: it only serves to read one point in time, or one tenant. */
	async #readIn<T>(wire: Wire, tenant: string, make: Make<T>, begin: string): Promise<T> {
		wire.tell(begin);
		const first =
			this.settings.pooler && this.#role !== undefined
				? wire.arrays({ name: "hf_reader_role", text: TENANT_AND_ROLE_TO_READ }, [tenant, this.#role])
				: wire.arrays(SET_TENANT_TO_READ, [tenant]);
		first.catch(() => {});
		try {
			const value = await drive(make(), wire, tenant);
			await first;
			return value;
		} finally {
			wire.tell("COMMIT");
		}
	}

	/** Gives the work a connection, and another one after a failure, as long as a retry makes sense. */
	async #try<T>(
		work: (wire: Wire, client: PoolClient) => Promise<T>,
		find?: () => Promise<T | undefined>,
	): Promise<T> {
		const deadline = Date.now() + this.settings.timeoutMs;
		for (let attempt = 1; ; attempt++) {
			let client: PoolClient | undefined;
			try {
				client = await this.#pool.take();
				const wire = new Wire(client, { compile: this.#compile, pooler: this.settings.pooler });
				const value = await work(wire, client);
				if (!this.settings.pooler && this.#plans.isOld(client)) wire.tell("DISCARD PLANS");
				release(client, wire);
				return value;
			} catch (error) {
				const isLost = error instanceof UnknownCommit || error instanceof LostAnswer;
				const failure = isLost ? error.cause : error;
				const kind = HoldfastError.isInstance(failure) ? "final" : classify(failure);
				client?.release(kind === "away" || kind === "stale");
				if (error instanceof LostAnswer) throw error;
				if (error instanceof UnknownCommit) {
					const status = await this.#whatBecameOf(error, deadline);
					if (status === "committed") return error.value as T;
					const found = status === "over" ? await find?.() : undefined;
					if (found !== undefined) return found;
					if (status === "over" && !find) throw this.unknownOutcome(error.cause);
				} else if (!this.#isWorthIt(kind, attempt, deadline)) {
					throw translate(failure, this.settings.label);
				}
			}
			await pause(backoff(attempt));
		}
	}

	#isWorthIt(kind: ReturnType<typeof classify>, attempt: number, deadline: number): boolean {
		if (kind === "final" || this.#closing) return false;
		return kind === "away" ? Date.now() < deadline : attempt < MAX_RACES;
	}

	/**
	 * Finds out whether a transaction was committed whose connection broke at its end. Asks until the server
	 * knows.
	 */
	async #whatBecameOf(
		{ transaction, cause }: UnknownCommit,
		deadline: number,
	): Promise<"committed" | "aborted" | "over"> {
		const status = await resolveCommit(transaction, deadline, async (text, values) => {
			const client = await this.#pool.take();
			try {
				return (await client.query(text, values)).rows;
			} finally {
				client.release();
			}
		});
		if (status === "unknown") throw this.unknownOutcome(cause);
		return status;
	}

	/** The error for a write of which nobody knows whether it was committed. */
	unknownOutcome(cause: unknown): HoldfastError {
		const message = `PostgreSQL at ${this.settings.label}: the connection broke at the end of a write, and it is unknown whether it was committed; check, or repeat it with the same idempotency key`;
		return new HoldfastError("unavailable", message, { outcome: "unknown" }, { cause, retryable: false });
	}
}

const TENANT_OF_SESSION = "SELECT set_config('holdfast.tenant', $1, false)";
const TENANT_AND_ROLE_TO_READ =
	"SELECT set_config('holdfast.tenant', $1, true), set_config('role', $2, true)";

/** The connection broke while the transaction was ending: its outcome is unknown. */
class UnknownCommit extends Error {
	readonly transaction: Transaction;
	readonly value: unknown;

	constructor(transaction: Transaction, value: unknown, cause: unknown) {
		super("unknown commit", { cause });
		this.transaction = transaction;
		this.value = value;
	}
}

/** The connection broke after a statement that commits by itself. */
export class LostAnswer extends Error {
	/** The server process that executed it. Undefined behind a pooler. */
	readonly process: number | undefined;
	readonly sentAt: number;

	constructor(process: number | undefined, sentAt: number, cause: unknown) {
		super("the response was lost", { cause });
		this.process = process;
		this.sentAt = sentAt;
	}
}

/** Releases a connection as soon as it has answered everything. */
function release(client: PoolClient, wire: Wire): void {
	if (!wire.isOwed) client.release();
	else
		wire.settle().then(
			() => client.release(),
			() => client.release(true),
		);
}

const processOf = (client: PoolClient): number | undefined =>
	"processID" in client && typeof client.processID === "number" ? client.processID : undefined;

/** Longer each time, up to a quarter of a second: a restarting server is back within a second or two. */
const backoff = (attempt: number): number => Math.random() * Math.min(250, 5 * 2 ** Math.min(attempt, 6));

function checkTenant(tenant: string): void {
	if (tenant.length * 3 <= MAX_TENANT_BYTES || Buffer.byteLength(tenant) <= MAX_TENANT_BYTES) return;
	const message = `a tenant name can have at most ${MAX_TENANT_BYTES} bytes on PostgreSQL`;
	throw new HoldfastError("limit_exceeded", message, { limit: MAX_TENANT_BYTES });
}

/** The transaction had already failed when the statement was executed. */
const ALREADY_FAILED = "25P02";

/**
 * Rolls back a failed transaction and returns the cause: a statement that was not awaited may have failed
 * earlier.
 */
async function rollBack(wire: Wire, error: unknown): Promise<unknown> {
	const earlier = await wire.settle().then(
		() => undefined,
		(failure: unknown) => failure,
	);
	wire.tell("ROLLBACK");
	// A connection that cannot even do this is discarded by its next user.
	await wire.settle().catch(() => {});
	return sqlState(error) === ALREADY_FAILED ? (earlier ?? error) : error;
}

function* single(call: SqlCall): Sql<unknown> {
	return yield call;
}

/** Runs an operation to its end. Statements whose results are not needed are not awaited. */
export async function drive<T>(operation: Sql<T>, wire: Wire, tenant: string): Promise<T> {
	let step = operation.next();
	while (!step.done) {
		const answer = wire.execute(step.value, tenant);
		step = operation.next(answer === undefined ? undefined : await answer);
	}
	return step.value;
}
