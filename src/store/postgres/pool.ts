import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from "pg";
import { type Driver, loadDriver } from "./load-driver.ts";
import type { PostgresConnection, PostgresSettings } from "./options/postgres-options.ts";
import { SilenceGuard } from "./silence-guard.ts";
import { valueParsers } from "./value-parsers.ts";

/** How long a connection that nobody needs stays open. */
const IDLE_MS = 30_000;

/** After so long without a word the network is asked whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Makes connections: a bounded pool of them, and single ones beside it. A server without TLS is met as such once where
 * TLS is only preferred.
 */
export class PostgresPool {
	readonly #settings: PostgresSettings;
	#driver: Driver | undefined;
	#isOpen = false;
	#pool: Pool | undefined;
	/** Servers that turned out to have no TLS. */
	readonly #withoutTls = new Set<PostgresConnection>();
	/** What every new connection is told first. */
	#greeting: ((client: ClientBase) => Promise<void>) | undefined;

	constructor(settings: PostgresSettings) {
		this.#settings = settings;
	}

	async open(): Promise<void> {
		this.#driver ??= await loadDriver();
		this.#isOpen = true;
	}

	/** Connections made from now on begin like this; those there are end when they are given back. */
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

	/** A connection for one operation; to be released, with `true` if it is not to be used again. */
	async take(): Promise<PoolClient> {
		if (!this.#isOpen) throw new Error("the pool is closed");
		this.#pool ??= this.#makePool();
		const pool = this.#pool;
		try {
			return await pool.connect();
		} catch (error) {
			if (!this.#lacksTls(error, this.#settings.connection)) throw error;
			// The old one is not ended: others may wait there, and each of them has to come by here.
			if (this.#pool === pool) this.#pool = undefined;
			return this.take();
		}
	}

	/** A connection of its own, past the pooler where there is a way. */
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

	/** Remembers that there is no TLS where none is needed. */
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
			// A process that has nothing else to do may end, as with a file.
			allowExitOnIdle: true,
			onConnect: (client: ClientBase) => this.#greeting?.(client),
		});
		// A connection that breaks while nobody uses it is simply not there any more.
		pool.on("error", () => {});
		pool.on("connect", (client) => client.on("error", () => {}));
		const guard = new SilenceGuard(timeoutMs);
		pool.on("acquire", (client) => guard.add(client));
		pool.on("release", (_error, client) => guard.remove(client));
		return pool;
	}
}
