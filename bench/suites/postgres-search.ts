import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { type Holdfast, holdfast } from "holdfast";
import { type PostgresOptions, postgres } from "holdfast/postgres";
import pg from "pg";
import { loadBuiltinEmbedder } from "../../src/model/index.ts";
import { madeUpFacts, madeUpQueries } from "../children/made-up-facts.ts";
import { atMost, elapsed, forInformation, median, percentile, type Row } from "../measure.ts";

/*
 * Everything on one server in one run: PGlite, the only PostgreSQL with pgvector that comes from npm, over its socket. It is
 * several times slower than a real one and has one session; the ratio is what counts. BENCH_FACTS and BENCH_QUERIES make
 * it smaller.
 */
const FACTS = Number(process.env.BENCH_FACTS ?? 100_000);
const QUERIES = Number(process.env.BENCH_QUERIES ?? 40);
const LIMIT = 10;
const READY_MS = 1_200_000;
const AGENT = "bench";

interface Served {
	url: string;
	options: PostgresOptions;
	stop(): Promise<void>;
}

async function serve(): Promise<Served> {
	const db = await PGlite.create({ extensions: { vector } });
	// For the one session that everybody shares: graphs are made in memory.
	await db.exec("SET maintenance_work_mem = '1GB'");
	const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 10 });
	await server.start();
	return {
		url: `postgres://postgres:none@${server.getServerConn()}/postgres`,
		// One session is behind all connections: one store at a time, and nothing that would last in it.
		options: { pool: 1, listen: false, role: false, timeoutMs: 600_000 },
		async stop() {
			await server.stop();
			await db.close();
		},
	};
}

/** Our search over many facts of one user, held in the process and from the index, beside the plain hybrid query. */
export async function postgresSearch(): Promise<Row[]> {
	const contents = madeUpFacts(FACTS);
	const queries = madeUpQueries(3 * QUERIES, contents);
	const server = await serve();
	try {
		const raw = await rawHybrid(server.url, contents);
		const open = async (exactUpTo: number): Promise<Holdfast> => {
			await raw.forgetStatements();
			return holdfast({ store: postgres(server.url, { ...server.options, exactUpTo }) });
		};
		const writer = await open(10 * FACTS);
		const written = writer.memory(AGENT, { userId: "ada" });
		for (let at = 0; at < FACTS; at += 1_000) {
			await written.writeMany(contents.slice(at, at + 1_000));
			if (at % 5_000 === 0) await raw.analyse();
		}
		await writer.close();
		await raw.analyse();
		const inside = await open(10 * FACTS);
		const firstMs = await elapsed(() => inside.memory(AGENT, { userId: "ada" }).search("warm up"));
		const held = await measure(inside, raw.search, queries);
		await inside.close();
		const outside = await open(0);
		const indexMs = await elapsed(async () => {
			await outside.memory(AGENT, { userId: "ada" }).search("warm up");
			await outside.idle();
		});
		const graphMs = await elapsed(async () => {
			await outside.memory(AGENT, { userId: "ada" }).search("warm up");
			await raw.untilReady();
		});
		await raw.analyse();
		const indexed = await measure(outside, raw.search, queries);
		await outside.close();
		await raw.close();
		const same = indexed.best.reduce(
			(sum, ids, i) => sum + ids.filter((id) => held.best[i]?.includes(id)).length,
			0,
		);
		const all = held.best.reduce((sum, ids) => sum + ids.length, 0);
		const facts = FACTS.toLocaleString("en");
		return [
			row(`search ${facts} facts from the index`, indexed),
			row(`search ${facts} facts, held in the process`, held),
			information("… of the five best, the same both ways", `${((100 * same) / all).toFixed(1)} %`),
			information("… the first search of a process that has no index", `${firstMs.toFixed(0)} ms`),
			information("… indexing all facts", `${(indexMs / 1000).toFixed(0)} s`),
			information("… making the graph", `${(graphMs / 1000).toFixed(0)} s`),
		];
	} finally {
		await server.stop();
	}
}

interface Measured {
	ours: number[];
	raw: number[];
	/** Ids of the five best of each query. */
	best: string[][];
}

