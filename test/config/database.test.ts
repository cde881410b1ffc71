import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.ts";
import { readPostgresOptions } from "../../src/store/postgres/options/postgres-options.ts";
import { configFolder, configOf, problemsOf } from "./config-file.ts";

const BLOCK = { hostname: "db.example", password: "secret" };
const yaml = (block: Record<string, unknown>, key = "database"): string =>
	`${key}:\n${Object.entries(block)
		.map(([field, value]) => `  ${field}: ${JSON.stringify(value)}\n`)
		.join("")}`;

describe("the database block (BE1)", () => {
	test("needs hostname and password; port, user, dbname and sslmode have the promised defaults", async () => {
		const { database } = await configOf(yaml(BLOCK));
		expect(database).toEqual({ postgres: BLOCK });
		if (!("postgres" in database)) return;
		expect(readPostgresOptions(database.postgres).connection).toEqual({
			host: "db.example",
			port: 5432,
			user: "postgres",
			password: "secret",
			database: "postgres",
			ssl: { rejectUnauthorized: false },
		});
	});

	test.each(["hostname", "password"])("a missing %s is an error that names it and where", async (field) => {
		const { [field]: _, ...rest } = BLOCK as Record<string, string>;
		expect(await problemsOf(`# ours\n${yaml(rest)}`)).toEqual([`2:1 database.${field}: is missing`]);
	});

	test("every field that is missing is named at once", async () => {
		expect(await problemsOf("database: {}\n")).toEqual([
			"1:1 database.hostname: is missing",
			"1:1 database.password: is missing",
		]);
	});

	test("can say all that the options can", async () => {
		const all = {
			...BLOCK,
			port: 6432,
			user: "app",
			dbname: "agents",
			sslmode: "prefer",
			schema: "hf",
			tablePrefix: "x_",
			pool: 5,
			pooler: true,
			listen: "postgres://direct.example",
			pollIntervalMs: 50,
			timeoutMs: 1000,
			role: false,
			workerRole: "w",
			vector: false,
			applicationName: "api",
		};
		expect(await configOf(yaml(all))).toMatchObject({ database: { postgres: all } });
	});

	test("takes names with _ for those of the options", async () => {
		const given = { ...BLOCK, table_prefix: "x_", poll_interval_ms: 50, application_name: "api" };
		expect(await configOf(yaml(given))).toMatchObject({
			database: { postgres: { ...BLOCK, tablePrefix: "x_", pollIntervalMs: 50, applicationName: "api" } },
		});
	});

	test.each<[Record<string, unknown>, string]>([
		[{ port: 0 }, "4:3 database.port: must be a whole number, 1 to 65535"],
		[{ port: "http" }, "4:3 database.port: must be a whole number, 1 to 65535"],
		[{ user: 5 }, "4:3 database.user: must be the name of a role"],
		[
			{ sslmode: "on" },
			"4:3 database.sslmode: must be one of disable, prefer, require, verify-ca, verify-full",
		],
		[
			{ table_prefix: "a-b" },
			"4:3 database.table_prefix: must be letters a-z, digits and _, not starting with a digit, at most 32",
		],
		[
			{ schema: "pg_toast" },
			"4:3 database.schema: must not be pg_… or information_schema: PostgreSQL reserves these names",
		],
		[{ pool: 1.5 }, "4:3 database.pool: must be a whole number of connections, 1 to 1000"],
		[
			{ pooler: true, listen: true },
			"5:3 database.listen: does not work through a pooler in transaction mode; set a URL that bypasses it, or false",
		],
		[{ host_name: "x" }, "4:3 database.host_name: is not known; did you mean hostname?"],
		[{ pasword: "x" }, "4:3 database.pasword: is not known; did you mean password?"],
		[
			{ tablePrefix: "a", table_prefix: "b" },
			"5:3 database.table_prefix: is already set as tablePrefix; remove one of them",
		],
		[
			{ sslmode: "verify-full", sslrootcert: "/no/such.pem" },
			"5:3 database.sslrootcert: the file /no/such.pem of sslrootcert does not exist",
		],
		[{ user: "a\0b" }, "4:3 database.user: must not contain NUL"],
		[
			{ url: "postgres://h/a/b" },
			"4:3 database.url: must have one database name after the host; a / in it is %2F",
		],
	])("refuses %j where it stands", async (block, problem) => {
		expect(await problemsOf(yaml({ ...BLOCK, ...block }))).toEqual([problem]);
	});

	test("a password that YAML reads as a number must be in quotes: 0123 would lose its zero", async () => {
		const problems = await problemsOf("database:\n  hostname: h\n  password: 0123\n");
		expect(problems).toEqual(["3:3 database.password: must be text; put it in quotes"]);
	});
});

