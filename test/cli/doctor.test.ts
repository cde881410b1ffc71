import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdfast as open } from "../../src/index.ts";
import { serve } from "../../src/server/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { holdfast } from "./start-process.ts";
import { giveUpJobs } from "./store-of.ts";
import { typeHere } from "./type-here.ts";
import { type CliWorld, describeOnce, describeWorlds, sqliteWorld } from "./worlds.ts";

interface Report {
	ok: boolean;
	store?: string;
	findings: { group: string; about: string; status: string; message: string }[];
}

describeWorlds("IF4: holdfast doctor", (world) => {
	test("finds everything in order, as JSON and on a terminal", async () => {
		const [plain, typed] = [
			runHere(["doctor", "--json"], world()),
			typeHere(["doctor"], world(), { columns: 60 }),
		];
		const report = await expectJson<Report>("doctor", await plain);
		expect(report).toMatchObject({ ok: true, store: world().name === "postgres" ? "postgres" : "sqlite" });
		const told = report.findings.map(({ group, about }) => `${group} ${about}`);
		for (const about of ["store", "schema", "capabilities", "embedder", "jobs", "dead letters", "disk"])
			expect(told).toContain(`store ${about}`);
		expect(told).toContain(world().name === "http" ? "server clock" : "store clock");
		if (world().name !== "http")
			expect(told).toEqual(expect.arrayContaining(["agents manifests", "agents model"]));
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/^✓ No problems/m);
		expect(JSON.stringify(report)).not.toContain(world().env.HOLDFAST_KEY ?? "no key");
	});

	test("tells of work that was given up, and how to see it", async () => {
		await giveUpJobs(world(), ["doctor-1"]);
		const { ok, findings } = await expectJson<Report>("doctor", await runHere(["doctor", "--json"], world()));
		expect(ok).toBe(true);
		const dead = findings.find(({ about }) => about === "dead letters");
		expect(dead).toMatchObject({ status: "warning" });
		expect(dead?.message).toContain("holdfast jobs ls --dead");
	});
});

