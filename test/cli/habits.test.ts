import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/index.ts";
import { runLine } from "../../src/cli/main.ts";
import { serve } from "../../src/server/index.ts";
import { runHere } from "./run-line.ts";
import { type CliWorld, sqliteWorld } from "./worlds.ts";

const ESCAPE = "\u001b";
/** Those that a stream listens with itself. */
const ends = new PassThrough().listenerCount("end");

describe("IF4: habits of all commands", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
		await world.hf.keys.create({ scope: "read" });
	});
	afterAll(() => world.end());
	const run = (args: readonly string[], env: Record<string, string> = {}, columns?: number) =>
		runHere(
			args,
			{ cwd: world.cwd, env: { ...world.env, ...env } },
			columns === undefined ? {} : { columns },
		);

	test.each(commands.map(({ spec }) => spec.name))("holdfast %s --help shows examples", async (name) => {
		const { code, stdout, stderr } = await run([...name.split(" "), "--help"]);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toContain(`Usage: holdfast ${name}`);
		expect(stdout).toMatch(/Examples:\n {2}\$ \S/);
		expect(stdout).toContain("--json");
	});

	test("the help of all, of a group, and the version", async () => {
		const all = await run(["--help"]);
		expect(all).toMatchObject({ code: 0, stderr: "" });
		for (const { spec } of commands) expect(all.stdout).toContain(`  ${spec.name.split(" ")[0]} `);
		expect((await run([])).stdout).toBe(all.stdout);
		const group = await run(["keys", "--help"]);
		expect(group.stdout).toMatch(/ls .*\n.*create .*\n.*revoke /);
		expect(await run(["help", "keys"])).toEqual(group);
		expect(await run(["help", "keys", "create"])).toEqual(await run(["keys", "create", "--help"]));
		expect(await run(["help"])).toEqual(all);
		expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
	});

	test.each([
		["run", "support"],
		["run", "support", "-"],
		["import", "-"],
		["chat", "support"],
	])("Ctrl-C ends holdfast %s %s that waits for its input, at once", async (...args) => {
		const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
		const stopping = new AbortController();
		const { cwd, env } = world;
		const ended = runLine(args, { stdin, stdout, stderr, env, cwd }, stopping.signal);
		await expect.poll(() => stdin.listenerCount("end"), { interval: 5 }).toBeGreaterThan(ends);
		stopping.abort();
		expect(await ended).toBe(130);
		expect(String(stderr.read() ?? "")).not.toContain("in progress");
	});

	describe("what is mistyped", () => {
		test.each([
			[["kyes", "ls"], "keys"],
			[["keys", "lst"], "ls"],
			[["keys", "create", "--scpoe", "read"], "--scope"],
			[["jobs", "ls", "--jsno"], "--json"],
			[["doctr"], "doctor"],
		])("%j is answered with what was probably meant, and 2", async (args, meant) => {
			const { code, stdout, stderr } = await run(args);
			expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
			expect(stderr).toMatch(/Did you mean/);
			expect(stderr).toContain(meant);
		});

		test.each([
			["keys"],
			["keys", "ls", "too", "many"],
			["jobs", "ls", "--limit", "many"],
			["jobs", "ls", "--status"],
			["keys", "create", "--scope", "all"],
			["completion"],
			["--nonsense"],
		])("%s %s %s is refused with 2, and nothing on the standard output", async (...args) => {
			const { code, stdout, stderr } = await run(args.filter((arg) => arg !== undefined));
			expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
			expect(stderr).toContain("✗ ");
		});

		test("errors with --json are one JSON object on the standard error", async () => {
			for (const [args, expected] of [
				[["keys", "lst", "--json"], { code: "usage" }],
				[["keys", "revoke", "none", "--yes", "--json"], { code: "not_found" }],
				[["keys", "ls", "--store", "what:ever", "--json"], { code: "invalid" }],
			] as const) {
				const { stdout, stderr } = await run(args);
				expect(stdout).toBe("");
				expect(JSON.parse(stderr)).toMatchObject({ error: { ...expected, message: expect.any(String) } });
			}
		});

		test("escape sequences in what is typed are not sent back", async () => {
			const { stderr } = await run([`ke${ESCAPE}[31mys`], { NO_COLOR: "1" }, 80);
			expect(stderr).not.toContain(ESCAPE);
			expect(stderr).toContain("␛[31m");
		});
	});

	describe("colours", () => {
		test("are for terminals", async () => {
			expect((await run(["keys", "ls"], {}, 80)).stdout).toContain(ESCAPE);
			expect((await run(["keys", "ls"])).stdout).not.toContain(ESCAPE);
		});

		test.each([
			{ NO_COLOR: "1" },
			{ TERM: "dumb" },
			{ FORCE_COLOR: "0" },
			{ NO_COLOR: "1", FORCE_COLOR: "1" },
		])("are not shown with %j", async (env) => {
			expect((await run(["keys", "ls"], env, 80)).stdout).not.toContain(ESCAPE);
		});

		test("are shown everywhere with FORCE_COLOR; JSON never has any", async () => {
			expect((await run(["keys", "ls"], { FORCE_COLOR: "1" })).stdout).toContain(ESCAPE);
			expect((await run(["keys", "ls", "--json"], { FORCE_COLOR: "1" }, 80)).stdout).not.toContain(ESCAPE);
		});
	});

	describe("where commands go", () => {
		const store = "sqlite:.holdfast/holdfast.db";
		const found = async (
			args: readonly string[],
			env: Record<string, string> = {},
		): Promise<number | string> => {
			const { stdout, stderr } = await run(["keys", "ls", "--json", ...args], env);
			return stdout === "" ? JSON.parse(stderr).error.code : JSON.parse(stdout).items.length;
		};

		test("what is typed wins over the environment, and that over the folder", async () => {
			expect(await found([])).toBe(1);
			expect(await found(["--store", "sqlite::memory:"])).toBe(0);
			expect(await found([], { HOLDFAST_STORE: "sqlite::memory:" })).toBe(0);
			expect(await found(["--store", store], { HOLDFAST_STORE: "sqlite::memory:" })).toBe(1);
			expect(await found(["--store", store], { HOLDFAST_URL: "http://localhost:1" })).toBe(1);
			expect(await found([], { HOLDFAST_STORE: "" })).toBe(1);
			expect(await found(["--tenant", "other"])).toBe(0);
			expect(await found([], { HOLDFAST_TENANT: "other" })).toBe(0);
			expect(await found(["--tenant", "default"], { HOLDFAST_TENANT: "other" })).toBe(1);
		});

		test("options may stand in front of the command", async () => {
			const { stdout } = await run(["--store", "sqlite::memory:", "--json", "keys", "ls"]);
			expect(JSON.parse(stdout)).toEqual({ items: [] });
		});

		test("options that exclude each other are refused", async () => {
			expect(await found(["--url", "http://localhost:1", "--store", store])).toBe("usage");
			expect(await found([], { HOLDFAST_URL: "http://localhost:1", HOLDFAST_STORE: store })).toBe("usage");
			expect(await found(["--key", "x"])).toBe("usage");
			expect(await found(["--url", "http://localhost:1", "--config", "x.yaml"])).toBe("usage");
		});

		test("a configuration of the folder, and one that is named", async () => {
			const cwd = join(world.cwd, "configured");
			mkdirSync(cwd, { recursive: true });
			writeFileSync(join(cwd, "holdfast.yaml"), `database: ${join(world.cwd, ".holdfast/holdfast.db")}\n`);
			writeFileSync(join(cwd, "other.yaml"), "database: sqlite:./none.db\n");
			const ask = async (args: readonly string[], env = {}): Promise<number> =>
				JSON.parse(
					(await runHere(["keys", "ls", "--json", ...args], { cwd, env: { ...world.env, ...env } })).stdout,
				).items.length;
			expect(await ask([])).toBe(1);
			expect(await ask(["--config", "other.yaml"])).toBe(0);
			expect(await ask([], { HOLDFAST_CONFIG: "other.yaml" })).toBe(0);
			expect(await ask(["--config", "holdfast.yaml"], { HOLDFAST_STORE: "sqlite::memory:" })).toBe(1);
		});

		test("a login is used, and a damaged one is told with what to do", async () => {
			const home = join(world.cwd, "damaged");
			mkdirSync(home, { recursive: true });
			const file = join(home, "credentials.json");
			writeFileSync(file, JSON.stringify({ current: "http://localhost:1", servers: {} }));
			expect(await found(["--store", store], { HOLDFAST_HOME: home })).toBe(1);
			writeFileSync(file, "not json");
			const { code, stderr } = await run(["keys", "ls"], { HOLDFAST_HOME: home });
			expect(code).toBe(1);
			expect(stderr).toContain(`${file} is damaged; remove it and log in again`);
			expect(await found(["--store", store], { HOLDFAST_HOME: home })).toBe(1);
		});
	});

	describe("targets that do not work say what to do, and 1", () => {
		const failing = async (args: readonly string[]): Promise<string> => {
			const { code, stdout, stderr } = await run(["keys", "ls", ...args]);
			expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
			expect(stderr).not.toMatch(/\n {4}at /);
			return stderr;
		};

		test("a server that is not there", async () => {
			expect(await failing(["--url", "http://localhost:1"])).toMatch(/cannot reach.*check the url/);
		});

		test("a key that is wrong, and none where one is needed", async () => {
			await using stack = new AsyncDisposableStack();
			const server = await serve({ port: 0, adminKey: "the-key-of-this-server", drainMs: 500 });
			stack.defer(() => server.close());
			expect(await failing(["--url", server.url, "--key", "wrong-key"])).toMatch(/key/i);
			expect(await failing(["--url", server.url])).toMatch(/key/i);
		});

		test("PostgreSQL that is not there, without its password", async () => {
			const told = await failing(["--store", "postgres://ann:secret@localhost:1/x"]);
			expect(told).toMatch(/localhost:1/);
			expect(told).not.toContain("secret");
		});

		test("a schema of a newer program", async () => {
			const path = join(world.cwd, "newer.db");
			const made = await run(["keys", "create", "--scope", "read", "--store", `sqlite:${path}`]);
			expect(made.code).toBe(0);
			const database = new DatabaseSync(path);
			const [table] = database.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%meta'").all();
			database.exec(`UPDATE "${table?.name}" SET value = '999' WHERE key = 'schema_version'`);
			database.close();
			expect(await failing(["--store", `sqlite:${path}`])).toMatch(/schema version 999.*upgrade/);
		});

		test("a file that is not there is told, and not made", async () => {
			const { code, stdout, stderr } = await run(["keys", "ls", "--store", "sqlite:./nowhere.db"]);
			expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
			expect(stderr).toContain("No database at nowhere.db yet");
		});
	});
});
