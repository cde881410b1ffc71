import { describe, expect, onTestFinished, test } from "vitest";
import { type Holdfast, holdfast } from "../../src/index.ts";
import { type PostgresOptions, postgres } from "../../src/store/postgres/index.ts";
import { migrations } from "../../src/store/postgres/migrations/index.ts";
import { readSchema } from "./read-schema.ts";
import { schemaAfter } from "./schema-after.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { newDatabase, newSchema, runOnce } from "./server/test-database.ts";

const ref = { agentId: "a", sessionId: "s" };

async function tempSchema(): Promise<{ url: string; schema: string }> {
	const { url, schema, dispose } = await newSchema();
	onTestFinished(dispose);
	return { url, schema };
}

async function open(url: string, options: PostgresOptions): Promise<Holdfast> {
	// Whether the server has pgvector shall make no difference here.
	const hf = await holdfast({ store: postgres(url, { vector: false, ...options }) });
	onTestFinished(() => hf.close());
	return hf;
}

describe.skipIf(postgresMissing)(`BE2 the schema on a server ${postgresMissing ?? ""}`, () => {
	test("is the one under review in schema.sql", async () => {
		const { url, schema } = await tempSchema();
		await open(url, { schema });
		await expect(await readSchema(url, schema)).toMatchFileSnapshot("schema.sql");
	});

	test.for(Array.from({ length: migrations.length }, (_, version) => version))(
		"is the same whether it starts empty or at an older version (%i)",
		async (version) => {
			const { url, schema } = await tempSchema();
			await schemaAfter(url, schema, version);
			const hf = await open(url, { schema });
			await hf.session(ref).history.append({ role: "user", content: "hello" });
			await expect(await readSchema(url, schema)).toMatchFileSnapshot("schema.sql");
		},
	);

	test("each table is walled off by tenant, also from its owner (ID1)", async () => {
		const { url, schema } = await tempSchema();
		await open(url, { schema });
		const { rows } = await runOnce(
			url,
			`SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = to_regnamespace('${schema}')
			AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
				SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*'
				AND pg_get_expr(p.polqual, p.polrelid) LIKE '%tenant = current_setting(%'
				AND pg_get_expr(p.polwithcheck, p.polrelid) LIKE '%tenant = current_setting(%'))`,
		);
		// It says which version the schema has, and nothing of anybody.
		expect(rows).toEqual([{ name: "meta" }]);
	});

	test("the tenant leads each key and each index of every table (ID1)", async () => {
		const { url, schema } = await tempSchema();
		await open(url, { schema });
		const { rows } = await runOnce(
			url,
			`SELECT i.indexrelid::regclass::TEXT AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
			JOIN pg_am m ON m.oid = (SELECT relam FROM pg_class x WHERE x.oid = i.indexrelid)
			WHERE c.relnamespace = to_regnamespace('${schema}') AND c.relname <> 'meta' AND m.amname = 'btree'
			AND (SELECT attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = i.indkey[0])
				IS DISTINCT FROM 'tenant'`,
		);
		expect(rows).toEqual([]);
	});

	test("stands beside other software's tables, in its schema and under the prefix of one's choice (BE7)", async () => {
		const { url, dispose } = await newDatabase();
		onTestFinished(dispose);
		await runOnce(url, "CREATE TABLE public.mine (x int)");
		const first = await open(url, { schema: "public", tablePrefix: "first_" });
		const second = await open(url, { schema: "public", tablePrefix: "second_" });
		await first.session(ref).history.append({ role: "user", content: "one" });
		await second.session(ref).history.append({ role: "user", content: "two" });
		expect(await first.session(ref).history.last(9)).toMatchObject([{ content: "one" }]);
		const { rows } = await runOnce(
			url,
			"SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace",
		);
		const names: string[] = rows.map(({ name }) => name);
		expect(names.filter((name) => !/^(first|second)_/.test(name))).toEqual(["mine"]);
	});

	describe("of a newer Holdfast", () => {
		async function newerSchema(): Promise<{ url: string; schema: string }> {
			const { url, schema } = await tempSchema();
			const hf = await open(url, { schema });
			await hf.session(ref).history.append({ role: "user", content: "from the future" });
			await hf.close();
			await runOnce(url, `UPDATE ${schema}.meta SET value = '999' WHERE key = 'schema_version'`);
			await runOnce(url, `CREATE TABLE ${schema}.novelty (x int)`);
			return { url, schema };
		}

		/** All that the schema is and holds. */
		async function allOf(url: string, schema: string): Promise<string> {
			const { rows } = await runOnce(url, `SELECT schema_to_xml('${schema}', true, false, '')::TEXT AS text`);
			return (await readSchema(url, schema)) + rows[0].text;
		}

		test("is refused with advice, and left untouched", async () => {
			const { url, schema } = await newerSchema();
			const before = await allOf(url, schema);
			expect(before).toContain("from the future");
			const opening = holdfast({ store: postgres(url, { schema }) });
			await expect(opening).rejects.toMatchObject({
				code: "schema_too_new",
				found: 999,
				known: migrations.length,
				retryable: false,
			});
			await expect(opening).rejects.toThrow(/999.*upgrade/);
			expect(await allOf(url, schema)).toBe(before);
		});

		test("can be opened again when the program knows it", async () => {
			const { url, schema } = await newerSchema();
			const store = postgres(url, { schema });
			await expect(store.open()).rejects.toMatchObject({ code: "schema_too_new" });
			const known = migrations.length;
			await runOnce(url, `UPDATE ${schema}.meta SET value = '${known}' WHERE key = 'schema_version'`);
			const hf = await holdfast({ store });
			onTestFinished(() => hf.close());
			expect(await hf.session(ref).history.last(1)).toMatchObject([{ content: "from the future" }]);
		});
	});
});