/** Both in turn, so that they share the machine's mood; the first third of the queries warms up. */
async function measure(
	hf: Holdfast,
	raw: (query: string) => Promise<unknown>,
	queries: readonly string[],
): Promise<Measured> {
	const memory = hf.memory(AGENT, { userId: "ada" });
	const measured: Measured = { ours: [], raw: [], best: [] };
	for (const [i, query] of queries.entries()) {
		const rawMs = await elapsed(() => raw(query));
		const start = performance.now();
		const { hits } = await memory.search(query, { limit: LIMIT });
		const ms = performance.now() - start;
		if (i < QUERIES) continue;
		measured.raw.push(rawMs);
		measured.ours.push(ms);
		measured.best.push(hits.slice(0, 5).map(({ id }) => id));
	}
	return measured;
}

function row(what: string, { ours, raw }: Measured): Row {
	const shown = (times: readonly number[]): string =>
		`p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
	return atMost(what, shown(ours), `${shown(raw)}: HNSW and GIN`, median(ours) / median(raw), 1.3);
}

const information = (what: string, ours: string): Row => forInformation(what, ours, "–", Number.NaN);

/** What one would write by hand: the nearest vectors, the best texts, and their places added up. */
async function rawHybrid(url: string, contents: readonly string[]) {
	const embedder = await loadBuiltinEmbedder();
	const text = (content: string): string => JSON.stringify(Array.from(embedder.embedSync(content)));
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query("CREATE EXTENSION IF NOT EXISTS vector");
	await client.query(
		`CREATE TABLE raw (id INTEGER PRIMARY KEY, owner INTEGER, content TEXT, embedding vector(${embedder.dimensions}),
		words TSVECTOR GENERATED ALWAYS AS (to_tsvector('english', content)) STORED)`,
	);
	for (let at = 0; at < contents.length; at += 2_000) {
		const step = contents.slice(at, at + 2_000);
		await client.query(
			"INSERT INTO raw SELECT $1 + n, 1, c, e::vector FROM unnest($2::TEXT[], $3::TEXT[]) WITH ORDINALITY AS u (c, e, n)",
			[at, step, step.map(text)],
		);
	}
	await client.query("CREATE INDEX ON raw USING hnsw (embedding vector_cosine_ops)");
	await client.query("CREATE INDEX ON raw USING gin (words)");
	await client.query("ANALYZE raw");
	return {
		async search(query: string) {
			const words = (query.match(/[a-z]+/g) ?? []).join(" | ");
			const { rows } = await client.query(
				`WITH near AS (SELECT id, row_number() OVER () AS place FROM
					(SELECT id FROM raw WHERE owner = 1 ORDER BY embedding <=> $1 LIMIT 60) n),
				said AS (SELECT id, row_number() OVER () AS place FROM
					(SELECT id FROM raw, to_tsquery('english', $2) q WHERE owner = 1 AND words @@ q ORDER BY ts_rank(words, q) DESC LIMIT 60) s)
				SELECT r.id, r.content FROM (SELECT id, sum(1.0 / (60 + place)) AS score FROM
					(SELECT * FROM near UNION ALL SELECT * FROM said) b GROUP BY id ORDER BY score DESC LIMIT ${LIMIT}) b
				JOIN raw r USING (id) ORDER BY b.score DESC`,
				[text(query), words],
			);
			return { hits: rows as { id: string }[] };
		},
		/** The session outlives those who used it, and so would what they have prepared. */
		forgetStatements: () => client.query("DEALLOCATE ALL"),
		/** A server does so by itself; this one does not. */
		analyse: () => client.query("ANALYZE"),
		/** Resolves when our own graph is made. */
		async untilReady() {
			for (const start = Date.now(); ; ) {
				if (Date.now() - start > READY_MS) throw new Error("the graph of vectors was not made");
				const { rows } = await client.query(
					"SELECT FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE c.relname LIKE 'index_facts_near%' AND i.indisvalid",
				);
				if (rows.length > 0) return;
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		},
		close: () => client.end(),
	};
}
