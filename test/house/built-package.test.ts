import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackage, runNode, scratchFolder } from "./built-package.ts";
import { codeBlocks } from "./code-blocks.ts";
import { root } from "./root.ts";

beforeAll(buildPackage);

const folders: string[] = [];
const scratch = (name: string): string => {
	const folder = scratchFolder(name);
	folders.push(folder);
	return folder;
};
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("package exports", () => {
	const { exports } = JSON.parse(readFileSync(root("package.json"), "utf8")) as {
		exports: Record<string, string | { types: string; default: string }>;
	};
	const entries = Object.entries(exports).filter(([name]) => !name.endsWith(".json"));

	test.each(entries)("%s is a built file that can be imported, with types", async (name, target) => {
		expect(target).toEqual({
			types: expect.stringMatching(/\.d\.ts$/),
			default: expect.stringMatching(/\.js$/),
		});
		const { types, default: file } = target as { types: string; default: string };
		expect(existsSync(root(file)), `${file} is not built`).toBe(true);
		expect(readFileSync(root(types), "utf8")).toContain("export");
		// That one declares tests, which works inside a test run only.
		if (name === "./testing") return;
		const specifier = name.replace(".", "holdfast");
		const code = `console.log(Object.keys(await import("${specifier}")).length > 0)`;
		const ended = await runNode(["--input-type=module", "-e", code], { cwd: scratch("entry") });
		expect(ended).toMatchObject({ code: 0, stdout: "true\n" });
	});
});

describe("README", () => {
	const readme = readFileSync(root("README.md"), "utf8");

	test("has at most 150 lines", () => {
		expect(readme.split("\n").length).toBeLessThanOrEqual(150);
	});

	test("its example has at most 20 lines, runs, and prints what the README says", async () => {
		const [example] = codeBlocks(readme, "ts");
		// The first text is the first screen, which has a test of its own.
		const [, output] = codeBlocks(readme, "text");
		expect(example?.text.trim().split("\n").length).toBeLessThanOrEqual(20);
		const folder = scratch("readme");
		writeFileSync(join(folder, "example.ts"), example?.text ?? "");
		const ended = await runNode(["example.ts"], { cwd: folder });
		const withoutDays = (text = ""): string => text.replaceAll(/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "<day>");
		expect({ ...ended, stdout: withoutDays(ended.stdout) }).toMatchObject({
			code: 0,
			stdout: withoutDays(output?.text),
		});
	});
});

describe("guides", () => {
	// The guide to writing a store declares tests: it cannot run by itself.
	test.each([
		"architecture.md",
		"guides/agents.md",
		"guides/conversation-memory.md",
		"guides/runs-and-traces.md",
		"guides/sessions.md",
		"guides/sqlite.md",
		"guides/state-and-users.md",
		"guides/tools.md",
		"guides/where-to-put-it.md",
	])("the examples of %s run from top to bottom", async (page) => {
		const blocks = codeBlocks(readFileSync(root(`docs/${page}`), "utf8"), "ts");
		const folder = scratch("guide");
		writeFileSync(join(folder, "guide.ts"), blocks.map((block) => block.text).join("\n"));
		const ended = await runNode(["guide.ts"], { cwd: folder });
		expect(ended, ended.stderr).toMatchObject({ code: 0 });
	});
});

describe("the quickstart", () => {
	const start = root("examples/start.js");

	test("continues its session on the second run", async () => {
		const cwd = scratch("quickstart");
		const first = await runNode([start, "quickstart"], { cwd });
		expect(first.code, first.stderr).toBe(0);
		expect(first.stdout).toContain("This is a new session");
		expect(first.stdout).toContain("stored once, at offsets 0 and 1");
		expect(first.stdout).toContain("20 messages at the same time: offsets 2 to 21, no gap");
		expect(first.stdout).toContain('23 "Live", 24 "from", 25 "the log"');
		const second = await runNode([start, "quickstart"], { cwd });
		expect(second.code, second.stderr).toBe(0);
		expect(second.stdout).toContain("Welcome back: the session has 26 events from 1 earlier run.");
		expect(second.stdout).toContain("stored once, at offsets 26 and 27");
		expect(existsSync(join(cwd, ".holdfast/quickstart.db"))).toBe(true);
		const lines = readFileSync(join(cwd, ".holdfast/quickstart.jsonl"), "utf8").trimEnd().split("\n");
		expect(lines).toHaveLength(53);
	});

	test("says in one line that an old Node will not do, and exits with 1", async () => {
		const ended = await startOnOldNode(start, scratch("old-node"));
		expect(ended.code).toBe(1);
		expect(ended.stdout).toBe("");
		const lines = ended.stderr.trimEnd().split("\n");
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(/^Holdfast needs Node 22\.16 or newer; this is v\d+\.\d+\.\d+\. .*npm/);
	});

	test("also starts where Node runs TypeScript only when asked to", async () => {
		const ended = await runNode(["--no-experimental-strip-types", start, "quickstart"], {
			cwd: scratch("flag"),
		});
		expect(ended.code, ended.stderr).toBe(0);
		expect(ended.stdout).toContain("This is a new session");
	});

	test("names the example that does not exist", async () => {
		const ended = await runNode([start, "no-such-thing"], { cwd: scratch("no-example") });
		expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('"no-such-thing"') });
	});
});

/** On a real old Node where the machine has one, else on ours made to believe it is old. */
async function startOnOldNode(start: string, cwd: string) {
	for (const folder of (process.env.PATH ?? "").split(delimiter)) {
		const node = join(folder, "node");
		if (folder.includes("node_modules") || !existsSync(node)) continue;
		const { stdout } = await runNode(["--version"], { cwd, node });
		const [major = 0, minor = 0] = stdout.slice(1).split(".").map(Number);
		if (major >= 18 && (major < 22 || (major === 22 && minor < 16)))
			return runNode([start, "quickstart"], { cwd, node });
	}
	const old =
		"Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })";
	return runNode(["--import", `data:text/javascript,${encodeURIComponent(old)}`, start, "quickstart"], {
		cwd,
	});
}
