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
 *       ▲              │ lost a race: again           │ the connection broke: did it commit? The server knows.
 *       └── a moment ◀─┴── server away ◀──────────────┘
 *
 * A connection is held for that long and no longer. What surely did not happen is tried again until time is up.
 */

/** How often an operation may lose a race before its caller is told. */
const MAX_RACES = 20;

/*
 * A process that stops in mid-transaction, or whose machine is gone, must not keep the locks: after so long the server ends
 * its transaction.
 */
const BEGINNING = `set_config('holdfast.tenant', $1, true), pg_current_xact_id()::TEXT, ${LIFE},
	set_config('idle_in_transaction_session_timeout', '10s', true)`;
const SET_TENANT = { name: "hf_tenant", text: `SELECT ${BEGINNING}` };
const SET_TENANT_TO_READ = { name: "hf_reader", text: "SELECT set_config('holdfast.tenant', $1, true)" };
const SET_TENANT_AND_ROLE = {
	name: "hf_tenant_role",
	text: `SELECT ${BEGINNING}, set_config('role', $2, true)`,
};

/** The server is starting up, or has no connection left just now. */
const COMING = new Set(["57P03", "53300"]);

/** PostgreSQL's own limit on a key leaves this much for the name of a tenant. */
export const MAX_TENANT_BYTES = 200;

export type Make<T> = () => Sql<T>;

/** The way to the server: connections, transactions, and what to do when they break. */
export class PostgresLink {
	readonly settings: PostgresSettings;
	readonly #pool: PostgresPool;
	readonly #compile: ReturnType<typeof createCompiler>;
	/** The tenant that a connection was last told of, where that lasts. */
	readonly #tenants = new WeakMap<PoolClient, string>();
	readonly #plans = new PlanAge();
	/** The role that transactions take on; undefined: the one that logged in. */
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