describe("the database by URL (BE1)", () => {
	test.each(["postgres://u:p@h/d", "postgresql://u:p@h/d?sslmode=verify-full", "POSTGRES://h"])(
		"%s",
		async (url) => {
			expect(await configOf(`database: ${url}\n`)).toMatchObject({ database: { postgres: { url } } });
		},
	);

	test("may stand in the block, with more beside it", async () => {
		expect(await configOf("database: { url: postgres://h, pool: 3 }")).toMatchObject({
			database: { postgres: { url: "postgres://h", pool: 3 } },
		});
	});

	test("is refused with its place, and never shown", async () => {
		const problems = await problemsOf("model: demo\ndatabase: postgres://u:q7Zk@h:x/d\n");
		expect(problems).toEqual([expect.stringMatching(/^2:1 database: is not a valid URL; percent-encode/)]);
		expect(problems.join()).not.toContain("q7Zk");
		expect((await problemsOf("database: mysql://u:q7Zk@h/d\n")).join()).not.toContain("q7Zk");
	});

	test("a CA file is looked for beside the configuration", async () => {
		const pem = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";
		using at = configFolder("database: postgres://h/d?sslmode=verify-full&sslrootcert=ca.pem\n");
		const sslrootcert = at.put("ca.pem", pem);
		expect(await readConfig(at.file)).toMatchObject({ database: { postgres: { sslrootcert } } });
		at.put("holdfast.yaml", yaml({ ...BLOCK, sslmode: "verify-ca", sslrootcert: "./ca.pem" }));
		expect(await readConfig(at.file)).toMatchObject({ database: { postgres: { sslrootcert } } });
	});
});

describe("a SQLite file (BE1)", () => {
	test("is the default, beside the configuration", async () => {
		using at = configFolder("# nothing yet\n");
		expect(await readConfig(at.file)).toEqual({
			database: { sqlite: join(at.folder, ".holdfast", "holdfast.db") },
		});
	});

	test.each([
		["sqlite:./data/x.db", "data/x.db"],
		["sqlite:x", "x"],
		["./x.db", "x.db"],
		["X.DB", "X.DB"],
	])("%s is relative to the configuration", async (given, path) => {
		using at = configFolder(`database: ${given}\n`);
		expect(await readConfig(at.file)).toEqual({ database: { sqlite: join(at.folder, path) } });
	});

	test("may be absolute, or none", async () => {
		expect(await configOf("database: sqlite:/var/x.db")).toEqual({ database: { sqlite: "/var/x.db" } });
		expect(await configOf('database: "sqlite::memory:"')).toEqual({ database: { sqlite: ":memory:" } });
	});

	test.each([
		['"sqlite:"', "must name a file after sqlite:"],
		["sqlite://x.db", "must be sqlite:./file.db or sqlite:/folder/file.db, without //"],
		['"sqlite:a\\0b"', "must not contain NUL"],
		["memory", "must be postgres://…, sqlite:./file.db, or a block with hostname, password and so on"],
		["5", "must be postgres://…, sqlite:./file.db, or a block with hostname, password and so on"],
		["[]", "must be a URL, postgres://…, or options"],
		[
			"",
			"is empty; it must be postgres://…, sqlite:./file.db, or a block with hostname, password and so on; remove the line to use the default SQLite file",
		],
	])("%s is refused", async (given, message) => {
		expect(await problemsOf(`database: ${given}\n`)).toEqual([`1:1 database: ${message}`]);
	});
});

describe("the search block (BE3)", () => {
	test("is configured on its own, by the same rules", async () => {
		const config = await configOf(`database: ./x.db\n${yaml(BLOCK, "search")}`);
		expect(config).toMatchObject({ database: { sqlite: expect.any(String) }, search: BLOCK });
		expect(await configOf("search: postgres://h/d\n")).toMatchObject({ search: { url: "postgres://h/d" } });
	});

	test("may share the server with the database", async () => {
		const text = "database: &server { hostname: h, password: p }\nsearch: *server\n";
		const server = { hostname: "h", password: "p" };
		expect(await configOf(text)).toEqual({ database: { postgres: server }, search: server });
	});

	test("what is wrong with it is said along with everything else", async () => {
		const text = `databse: x\n${yaml({ hostname: "h", prot: 1 }, "search")}retention: { events: soon }\n`;
		expect(await problemsOf(text)).toEqual([
			"1:1 databse: is not known; did you mean database?",
			"4:3 search.prot: is not known; did you mean port?",
			'5:14 retention.events: must be a number of days, or "forever"',
		]);
		expect(await problemsOf("search: ./x.db\n")).toEqual([
			"1:1 search: must begin with postgres:// or postgresql://",
		]);
	});
});
