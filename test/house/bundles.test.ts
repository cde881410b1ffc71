import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackage, runNode } from "./built-package.ts";
import { root } from "./root.ts";

const PROGRAM = `
import { holdfast, mcp } from "holdfast";
import { createClient } from "holdfast/client";
import { sqlite } from "holdfast/sqlite";

const hf = await holdfast({
	agents: [{ id: "support", instructions: "You help customers of Acme." }],
	store: sqlite("./holdfast.db"),
});
const ada = { agentId: "support", userId: "ada" };
await hf.agents.run({ ...ada, sessionId: "monday", input: "I live in Lisbon." });
const { output } = await hf.agents.run({ ...ada, sessionId: "friday", input: "Where do I live?" });
await hf.close();
const toolset = mcp({ command: "none" });
const failed = await toolset.tools(new AbortController().signal).catch((error) => error);
console.log(JSON.stringify({ output, client: typeof createClient, code: failed.code, message: failed.message }));
`;

/** A project outside of the repository. It has the package and its dependencies, and no optional peer. */
function createProject(): string {
	const { dependencies } = JSON.parse(readFileSync(root("package.json"), "utf8")) as {
		dependencies: Record<string, string>;
	};
	const folder = mkdtempSync(join(tmpdir(), "holdfast-bundle-"));
	const place = (name: string): string => {
		const path = join(folder, "node_modules", name);
		mkdirSync(dirname(path), { recursive: true });
		return path;
	};
	for (const name of ["package.json", "dist"])
		cpSync(root(name), place(join("holdfast", name)), {
			recursive: true,
			filter: (path) => !path.endsWith(".map"),
		});
	symlinkSync(root("data"), place("holdfast/data"));
	for (const name of Object.keys(dependencies)) symlinkSync(root(`node_modules/${name}`), place(name));
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	return folder;
}

/** Bundles a file of the project, and returns the modules inside and the code. */
async function bundleFile(project: string, file: string, platform: "node" | "browser") {
	const problems: string[] = [];
	const bundle = await rolldown({
		input: join(project, file),
		platform,
		onLog: (_level, { message }) => problems.push(message),
	});
	const { output } = await bundle.write({ dir: join(project, "out"), format: "esm" });
	await bundle.close();
	const chunks = output.flatMap((item) => (item.type === "chunk" ? [item] : []));
	return {
		chunks,
		/** Messages about an optional peer or a file of ours. Dependencies have their own. */
		problems: problems.filter((message) => /holdfast|modelcontextprotocol|\bpg\b/.test(message)),
		modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
	};
}

describe("a program without optional peers can be bundled", () => {
	let project = "";
	beforeAll(async () => {
		await buildPackage();
		project = createProject();
	});
	afterAll(() => rmSync(project, { recursive: true, force: true }));

	test("no module of the command line is inside, and the bundle runs", async () => {
		writeFileSync(join(project, "main.js"), PROGRAM);
		const { problems, modules } = await bundleFile(project, "main.js", "node");
		expect(problems).toEqual([]);
		const own = modules.filter((path) => path.includes("holdfast/dist"));
		expect(own.length).toBeGreaterThan(10);
		// The build puts modules together, and writes the path of each before its code.
		expect(own.filter((path) => readFileSync(path, "utf8").includes("// src/cli/"))).toEqual([]);
		expect(modules.filter((path) => /[\\/](commander|hono|string-width)[\\/]/.test(path))).toEqual([]);

		const installed = await runNode(["out/main.js"], { cwd: project });
		expect(installed.code, installed.stderr).toBe(0);
		expect(JSON.parse(installed.stdout)).toEqual({
			output: expect.stringContaining("Lisbon"),
			client: "function",
			code: "capability_missing",
			message: expect.stringContaining("npm install @modelcontextprotocol/sdk"),
		});
	});

	test("a bundle without the package needs the files of the embedder next to it", async () => {
		const alone = mkdtempSync(join(tmpdir(), "holdfast-alone-"));
		try {
			cpSync(join(project, "out"), alone, { recursive: true });
			writeFileSync(join(alone, "package.json"), '{ "type": "module" }');
			const without = await runNode(["main.js"], { cwd: alone });
			expect(without.code).toBe(1);
			expect(without.stderr).toContain("A bundle needs a copy of node_modules/holdfast/data/embedder as");
			cpSync(root("data/embedder"), join(alone, "embedder"), { recursive: true });
			const copied = await runNode(["main.js"], { cwd: alone });
			expect(copied.code, copied.stderr).toBe(0);
			expect(copied.stdout).toContain("Lisbon");
		} finally {
			rmSync(alone, { recursive: true, force: true });
		}
	});

	test("IF1 the built client has nothing of Node", async () => {
		writeFileSync(join(project, "page.js"), 'export { createClient } from "holdfast/client";');
		const { chunks } = await bundleFile(project, "page.js", "browser");
		expect(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])).toEqual([]);
		for (const { code } of chunks) expect(code).not.toContain("node:");
	});
});