	/** Everything from now on is done in this role. */
	async takeRole(role: string | undefined): Promise<void> {
		this.#role = role;
		if (role === undefined || this.settings.pooler) return;
		await this.#pool.greet(async (client: ClientBase) => {
			await client.query("SELECT set_config('role', $1, false)", [role]);
		});
	}

	/** An error of the server or the driver as ours. */
	translate(error: unknown): unknown {
		return translate(error, this.settings.label);
	}

	/** A connection outside the pool. */
	async single(onError: (error: Error) => void): Promise<Client> {
		const deadline = Date.now() + this.settings.timeoutMs;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.#pool.single(onError);
			} catch (error) {
				// One that is there, and will be ready soon, is waited for; one that is not there is told at once.
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

	/** Runs a reading operation of several statements, which see one moment. */
	snapshot<T>(tenant: string, make: Make<T>): Promise<T> {
		checkTenant(tenant);
		const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
		return this.#try((wire) => this.#readIn(wire, tenant, make, begin));
	}

	/**
	 * Runs a writing operation; resolves when it is committed. `find` reads what it would have returned from what it would
	 * have written, for when the server cannot tell whether it was.
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
			// Behind the statements that nobody waited for. If one of them failed it undoes the rest.
			wire.tell("COMMIT");
			try {
				await wire.settle();
			} catch (error) {
				throw classify(error) === "away" ? new UnknownCommit(transaction, value, error) : error;
			}
			return value;
		}, found);
	}

	/** Runs a reading operation that spans tenants, in a role that may. */
	spanning<T>(role: string | undefined, make: Make<T>): Promise<T> {
		if (role === undefined) {
			const message = `PostgreSQL at ${this.settings.label}: no role may see the work of all tenants; see docs/postgres.md on ${this.settings.workerRole}`;
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
	 * Executes one statement that writes. It commits by itself where that can be; then it is not tried again once it was
	 * sent, and a connection that breaks rejects with `LostAnswer`.
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

	/** For what is not of the shared statements, and may be done twice. */
	async repeatable<T>(work: (wire: Wire) => Promise<T>): Promise<T> {
		return this.#try(work);
	}

	/** Says whose the next statements are, where that lasts and was not said before. */
	#tellTenant(wire: Wire, client: PoolClient, tenant: string): Promise<unknown> | undefined {
		if (this.#tenants.get(client) === tenant) return undefined;
		this.#tenants.set(client, tenant);
		const told = wire.arrays({ name: "hf_session", text: TENANT_OF_SESSION }, [tenant]);
		told.catch(() => {
			// Whoever comes next must say it again.
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

	/** In a transaction, whose end nobody waits for: it was only to see one moment, or one tenant. */
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

	/** Gives the work a connection, and another one for as long as it is worth it. */
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

	/** What became of a transaction whose connection broke at its end. Asks until the server knows. */
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

	/** Nobody can tell whether a write was made. */
	unknownOutcome(cause: unknown): HoldfastError {
		const message = `PostgreSQL at ${this.settings.label}: the connection broke at the end of a write, which may or may not have been made; look, or repeat it with the same idempotency key`;
		return new HoldfastError("unavailable", message, { outcome: "unknown" }, { cause, retryable: false });
	}
}

const TENANT_OF_SESSION = "SELECT set_config('holdfast.tenant', $1, false)";
const TENANT_AND_ROLE_TO_READ =
	"SELECT set_config('holdfast.tenant', $1, true), set_config('role', $2, true)";

/** The connection broke when the transaction was about to end: nobody was told how. */
class UnknownCommit extends Error {
	readonly transaction: Transaction;
	readonly value: unknown;

	constructor(transaction: Transaction, value: unknown, cause: unknown) {
		super("unknown commit", { cause });
		this.transaction = transaction;
		this.value = value;
	}
}

/** The connection broke behind a statement that commits by itself. */
export class LostAnswer extends Error {
	/** The server's process that had it; undefined where a pooler is in between. */
	readonly process: number | undefined;
	readonly sentAt: number;

	constructor(process: number | undefined, sentAt: number, cause: unknown) {
		super("the answer is lost", { cause });
		this.process = process;
		this.sentAt = sentAt;
	}
}

/** Gives a connection back, as soon as it has answered everything. */
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

/** Longer each time, up to a quarter of a second: a server that restarts is back within a second or two. */
const backoff = (attempt: number): number => Math.random() * Math.min(250, 5 * 2 ** Math.min(attempt, 6));

function checkTenant(tenant: string): void {
	if (tenant.length * 3 <= MAX_TENANT_BYTES || Buffer.byteLength(tenant) <= MAX_TENANT_BYTES) return;
	const message = `the name of a tenant may have at most ${MAX_TENANT_BYTES} bytes on PostgreSQL`;
	throw new HoldfastError("limit_exceeded", message, { limit: MAX_TENANT_BYTES });
}

/** The transaction already failed when the statement was executed. */
const ALREADY_FAILED = "25P02";

/** Ends a transaction that failed, and tells why: a statement that nobody waited for may have failed before. */
async function rollBack(wire: Wire, error: unknown): Promise<unknown> {
	const earlier = await wire.settle().then(
		() => undefined,
		(failure: unknown) => failure,
	);
	wire.tell("ROLLBACK");
	// A connection that cannot even do this is given up by its next user.
	await wire.settle().catch(() => {});
	return sqlState(error) === ALREADY_FAILED ? (earlier ?? error) : error;
}

function* single(call: SqlCall): Sql<unknown> {
	return yield call;
}

/** Runs an operation to its end. Statements whose answer is of no interest are not waited for. */
export async function drive<T>(operation: Sql<T>, wire: Wire, tenant: string): Promise<T> {
	let step = operation.next();
	while (!step.done) {
		const answer = wire.execute(step.value, tenant);
		step = operation.next(answer === undefined ? undefined : await answer);
	}
	return step.value;
}
