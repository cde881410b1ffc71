import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { type Holdfast, holdfast } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { PostgresLink } from "../../src/store/postgres/link.ts";
import { readPostgresOptions } from "../../src/store/postgres/options/postgres-options.ts";
import { rows as rowsOf, type Sql } from "../../src/store/sql/call.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { asRole, newDatabase, runOnce, type TestDatabase } from "./server/test-database.ts";

const SCHEMA = "holdfast";
const TENANTS = ["left", "right"] as const;

/** Something in every table that the interface can reach. */
async function fill(hf: Holdfast): Promise<void> {
	await hf.users.upsert("u", { displayName: "U", metadata: { crm: 1 } });
	const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
	await session.append(
		{ kind: "custom", source: "integration", data: { type: "note" } },
		{ idempotencyKey: "k" },
	);
	await session.state.set({ own: 1, "user:lang": "de", "app:motd": "hi" });
	await session.subscribe({ url: "https://example.com/hook" });
	await hf.webhooks.subscribe({ url: "https://example.com/all", agentId: "other" });
	const memory = hf.memory("a", { userId: "u" });
	const id = await memory.write("Likes tea.", { source: { sessionId: "s", offset: 0 } });
	await memory.update(id, { importance: 0.9 });
	await memory.write("Forgotten.").then((forgotten) => memory.forget(forgotten));
	await memory.search("tea");
	await session.end();
}

interface Column {
	table: string;
	/** Its columns that have no value of their own. */
	needed: { name: string; type: string }[];
}

