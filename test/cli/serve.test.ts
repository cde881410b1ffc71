import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { started } from "../../src/wire/cli/serve.ts";
import { buildPackage, scratchFolder } from "../house/built-package.ts";
import { runHere } from "./run-line.ts";
import { FROM_SOURCE, holdfast, inTerminal } from "./start-process.ts";
import { startServerProcess } from "./start-server-process.ts";

const KEY = "a-key-that-is-long-enough";

let cwd: string;
beforeAll(async () => {
	if (!FROM_SOURCE) await buildPackage();
	cwd = scratchFolder("cli-serve");
	mkdirSync(join(cwd, "agents"));
	writeFileSync(join(cwd, "agents", "desk.yaml"), "schema: 1\nid: desk\n");
	writeFileSync(join(cwd, "holdfast.yaml"), "database: sqlite:./data/x.db\nserver: { port: 0 }\n");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (url: string, key: string | undefined) =>
	fetch(`${url}/v1/agents/desk/run`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			...(key !== undefined && { authorization: `Bearer ${key}` }),
		},
		body: JSON.stringify({ input: "Hi, I am Ada." }),
	});

describe("IF4: holdfast serve", () => {
	test("says where it is, warns of the demo model, logs requests when asked to, and ends with 0 on SIGTERM", async () => {
		const args = ["serve", "--json", "--log", "--host", "0.0.0.0"];
		const server = startServerProcess(args, { cwd, env: { HOLDFAST_ADMIN_KEY: KEY } });
		onTestFinished(() => server.kill());
		await server.until(/"port":\d+.*\n/);
		const text = await server.until("will answer with the demo model");
		const [first = ""] = text.split("\n").filter((line) => line.startsWith('{"url"'));
		const { port, agents } = started.parse(JSON.parse(first));
		expect(agents).toEqual(["desk"]);
		const url = `http://127.0.0.1:${port}`;
		expect((await run(url, undefined)).status).toBe(401);
		expect((await run(url, KEY)).status).toBe(200);
		// Manifests are read once.
		writeFileSync(join(cwd, "agents", "late.yaml"), "schema: 1\nid: late\n");
		const listed = await fetch(`${url}/v1/agents`, { headers: { authorization: `Bearer ${KEY}` } });
		expect(((await listed.json()) as { items: unknown[] }).items).toHaveLength(1);
		rmSync(join(cwd, "agents", "late.yaml"));
		server.signal("SIGTERM");
		const { code, stdout } = await server.ended;
		expect(code).toBe(0);
		const log = stdout.trim().split("\n").slice(1);
		const entries = log.map((line) => JSON.parse(line) as { operation: string; status: number });
		expect(entries).toContainEqual(expect.objectContaining({ operation: "agents.run", status: 200 }));
		expect(stdout).not.toContain("Ada");
	});

	test("says on a terminal where it listens and how long events are kept, and nothing on the standard output", async () => {
		const env = { OPENAI_API_KEY: "sk-of-nobody" };
		const typed = inTerminal(["serve", "--model", "openai/gpt-5-mini"], { cwd, env });
		onTestFinished(() => typed.kill());
		const screen = await typed.until("Retention: events are kept for 90 days after they are stored");
		expect(screen).toMatch(/^Holdfast \S+ listening on http:\/\/127\.0\.0\.1:\d+ \(1 agent, data\/x\.db\)$/m);
		typed.type("\u0003");
		expect(await typed.ended).toBe(0);
	});

	test("does not start while a model cannot answer, and says why in one line with the fix", async () => {
		const unnamed = await runHere(["serve", "--model", "gpt-5"], { cwd, env: {} });
		expect(unnamed).toMatchObject({ code: 1, stdout: "" });
		expect(unnamed.stderr).toContain('model "gpt-5" has no provider: did you mean openai/gpt-5?');
		expect(unnamed.stderr).toContain("--allow-missing-model");
		expect(unnamed.stderr).not.toContain("listening on");
		const keyless = await runHere(["serve", "--json"], { cwd, env: { HOLDFAST_MODEL: "openai/gpt-5" } });
		expect(JSON.parse(keyless.stderr)).toMatchObject({
			error: {
				code: "capability_missing",
				problems: [expect.stringContaining("export OPENAI_API_KEY=…")],
			},
		});
		const file = join(cwd, "agents", "other.yaml");
		writeFileSync(file, "schema: 1\nid: other\nmodel: groq/some-model\n");
		onTestFinished(() => rmSync(file));
		// A process of its own: the test runner finds packages in another way than Node.
		const named = await holdfast(["serve"], { cwd, env: { GROQ_API_KEY: "k" } });
		expect(named).toMatchObject({ code: 1, stdout: "" });
		expect(named.stderr.replaceAll(/\s+/g, " ")).toContain(
			'agent other: model "groq/some-model" needs the package @ai-sdk/groq: npm install @ai-sdk/groq',
		);
	});

	test("starts without its model when told to, and warns", async () => {
		const args = ["serve", "--model", "gpt-5", "--allow-missing-model"];
		const server = startServerProcess(args, { cwd, env: {} });
		onTestFinished(() => server.kill());
		expect(await server.until("listening on")).toContain('! model "gpt-5" has no provider');
		server.signal("SIGTERM");
		expect((await server.ended).code).toBe(0);
	});

	test("refuses what would be a guess: no configuration, other machines without a key, a port that is none", async () => {
		const empty = scratchFolder("cli-serve-empty");
		onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
		const unset = await runHere(["serve"], { cwd: empty, env: {} });
		expect(unset).toMatchObject({ code: 2, stdout: "" });
		expect(unset.stderr).toContain("no holdfast.yaml in this folder");
		const open = await runHere(["serve", "--host", "0.0.0.0"], { cwd, env: {} });
		expect(open).toMatchObject({ code: 1, stdout: "" });
		expect(open.stderr).toContain("set adminKey");
		const short = await runHere(["serve", "--host", "0.0.0.0"], { cwd, env: { HOLDFAST_ADMIN_KEY: "x" } });
		expect(short.stderr).toContain("at least 16 characters");
		expect((await runHere(["serve", "--port", "99999"], { cwd, env: {} })).code).toBe(1);
		expect((await runHere(["serve", "--port", "x"], { cwd, env: {} })).code).toBe(2);
	});
});
