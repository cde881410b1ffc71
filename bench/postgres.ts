import { randomBytes } from "node:crypto";
import { type Holdfast, holdfast } from "holdfast";
import { type PostgresOptions, postgres } from "holdfast/postgres";
import pg from "pg";
import { startServer } from "../test/postgres/server/start-server.ts";
import { forInformation, type Row } from "./measure.ts";
import { text } from "./stores.ts";

/*
 * PostgreSQL suites use the server that HOLDFAST_TEST_POSTGRES_URL names, or start one from npm with the
 * default settings of PostgreSQL. Each suite has its own database. If there is no server, the suites are
 * skipped and say why.
 */

/** A tenth of the work, to check that the suites run. The figures mean nothing then. */
const isSmall = process.env.BENCH_SMALL !== undefined;
export const scaled = (count: number): number => (isSmall ? Math.ceil(count / 10) : count);

type Server = { url: string } | { reason: string };
let server: Promise<Server> | undefined;

async function findServer(): Promise<Server> {
	const named = process.env.HOLDFAST_TEST_POSTGRES_URL;
	if (named) return { url: named };
	// The server's folder is created in the folder for temporary files.
	if (process.env.BENCH_TMP) process.env.TMPDIR = process.env.BENCH_TMP;
	try {
		const { url } = await startServer({
			durable: true,
			flags: ["shared_buffers=128MB", "max_wal_size=1GB"],
		});
		return { url };
	} catch (error) {
		return { reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
	}
}

/** Runs work on its own connection. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await run(client);
	} finally {
		await client.end();
	}
}

/**
 * Updates the statistics of the tables, as the server does by itself within a minute or two. The figures are
 * those of a database that has been running for a while. Before that, query plans may be those for empty
 * tables.
 */
export const analyze = (url: string): Promise<unknown> =>
	withClient(url, (client) => client.query("ANALYZE"));

/** Runs work in a new database, and drops it. */
export async function inDatabase<T>(server: string, run: (url: string) => Promise<T>): Promise<T> {
	const name = `holdfast_bench_${randomBytes(6).toString("hex")}`;
	await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
	const own = new URL(server);
	own.pathname = `/${name}`;
	try {
		return await run(own.href);
	} finally {
		await withClient(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
	}
}

/** A suite that gets the URL of an empty database. */
export function onPostgres(
	what: string,
	suite: (url: string) => Promise<Row | Row[]>,
): () => Promise<Row | Row[]> {
	return async () => {
		server ??= findServer();
		const found = await server;
		if ("reason" in found) return forInformation(what, `skipped: ${found.reason}`, "–", Number.NaN);
		return inDatabase(found.url, suite);
	};
}

export const openOurs = (url: string, options: PostgresOptions = {}): Promise<Holdfast> =>
	holdfast({ store: postgres(url, options) });

/** The total size of the tables of a schema with their indexes. */
export const TABLE_BYTES = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::FLOAT8 AS bytes FROM pg_class c
	WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r'`;

interface Database {
	query(config: pg.QueryConfig): Promise<pg.QueryResult>;
	end(): Promise<void>;
}

async function connect(url: string, connections: number): Promise<Database> {
	if (connections > 1) return new pg.Pool({ connectionString: url, max: connections });
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	return client;
}

const RAW_TABLE = `CREATE SCHEMA IF NOT EXISTS raw;
	CREATE TABLE IF NOT EXISTS raw.m (seq BIGSERIAL PRIMARY KEY, sid TEXT NOT NULL, id TEXT NOT NULL, role TEXT, body TEXT NOT NULL);
	CREATE INDEX IF NOT EXISTS mi ON raw.m (sid, seq)`;

export type Raw = Awaited<ReturnType<typeof openRaw>>;

/**
 * The baseline: a table, an index, and one prepared insert that commits by itself, on one connection or on a
 * pool of this size.
 */
export async function openRaw(url: string, connections = 1) {
	await withClient(url, (client) => client.query(RAW_TABLE));
	const db = await connect(url, connections);
	let n = 0;
	return {
		async append(sid: string, tag: string | number): Promise<void> {
			const body = JSON.stringify({ role: "user", content: text(tag) });
			await db.query({
				name: "append",
				text: "INSERT INTO raw.m (sid, id, role, body) VALUES ($1, $2, $3, $4)",
				values: [sid, `id-${n++}`, "user", body],
			});
		},
		async last(sid: string, count: number): Promise<unknown[]> {
			const { rows } = await db.query({
				name: "last",
				text: "SELECT body FROM (SELECT seq, body FROM raw.m WHERE sid = $1 ORDER BY seq DESC LIMIT $2) t ORDER BY seq",
				values: [sid, count],
			});
			return rows.map((row) => JSON.parse(row.body));
		},
		/** Many rows in one statement: for filling tables, never measured. */
		async fill(sid: string, count: number): Promise<void> {
			const bodies = Array.from({ length: count }, (_, i) => ({ role: "user", content: text(i) }));
			await db.query({
				text: "INSERT INTO raw.m (sid, id, role, body) SELECT $1, 'id-' || random(), 'user', body FROM unnest($2::TEXT[]) body",
				values: [sid, bodies.map((body) => JSON.stringify(body))],
			});
		},
		close: () => db.end(),
	};
}