describe.skipIf(postgresMissing)(`ID1 the wall between tenants ${postgresMissing ?? ""}`, () => {
	let database: TestDatabase;
	let tables: Column[];
	const login = `app_${randomBytes(6).toString("hex")}`;
	const owner = `owner_${randomBytes(6).toString("hex")}`;

	beforeAll(async () => {
		database = await newDatabase();
		for (const tenant of TENANTS) {
			const store = postgres(database.url);
			const hf = await holdfast({ store, tenant });
			await fill(hf);
			await store.documents.put({
				tenant: tenant as TenantId,
				document: { kind: "k", id: "d", body: { x: 1 } },
				expect: "absent",
				at: 1,
			});
			await hf.close({ cancel: true });
		}
		const { rows } = await runOnce(
			database.url,
			`SELECT c.relname AS table, (SELECT coalesce(json_agg(json_build_object('name', quote_ident(a.attname), 'type',
				format_type(a.atttypid, a.atttypmod))), '[]') FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
				AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AND a.attname <> 'tenant') AS needed
			FROM pg_class c WHERE c.relnamespace = '${SCHEMA}'::regnamespace AND c.relkind IN ('r', 'p')
			AND c.relname <> 'meta' ORDER BY c.relname`,
		);
		tables = rows;
		await runOnce(database.url, `CREATE ROLE ${login} LOGIN PASSWORD 'pw' IN ROLE holdfast_app`);
	});
	afterAll(async () => {
		await database.dispose();
		// A role that owned something there can go only now.
		const url = new URL(database.url);
		url.pathname = "/postgres";
		await runOnce(url.href, `DROP ROLE IF EXISTS ${login}; DROP ROLE IF EXISTS ${owner}`);
	});

	const connect = async (url: string): Promise<pg.Client> => {
		const client = new pg.Client(url);
		await client.connect();
		onTestFinished(() => client.end());
		return client;
	};
	/** As the role that the program logs in with, which owns nothing and was given what the store's role has. */
	const asApplication = (): Promise<pg.Client> => connect(asRole(database.url, login, "pw"));
	/** As the role that the store itself takes on when a superuser logs in. */
	const asTaken = async (): Promise<pg.Client> => {
		const client = await connect(database.url);
		await client.query("SET ROLE holdfast_app");
		return client;
	};
	const count = async (client: pg.Client, table: string): Promise<number> =>
		(await client.query(`SELECT count(*)::INTEGER AS n FROM ${SCHEMA}.${table}`)).rows[0].n;
	const refusal = (work: Promise<unknown>): Promise<string> =>
		work.then(
			() => "went through",
			(error: { code?: string }) => String(error.code),
		);

	test("there is something to hide", async () => {
		const client = await connect(database.url);
		const empty: string[] = [];
		for (const { table } of tables) if ((await count(client, table)) === 0) empty.push(table);
		// What only runs, removed facts and indexes of long logs leave.
		expect(
			empty.filter(
				(table) => !/^(runs|spans|fact_removals|segments|embedders|jobs|index_.*|.*vectors.*)$/.test(table),
			),
		).toEqual([]);
	});

	test.for(["application", "taken"] as const)(
		"a query that forgets the tenant finds, changes and removes nothing, in any table (as the %s role)",
		async (as) => {
			const client = await (as === "application" ? asApplication() : asTaken());
			for (const said of [undefined, "", "nobody"]) {
				if (said !== undefined) await client.query("SELECT set_config('holdfast.tenant', $1, false)", [said]);
				for (const { table } of tables) {
					expect(await count(client, table), table).toBe(0);
					const changed = await client.query(`UPDATE ${SCHEMA}.${table} SET tenant = tenant`);
					expect(changed.rowCount, table).toBe(0);
					expect((await client.query(`DELETE FROM ${SCHEMA}.${table}`)).rowCount, table).toBe(0);
				}
			}
			expect((await client.query(`SELECT FROM ${SCHEMA}.log`)).rows).toEqual([]);
		},
	);

	test.for(["application", "taken"] as const)(
		"a query of one tenant sees its own and nothing of another's, in any table (as the %s role)",
		async (as) => {
			const client = await (as === "application" ? asApplication() : asTaken());
			await client.query("SELECT set_config('holdfast.tenant', 'left', false)");
			for (const { table } of tables) {
				const { rows } = await client.query(`SELECT DISTINCT tenant FROM ${SCHEMA}.${table}`);
				expect(
					rows.filter(({ tenant }) => tenant !== "left"),
					table,
				).toEqual([]);
				const foreign = `UPDATE ${SCHEMA}.${table} SET tenant = 'right'`;
				if (rows.length > 0) expect(await refusal(client.query(foreign)), table).toMatch(/^(42501|23505)$/);
				const removed = await client.query(`DELETE FROM ${SCHEMA}.${table} WHERE tenant = 'right'`);
				expect(removed.rowCount, table).toBe(0);
			}
			expect(await count(client, "sessions")).toBe(1);
			expect((await client.query(`SELECT DISTINCT tenant FROM ${SCHEMA}.log`)).rows).toEqual([
				{ tenant: "left" },
			]);
		},
	);

	test.for(["application", "taken"] as const)(
		"nothing of another tenant can be inserted, into any table (as the %s role)",
		async (as) => {
			const client = await (as === "application" ? asApplication() : asTaken());
			await client.query("SELECT set_config('holdfast.tenant', 'left', false)");
			for (const { table, needed } of tables) {
				const names = ["tenant", ...needed.map(({ name }) => name)];
				const values = needed.map(({ type }) =>
					type === "text" || type === "bytea" ? "'x'" : `NULL::${type}`,
				);
				const insert = `INSERT INTO ${SCHEMA}.${table} (${names}) VALUES (${["'right'", ...values]})`;
				expect(await refusal(client.query(insert)), table).toBe("42501");
			}
		},
	);

	test("a statement of the store that forgets the tenant finds nothing of any other", async () => {
		const link = new PostgresLink(readPostgresOptions(database.url));
		await link.open();
		onTestFinished(() => link.close());
		await link.takeRole("holdfast_app");
		function* forgetful(table: string): Sql<{ tenant: string }[]> {
			return yield* rowsOf<{ tenant: string }>(`SELECT tenant FROM {${table}}`);
		}
		for (const { table } of tables) {
			expect(await link.read("nobody", () => forgetful(table)), table).toEqual([]);
			for (const work of ["read", "snapshot", "write"] as const) {
				const found = await link[work]("left", () => forgetful(table));
				expect(
					found.filter(({ tenant }) => tenant !== "left"),
					table,
				).toEqual([]);
			}
		}
	});

	test("the role for what spans tenants sees which tenants there are, when their jobs and deliveries are due, and nothing else", async () => {
		const client = await connect(database.url);
		await client.query("SET ROLE holdfast_worker");
		await client.query(`SELECT tenant, kind, status, due_at, alive_until FROM ${SCHEMA}.jobs`);
		const { rows } = await client.query(
			`SELECT DISTINCT d.tenant FROM ${SCHEMA}.deliveries d JOIN ${SCHEMA}.heads h ON h.tenant = d.tenant
			AND h.no = d.session_no WHERE d.next_offset <= h.head AND d.status = 'active' AND d.due_at > 0 ORDER BY 1`,
		);
		expect(rows).toEqual(TENANTS.map((tenant) => ({ tenant })));
		const named = await client.query(`SELECT DISTINCT tenant FROM ${SCHEMA}.sessions ORDER BY 1`);
		expect(named.rows).toEqual(TENANTS.map((tenant) => ({ tenant })));
		for (const [column, table] of [
			["payload", "jobs"] as const,
			["url", "deliveries"] as const,
			["error", "deliveries"] as const,
			["last_run_id", "heads"] as const,
			["title", "sessions"] as const,
			["body", "documents"] as const,
			["user_id", "users"] as const,
			["content", "facts"] as const,
			["value", "shared_state"] as const,
		]) {
			expect(await refusal(client.query(`SELECT ${column} FROM ${SCHEMA}.${table}`)), column).toBe("42501");
		}
		for (const { table } of tables) {
			expect(await refusal(client.query(`SELECT * FROM ${SCHEMA}.${table}`)), table).toBe("42501");
			expect(await refusal(client.query(`DELETE FROM ${SCHEMA}.${table}`)), table).toBe("42501");
			expect(await refusal(client.query(`UPDATE ${SCHEMA}.${table} SET tenant = ''`)), table).toBe("42501");
			expect(await refusal(client.query(`TRUNCATE ${SCHEMA}.${table}`)), table).toBe("42501");
		}
	});

	test("BE2 the store works for the application's role, once somebody else has made the schema", async () => {
		const store = postgres(asRole(database.url, login, "pw"));
		const hf = await holdfast({ store, tenant: "third" });
		onTestFinished(() => hf.close({ cancel: true }));
		await fill(hf);
		expect((await hf.sessions.list()).items).toHaveLength(1);
		await hf.erase({ agentId: "a" });
		expect((await hf.sessions.list()).items).toEqual([]);
		const other = await holdfast({ store, tenant: "left" });
		onTestFinished(() => other.close());
		expect((await other.sessions.list()).items).toHaveLength(1);
	});

	test("the application's role cannot get around the wall", async () => {
		const client = await asApplication();
		for (const attempt of [
			"SET ROLE postgres",
			"SET ROLE holdfast_worker",
			"SET SESSION AUTHORIZATION postgres",
			`ALTER TABLE ${SCHEMA}.events DISABLE ROW LEVEL SECURITY`,
			`TRUNCATE ${SCHEMA}.events`,
			`DROP POLICY own_tenant ON ${SCHEMA}.events`,
			`CREATE TABLE ${SCHEMA}.more (x int)`,
			`COPY ${SCHEMA}.events TO PROGRAM 'cat'`,
			`UPDATE ${SCHEMA}.meta SET value = '0'`,
		]) {
			expect(await refusal(client.query(attempt)), attempt).toMatch(/^(42501|22023)$/);
		}
		// With row_security off, the server refuses what the wall would filter.
		await client.query("SET row_security = off");
		expect(await refusal(client.query(`SELECT * FROM ${SCHEMA}.events`))).toBe("42501");
	});

	test("ID1 BE2 an owner that is no superuser sets up everything by itself, and the wall holds it too", async () => {
		const { url, dispose } = await newDatabase();
		onTestFinished(dispose);
		const name = new URL(url).pathname.slice(1);
		await runOnce(url, `CREATE ROLE ${owner} LOGIN PASSWORD 'pw' NOSUPERUSER CREATEROLE`);
		await runOnce(url, `ALTER DATABASE ${name} OWNER TO ${owner}`);
		const own = asRole(url, owner, "pw");
		for (const tenant of TENANTS) {
			const hf = await holdfast({ store: postgres(own), tenant });
			await fill(hf);
			expect((await hf.sessions.list()).items).toHaveLength(1);
			await hf.close({ cancel: true });
		}
		const client = await connect(own);
		for (const { table } of tables) expect(await count(client, table), table).toBe(0);
		await client.query("SELECT set_config('holdfast.tenant', 'right', false)");
		expect(await count(client, "sessions")).toBe(1);
		expect(
			await refusal(
				client.query(`INSERT INTO ${SCHEMA}.users (tenant, user_id, variables, metadata, created_at,
			updated_at) VALUES ('left', 'x', '{}', '{}', 0, 0)`),
			),
		).toBe("42501");
		await client.end();
	});

	test("ID1 BE2 an owner that may not create roles can use the store as well", async () => {
		const { url, dispose } = await newDatabase();
		onTestFinished(dispose);
		const plain = `plain_${randomBytes(6).toString("hex")}`;
		await runOnce(url, `CREATE ROLE ${plain} LOGIN PASSWORD 'pw'`);
		await runOnce(url, `CREATE SCHEMA ${SCHEMA} AUTHORIZATION ${plain}`);
		const own = asRole(url, plain, "pw");
		const hf = await holdfast({ store: postgres(own), tenant: "left" });
		await fill(hf);
		expect((await hf.sessions.list()).items).toHaveLength(1);
		await hf.close({ cancel: true });
		const client = await connect(own);
		for (const { table } of tables) expect(await count(client, table), table).toBe(0);
		await client.end();
		await dispose();
		await runOnce(database.url, `DROP ROLE ${plain}`);
	});
});
