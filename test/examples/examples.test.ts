import { existsSync, globSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackage, runNode, scratchFolder } from "../house/built-package.ts";
import { root } from "../house/root.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newDatabase } from "../postgres/server/test-database.ts";

beforeAll(async () => {
	// The promises are those of the demo model.
	delete process.env.HOLDFAST_MODEL;
	await buildPackage();
});

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts an example as a process of its own, twice in the same folder. */
async function runTwice(name: string): Promise<{ first: string; second: string }> {
	const cwd = scratchFolder(`example-${name}`);
	folders.push(cwd);
	const outputs: string[] = [];
	for (let i = 0; i < 2; i++) {
		const ended = await runNode([root("examples/start.js"), name], { cwd });
		expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: "" });
		outputs.push(ended.stdout);
	}
	expect(existsSync(join(cwd, ".holdfast", `${name}.db`))).toBe(true);
	const [first = "", second = ""] = outputs;
	return { first, second };
}

/** Runs the example whose database is one line of its configuration. */
async function runConfigured(database: string): Promise<string> {
	const env = { DATABASE_URL: database };
	const ended = await runNode([root("examples/start.js"), "configured"], { cwd: root("."), env });
	expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: "" });
	// What the doctor has to say differs, and is indented.
	return ended.stdout.replaceAll(/^ {2}\S.*\n/gm, "");
}

const HOW_TO_GO_ON = "HOLDFAST_MODEL=openai/gpt-5-mini";

describe("examples (AG3: no key needed)", () => {
	test("plain-chat remembers in its second run what it was told in the first", async () => {
		const { first, second } = await runTwice("plain-chat");
		expect(first).toContain("This is a new session.");
		expect(first).toContain("You    Hi, I am Ada.\nAgent  Demo model (no API key):");
		expect(first).toContain(HOW_TO_GO_ON);
		expect(second).toContain("Welcome back: the session has 6 messages.");
		expect(second).not.toContain("You    Hi, I am Ada");
		expect(second).toMatch(/You {4}What is my name\?\nAgent {2}Demo model.*Ada/);
		expect(second).toMatch(/You {4}What do I like\?\nAgent {2}Demo model.*green tea/);
	});

	test("support refuses a refund, allows it to an admin, and hands over to a human and back", async () => {
		const { first, second } = await runTwice("support");
		expect(first).toContain("This is a new session.");
		expect(second).toContain("Ada is back:");
		for (const output of [first, second]) {
			expect(output).toMatch(/→ order_status \{"order_id":"A-1001"\}\n.*← .*arrives on Friday/);
			const refunds = output.match(/→ refund_order .*\n.*← .*/g) ?? [];
			expect(refunds).toHaveLength(2);
			expect(refunds[0]).toContain("unauthorized:");
			expect(refunds[1]).toContain('"refunded":true');
			expect(output).toMatch(/→ call_human .*\n.*\nAgent {5}\(silent\)\n/);
			expect(output).toMatch(/Ada {7}Are you there\?\nAgent {5}\(silent\)\nSam {7}Sam here/);
			expect(output).toMatch(/Ada {7}Is the refund on its way\?\nAgent {5}Demo model.*on its way/);
			expect(output).toContain("Last order in the state: A-1001\n");
			expect(output).toContain(HOW_TO_GO_ON);
		}
		expect(first).toContain("6 runs are recorded");
		expect(second).toContain("12 runs are recorded");
	});

	test("research prints state that two sub-agents share, the tree of runs, and the trace", async () => {
		const { first, second } = await runTwice("research");
		expect(first).toContain("This is a new session.");
		expect(second).toContain("Welcome back: the session has 8 messages.");
		for (const output of [first, second]) {
			expect(output).toContain('  notes: ["The moon pulls');
			expect(output).toContain("  last_report: ");
			expect(output).toContain(
				[
					"  lead: completed, user ada, session tides",
					"    sources: completed, user ada:sources, session tides:sources",
					"  lead: completed, user ada, session tides",
					"    report: completed, user ada:report, session tides:report",
				].join("\n"),
			);
			expect(output).toMatch(/tool {3}execute_tool report .*\n {8}run {4}invoke_agent report/);
			expect(output).toContain(HOW_TO_GO_ON);
		}
	});

	test("triage sorts by a routine, and leaves only what it was told to keep (AG10, AG11)", async () => {
		const { first, second } = await runTwice("triage");
		for (const output of [first, second]) {
			expect(output).toMatch(
				/think \{"topic":"delivery","order_id":"A-1001"\}\nOut {5}Order A-1001, the teapot: shipped/,
			);
			expect(output).toMatch(/think \{"topic":"refund".*\nOut {5}A person will look at your refund/);
			expect(output).toMatch(/think \{"topic":"other".*\nOut {5}Thank you\./);
			expect(output).toContain("invalid: input");
			expect(output).toContain('{"ticket":{"topic":"refund"}}');
			expect(output).toContain(HOW_TO_GO_ON);
		}
		expect(first).toContain("Sessions left: 0\n");
		expect(second).toContain("Sessions left: 1\n");
	});

	test("server answers over HTTP what the library would", async () => {
		const { first } = await runTwice("server");
		expect(first).toMatch(/POST \/v1\/agents\/desk\/run\n {2}Demo model \(no API key\): .*Lisbon/);
		expect(first).toContain("  user: Hi, I am Ada. I live in Lisbon.\n  assistant: Demo model");
	});

	test("two-servers: what one runs the other streams and follows; a stranger sees nothing", async () => {
		const { first, second } = await runTwice("two-servers");
		for (const output of [first, second]) {
			expect(output).toMatch(/A runs {6}Hi, I am Ada.*\nB streams {3}Demo model \(no API key\): .*Lisbon/);
			expect(output).toContain("B follows   a message of the user at offset 0\n");
			expect(output).toContain("B follows   a message of the agent at offset 2\n");
			expect(output).toMatch(/B answers {3}Demo model.*Lisbon/);
			expect(output).toContain("A stranger  sees 0 sessions\nAcme has    1 session\n");
			expect(output).toContain(HOW_TO_GO_ON);
		}
	});

	test("every folder is an example that start.js starts", () => {
		const files = globSync("examples/*/*.ts", { cwd: root() });
		const named = files.filter((path) => basename(path, ".ts") === basename(dirname(path)));
		expect(named.map((path) => basename(dirname(path))).sort()).toEqual([
			"configured",
			"plain-chat",
			"quickstart",
			"research",
			"server",
			"support",
			"triage",
			"two-servers",
		]);
	});

	test("BE1: configured says on SQLite what it says on PostgreSQL, with another value in one line", async (context) => {
		const folder = scratchFolder("example-configured");
		folders.push(folder);
		const onSqlite = await runConfigured(`sqlite:${join(folder, "configured.db")}`);
		expect(onSqlite).toContain("Holdfast on sqlite");
		expect(onSqlite).toContain("Known  The user lives in Lisbon. (arrival)");
		if (postgresMissing) return context.skip(postgresMissing);
		const { url, dispose } = await newDatabase();
		try {
			const onPostgres = await runConfigured(url);
			expect(onPostgres).toContain("Holdfast on postgres");
			expect(onPostgres.replace("on postgres", "on sqlite")).toBe(onSqlite);
		} finally {
			await dispose();
		}
	});
});