describeOnce("IF4: holdfast doctor, when something is wrong", () => {
	let world: CliWorld;
	beforeAll(async () => {
		world = await sqliteWorld();
	});
	afterAll(() => world.end());
	const examine = async (
		args: readonly string[],
		more: { cwd?: string; env?: Record<string, string> } = {},
		code = 1,
	): Promise<Report> =>
		expectJson("doctor", await runHere(["doctor", ...args, "--json"], { ...world, ...more }), code);
	const problems = ({ findings }: Report): string[] =>
		findings.filter(({ status }) => status === "problem").map(({ group, about }) => `${group} ${about}`);

	test("a broken manifest does not hide the store", async () => {
		const file = join(world.cwd, "agents", "broken.yaml");
		writeFileSync(file, "schema: 1\nid: broken\nmodle: demo\n");
		const report = await examine([]);
		expect(problems(report)).toEqual(["agents manifests"]);
		expect(report.findings.find(({ about }) => about === "manifests")?.message).toContain("broken.yaml");
		expect(report.store).toBe("sqlite");
		rmSync(file);
	});

	test("an agent whose model has no key", async () => {
		const cwd = join(world.cwd, "keyless");
		mkdirSync(join(cwd, "agents"), { recursive: true });
		writeFileSync(join(cwd, "agents", "a.yaml"), "schema: 1\nid: a\nmodel: openai/gpt-5-mini\n");
		const report = await examine([], { cwd });
		expect(problems(report)).toEqual(["agents model"]);
		expect(report.findings.find(({ status }) => status === "problem")?.message).toBe(
			'agent a: model "openai/gpt-5-mini" needs a key, and OPENAI_API_KEY is not set: export OPENAI_API_KEY=…',
		);
		expect(report.findings.find(({ group }) => group === "store")).toMatchObject({ status: "warning" });
		const env = { ...world.env, OPENAI_API_KEY: "sk-test" };
		expect(problems(await examine([], { cwd, env }, 0))).toEqual([]);
	});

	test("a default model without a provider, package or key", async () => {
		const cwd = join(world.cwd, "no-model");
		mkdirSync(cwd, { recursive: true });
		const told = async (model: string, env: Record<string, string> = {}, run = runHere): Promise<string> => {
			writeFileSync(join(cwd, "holdfast.yaml"), `model: ${model}\n`);
			const around = { cwd, env: { ...world.env, ...env } };
			const report = await expectJson<Report>("doctor", await run(["doctor", "--json"], around), 1);
			const wrong = report.findings.filter(({ status }) => status === "problem");
			expect(wrong.map(({ group, about }) => `${group} ${about}`)).toEqual(wrong.map(() => "agents model"));
			return wrong.map(({ message }) => message).join("\n");
		};
		expect(await told("gpt-5")).toContain("did you mean openai/gpt-5?");
		expect(await told("openai/gpt-5")).toContain("export OPENAI_API_KEY=");
		// A process of its own: the test runner finds packages in another way than Node.
		expect(await told("groq/x", { GROQ_API_KEY: "k" }, holdfast)).toContain("npm install @ai-sdk/groq");
		const typed = await runHere(["doctor"], { ...world, cwd });
		expect(typed.code).toBe(1);
		expect(typed.stdout).not.toContain("No problems");
	});

	test("a server whose model cannot answer says so to its doctor", async () => {
		await using stack = new AsyncDisposableStack();
		const server = await serve({ port: 0, model: "gpt-5" });
		stack.defer(() => server.close());
		expect(problems(await examine(["--url", server.url]))).toEqual(["agents model"]);
	});

	test("a store whose file could not be created", async () => {
		writeFileSync(join(world.cwd, "a-file"), "");
		const report = await examine(["--store", "sqlite:./a-file/deep/x.db"]);
		expect(problems(report)).toEqual(["store store"]);
		const { message } = report.findings.find(({ status }) => status === "problem") ?? { message: "" };
		expect(message).toContain("a-file is a file, not a folder");
		expect(problems(await examine(["--store", "sqlite:./not/there/yet/x.db"], {}, 0))).toEqual([]);
	});

	test("a database file that is damaged, with how to save what is in it", async () => {
		const file = join(world.cwd, "cut.db");
		const hf = await open({ store: sqlite(file) });
		await hf.session({ agentId: "a", sessionId: "s" }).history.append({ role: "user", content: "Hello" });
		await hf.close();
		truncateSync(file, 8_192);
		const report = await examine(["--store", "sqlite:./cut.db"]);
		expect(problems(report)).toEqual(["store store"]);
		const { message } = report.findings.find(({ status }) => status === "problem") ?? { message: "" };
		expect(message).toMatch(/is damaged .*restore a backup.*\.recover.*move it away/);
	});

	test("a store that cannot be opened, a configuration that is wrong, options that exclude each other", async () => {
		writeFileSync(
			join(world.cwd, "not.db"),
			"this is no database, and it is long enough to be seen as none".repeat(99),
		);
		expect(problems(await examine(["--store", "sqlite:./not.db"]))).toEqual(["store store"]);
		writeFileSync(join(world.cwd, "wrong.yaml"), "databse: x\n");
		expect(problems(await examine(["--config", "wrong.yaml"]))).toEqual(["store configuration"]);
		const env = { ...world.env, HOLDFAST_URL: "http://localhost:1", HOLDFAST_STORE: "sqlite:./a.db" };
		expect(problems(await examine([], { env }))).toEqual(["program target"]);
		const away = await examine(["--store", "postgres://localhost:1/x"]);
		expect(problems(away)).toEqual(["store store"]);
	});

	test("a server that is away, and one that refuses the key", async () => {
		expect(problems(await examine(["--url", "http://localhost:1"]))).toEqual(["server server"]);
		await using stack = new AsyncDisposableStack();
		const server = await serve({ port: 0, adminKey: "the-key-of-this-server" });
		stack.defer(() => server.close());
		const refused = await examine(["--url", server.url, "--key", "wrong"]);
		expect(problems(refused)).toEqual(["server key"]);
		// Every command says where a key is given; a header is nothing that one can type.
		for (const args of [
			["memory", "ls"],
			["memory", "ls", "--key", "wrong"],
			["chat", "support", "--key", "wrong"],
		]) {
			const { code, stderr } = await runHere([...args, "--url", server.url], world);
			expect(code).toBe(1);
			expect(stderr.replaceAll(/\s+/g, " ")).toContain(
				"set --key or HOLDFAST_KEY, or log in with `holdfast login",
			);
			expect(stderr).not.toContain("Authorization");
		}
	});

	test("logins that others can read, and damaged ones", async () => {
		const home = join(world.cwd, "logins");
		mkdirSync(home, { recursive: true });
		const file = join(home, "credentials.json");
		writeFileSync(file, '{"servers":{}}', { mode: 0o644 });
		chmodSync(file, 0o644);
		const env = { HOLDFAST_HOME: home };
		const readable = await examine([], { env }, 0);
		const logins = readable.findings.find(({ about }) => about === "logins");
		expect(logins).toMatchObject({ status: "warning" });
		expect(logins?.message).toContain("chmod 600");
		writeFileSync(file, "{");
		expect(problems(await examine([], { env }))).toEqual(["program target", "program logins"]);
	});

	test("who has said where commands go", async () => {
		const why = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> => {
			const { findings } = JSON.parse(
				(await runHere(["doctor", ...args, "--json"], { ...world, env: { ...world.env, ...env } })).stdout,
			) as Report;
			return findings.find(({ about }) => about === "target")?.message ?? "";
		};
		expect(await why([])).toContain("(default)");
		expect(await why(["--store", "sqlite:./a.db"])).toContain("(set by --store)");
		expect(await why([], { HOLDFAST_STORE: "sqlite:./a.db" })).toContain("(set by HOLDFAST_STORE)");
		expect(await why(["--store", "sqlite:./a.db"], { HOLDFAST_URL: "http://localhost:1" })).toContain(
			"--store",
		);
		expect(await why([], { HOLDFAST_STORE: "postgres://ann:secret@localhost:1/x" })).not.toContain("secret");
	});
});
