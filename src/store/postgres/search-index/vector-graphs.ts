import type { Client } from "pg";
import { migrationText } from "../dialect.ts";
import type { PostgresLink } from "../link.ts";
import type { VectorKind } from "./find-candidates.ts";

/** The maximum dimensions that pgvector indexes at full precision; twice as many at half precision. */
const WHOLE = 2_000;
export const MAX_DIMENSIONS = 4_000;

export function vectorKind(dimensions: number, schema: string): VectorKind {
	const name = dimensions <= WHOLE ? "vector" : "halfvec";
	const type = `"${schema}".${name}(${dimensions})`;
	const distance = `OPERATOR("${schema}".<=>)`;
	return { dimensions, type, distance, expression: `(CAST(f.embedding AS ${type}))` };
}

/** After a failure it is tried again, but not at every search. */
const AGAIN_MS = 60_000;

/**
 * The graphs for finding vectors, one for each vector length. They are built in the background, while others
 * use the tables. Until then, every vector of the owner is compared, which finds the same.
 */
export class VectorGraphs {
	readonly #link: PostgresLink;
	readonly #schema: string;
	readonly #ready = new Set<number>();
	readonly #making = new Map<number, Promise<void>>();
	readonly #clients = new Set<Client>();
	readonly #notBefore = new Map<number, number>();

	constructor(link: PostgresLink, schema: string) {
		this.#link = link;
		this.#schema = schema;
	}

	/** Requests a graph for vectors of this length. It is built in the background. */
	want(dimensions: number): void {
		if (this.#ready.has(dimensions) || this.#making.has(dimensions)) return;
		if (Date.now() < (this.#notBefore.get(dimensions) ?? 0)) return;
		const making = this.#make(dimensions)
			.catch(() => {
				this.#notBefore.set(dimensions, Date.now() + AGAIN_MS);
			})
			.finally(() => this.#making.delete(dimensions));
		this.#making.set(dimensions, making);
	}

	/** Disconnects. The server continues what it has begun; an unfinished graph is started again. */
	async close(): Promise<void> {
		for (const client of this.#clients) client.end().catch(() => {});
		await Promise.all(this.#making.values());
		this.#ready.clear();
		this.#notBefore.clear();
	}

	async #make(dimensions: number): Promise<void> {
		const client = await this.#link.single(() => {});
		this.#clients.add(client);
		try {
			if (await this.#makeOn(client, dimensions)) this.#ready.add(dimensions);
		} finally {
			this.#clients.delete(client);
			await client.end().catch(() => {});
		}
	}

	/** True: it exists. False: another process is building it. */
	async #makeOn(client: Client, dimensions: number): Promise<boolean> {
		const { settings } = this.#link;
		const index = migrationText("{index_facts_near}", settings).replace(/"$/, `_${dimensions}"`);
		const isValid = async (): Promise<boolean | undefined> =>
			(
				await client.query("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)", [
					index,
				])
			).rows[0]?.valid;
		if (await isValid()) return true;
		// Not waited for: a waiting process holds a snapshot, and a concurrent index build waits for processes
		// with snapshots.
		const lock = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken", [index]);
		if (!lock.rows[0]?.taken) return false;
		if ((await isValid()) === false) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
		const { type } = vectorKind(dimensions, this.#schema);
		const operators = `"${this.#schema}".${dimensions <= WHOLE ? "vector" : "halfvec"}_cosine_ops`;
		const table = migrationText("{index_facts}", settings);
		await client.query(
			`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${index.replace(/^"[^"]+"\./, "")} ON ${table}
			USING hnsw ((CAST(embedding AS ${type})) ${operators}) WHERE dimensions = ${dimensions}`,
		);
		return (await isValid()) === true;
	}
}
