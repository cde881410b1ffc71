import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantId } from "../../../src/event/index.ts";
import type { IndexOwner, VectorIndex } from "../../../src/store/ports/index.ts";
import { postgresIndex } from "../../../src/store/postgres/index.ts";
import { entry, owned } from "../../../src/testing/vector-index/index-fixture.ts";
import { type PgliteServer, startPglite } from "./start-pglite.ts";

/** Both indexes have to be used by a role that row level security holds: that is what PostgreSQL's own text index is not. */
describe("the plan of a search, behind the wall between tenants (FA2, ID1)", () => {
	let server: PgliteServer;
	let index: VectorIndex;
	let client: pg.Client;
	const target: IndexOwner = {
		tenant: "t" as TenantId,
		space: "space",
		userId: undefined,
		uid: undefined,
		kind: "fact",
	};

	beforeAll(async () => {
		server = await startPglite();
		index = postgresIndex(server.url, server.options);
		await index.open();
		const put = Array.from({ length: 2_000 }, (_, no) =>
			entry(no, { [no % 50]: 1 }, [(no % 251) - 125, (no % 241) - 120, (no % 13) - 6, 1]),
		);
		await index.write({
			target,
			from: undefined,
			to: { rev: 1, embedder: "e" },
			clear: false,
			put: owned(target, put),
			remove: [],
		});
		client = new pg.Client({ connectionString: server.url });
		await client.connect();
	}, 60_000);
	afterAll(async () => {
		await client?.end();
		await index?.close();
		await server?.stop();
	});

	const plan = async (text: string): Promise<string> => {
		await client.query("BEGIN");
		try {
			await client.query(
				"SELECT set_config('holdfast.tenant', 't', true), set_config('role', 'holdfast_app', true)",
			);
			// As the search has it; and small as the tables are here, reading them whole would be cheaper.
			await client.query("SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off");
			const { rows } = await client.query(`EXPLAIN ${text}`);
			return rows.map((row) => row["QUERY PLAN"]).join("\n");
		} finally {
			await client.query("ROLLBACK");
		}
	};

	test("vectors are found by the graph, which is made behind the first search", async () => {
		const vector = Int8Array.from([1, 2, 3, 4]);
		const before = await index.nearest({ target, vector, limit: 10 });
		await expect
			.poll(
				async () =>
					(
						await client.query(
							"SELECT FROM pg_index WHERE indexrelid = to_regclass('holdfast.index_facts_near_4') AND indisvalid",
						)
					).rows.length,
				{ timeout: 30_000 },
			)
			.toBe(1);
		const after = await index.nearest({ target, vector, limit: 10 });
		expect(after.usual).toEqual(before.usual);
		const known = new Set(before.entries.map(({ no }) => no));
		expect(after.entries.filter(({ no }) => known.has(no)).length).toBeGreaterThanOrEqual(8);
		const shown =
			await plan(`SELECT f.fact_no FROM holdfast.index_facts f WHERE f.tenant = 't' AND f.owner_no = 1
			AND f.dimensions = 4 ORDER BY (CAST(f.embedding AS public.vector(4))) <=> '[1,2,3,4]' LIMIT 64`);
		expect(shown).toContain("index_facts_near_4");
		expect(shown).toContain("current_setting('holdfast.tenant'");
	});

	test("words are found by their key, and seen by nobody else", async () => {
		await client.query("ANALYZE");
		const shown = await plan(
			"SELECT body FROM holdfast.index_postings WHERE tenant = 't' AND owner_no = 1 AND term = ANY ('{3,4}')",
		);
		expect(shown).toContain("index_postings_pkey");
		await client.query("BEGIN");
		await client.query(
			"SELECT set_config('holdfast.tenant', 'other', true), set_config('role', 'holdfast_app', true)",
		);
		for (const table of ["index_owners", "index_facts", "index_postings"])
			expect((await client.query(`SELECT FROM holdfast.${table}`)).rows).toEqual([]);
		await client.query("ROLLBACK");
	});
});
