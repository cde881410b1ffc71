import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFields, memoryFields } from "../../src/agent/agent-fields.ts";
import { readManifest } from "../../src/agent/index.ts";
import { scratchFolder } from "./built-package.ts";
import { codeBlocks } from "./code-blocks.ts";
import { root } from "./root.ts";

const guide = readFileSync(root("docs/guides/manifest.md"), "utf8");
const blocks = codeBlocks(guide, "yaml");
const folder = scratchFolder("manifest-guide");
const file = join(folder, "agents", "example.yaml");

/** The module that the examples name. */
const MODULE = `export const one = {
	name: "from_code", description: "x", inputSchema: { type: "object" }, check: (value) => value, execute: () => 1,
};`;

beforeAll(() => {
	mkdirSync(join(folder, "agents"), { recursive: true });
	writeFileSync(join(folder, "agents", "tools.js"), MODULE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the guide to manifests (AG1)", () => {
	test.each(blocks)("its example at line $line is a manifest", async ({ text }) => {
		expect((await readManifest(text, file)).id).toBeTruthy();
	});

	test("its table has every key", () => {
		const keys = [
			"schema",
			"model",
			"tools",
			"agents",
			...Object.keys(agentFields()),
			...Object.keys(memoryFields().shape).map((key) => `memory.${key}`),
		];
		expect(keys.filter((key) => !guide.includes(`| \`${key}\` |`))).toEqual([]);
	});
});
