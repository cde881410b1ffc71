import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from "pg";
import { type Driver, loadDriver } from "./load-driver.ts";
import type { PostgresConnection, PostgresSettings } from "./options/postgres-options.ts";
import { SilenceGuard } from "./silence-guard.ts";
import { valueParsers } from "./value-parsers.ts";

/** How long an unused connection stays open, in milliseconds. */
const IDLE_MS = 30_000;

/** After this much silence, TCP keep-alive checks whether the other end still exists, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Creates connections: a bounded pool, and single ones outside of it. If TLS is only preferred and the server
 * has none, this is found out once.
 */
export class PostgresPool {
	readonly #settings: PostgresSettings;
	#driver: Driver | undefined;
	#isOpen = false;
	#pool: Pool | undefined;
	/** Servers that turned out to have no TLS. */
	readonly #withoutTls = new Set<PostgresConnection>();
	/** Runs first on every new connection. */
	#greeting: ((client: ClientBase) => Promise<void>) | undefined;

	constructor(settings: PostgresSettings) {
		this.#settings = settings;
	}

	async open(): Promise<void> {
		this.#driver ??= await loadDriver();
		this.#isOpen = true;
	}

	/** New connections begin with this; existing ones are closed when they are released. */
	async greet(greeting: (client: ClientBase) => Promise<void>): Promise<void> {
		this.#greeting = greeting;
		await this.#end();
	}

	async close(): Promise<void> {
		this.#isOpen = false;
		await this.#end();
	}

	async #end(): Promise<void> {
		const pool = this.#pool;
		this.#pool = undefined;
		await pool?.end();
	}

	/** A connection for one operation. Release it, with `true` if it must not be used again. */
	async take(): Promise<PoolClient> {
		if (!this.#isOpen) throw new Error("the pool is closed");
		this.#pool ??= this.#makePool();
		const pool = this.#pool;
		try {
			return await pool.connect();
		} catch (error) {
			if (!this.#lacksTls(error, this.#settings.connection)) throw error;
			// The old one is not ended: others may wait there, and each of them comes through here.
			if (this.#pool === pool) this.#pool = undefined;
			return this.take();
		}
	}

	/** A separate connection, which bypasses the pooler if possible. */
	async single(onError: (error: Error) => void): Promise<Client> {
		const connection = this.#settings.direct ?? this.#settings.connection;
		const { Client } = this.#loaded();
		const client = new Client({
			...this.#config(connection),
			connectionTimeoutMillis: this.#settings.timeoutMs,
		});
		client.on("error", onError);
		try {
			await client.connect();
		} catch (error) {
			if (this.#lacksTls(error, connection)) return this.single(onError);
			throw error;
		}
		return client;
	}

	/** Remembers that a server has no TLS, if TLS is optional. */
	#lacksTls(error: unknown, connection: PostgresConnection): boolean {
		if (connection.ssl !== "prefer") return false;
		if (!(error instanceof Error) || !/does not support SSL/i.test(error.message)) return false;
		this.#withoutTls.add(connection);
		return true;
	}

	#loaded(): Driver {
		if (!this.#driver) throw new Error("the pool is not open");
		return this.#driver;
	}

	#config(connection: PostgresConnection): ClientConfig & { pipeline: boolean } {
		const { ssl, ...target } = connection;
		const tls = this.#withoutTls.has(connection) ? false : ssl;
		const { types } = this.#loaded();
		return {
			...(target as ClientConfig),
			ssl: tls === "prefer" ? { rejectUnauthorized: false } : tls,
			application_name: this.#settings.applicationName,
			types: valueParsers(types as never) as never,
			keepAlive: true,
			keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
			pipeline: true,
		};
	}

	#makePool(): Pool {
		const { Pool } = this.#loaded();
		const { pool: max, timeoutMs } = this.#settings;
		const pool = new Pool({
			...this.#config(this.#settings.connection),
			max,
			connectionTimeoutMillis: timeoutMs,
			idleTimeoutMillis: IDLE_MS,
			// A process with nothing else to do may exit, as with a file.
			allowExitOnIdle: true,
			onConnect: (client: ClientBase) => this.#greeting?.(client),
		});
		// A connection that breaks while it is unused is removed.
		pool.on("error", () => {});
		pool.on("connect", (client) => client.on("error", () => {}));
		const guard = new SilenceGuard(timeoutMs);
		pool.on("acquire", (client) => guard.add(client));
		pool.on("release", (_error, client) => guard.remove(client));
		return pool;
	}
}
