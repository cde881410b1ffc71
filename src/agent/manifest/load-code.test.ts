import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAgents } from "../open-agents.ts";

let home: string;
let agents: string;

beforeEach(() => {
	home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-code-")));
	agents = join(home, "agents");
	mkdirSync(agents);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(agents, name), text);
const manifest = (tools: string) => `schema: 1\nid: a\ntools: ${tools}\n`;

/** A module without imports: a tool is anything that has the members of one. */
const toolModule = (name: string, more = "") => `
export const one = {
	name: "${name}", description: "x", inputSchema: { type: "object" },
	check: (value) => value, execute: () => "${name}",
};
${more}`;

describe("tools from modules (AG4)", () => {
	test("every tool and toolset that a module exports, alone or in a list, once", async () => {
		const more = `
export const list = [one, { label: "set", tools: async () => [one], close: async () => {} }];
export const number = 7; export default one;`;
		write("tools.mjs", toolModule("one", more));
		write("a.yaml", manifest("[{ code: ./tools.mjs, allow: vip, timeoutMs: 9 }]"));
		const agent = await (await openAgents(agents)).get("a");
		expect(agent.tools).toMatchObject([{ name: "one", allow: "vip", timeoutMs: 9 }]);
		expect(agent.toolsets).toMatchObject([{ label: "set" }]);
		const [fromSet] = (await agent.toolsets[0]?.tools(new AbortController().signal)) ?? [];
		expect(fromSet).toMatchObject({ name: "one", allow: "vip", timeoutMs: 9 });
		expect(fromSet?.execute(fromSet.check({}), {} as never)).toBe("one");
	});

	test("a module may be next to the agents folder, but not further away, after following links", async () => {
		mkdirSync(join(home, "lib"));
		writeFileSync(join(home, "lib", "tools.mjs"), toolModule("lib"));
		write("a.yaml", manifest("[{ code: ../lib/tools.mjs }]"));
		expect((await (await openAgents(agents)).get("a")).tools[0]?.name).toBe("lib");

		const outside = mkdtempSync(join(tmpdir(), "holdfast-outside-"));
		try {
			writeFileSync(join(outside, "tools.mjs"), toolModule("outside"));
			symlinkSync(join(outside, "tools.mjs"), join(agents, "link.mjs"));
			const tools = [
				"../../x.mjs",
				join(outside, "tools.mjs"),
				"./link.mjs",
				"./gone.mjs",
				"./bad.mjs",
				"./none.mjs",
			];
			write("bad.mjs", "throw new Error('not today')");
			write("none.mjs", "export const tool = 1;");
			write("a.yaml", manifest(`\n${tools.map((path) => `  - code: ${path}`).join("\n")}`));
			const file = join(agents, "a.yaml");
			const error = await openAgents(agents).catch((reason: Error) => reason);
			expect("message" in error && error.message.split("\n")).toEqual([
				`${file}:4:5 tools[0].code: is outside of ${home}; move the module there`,
				`${file}:5:5 tools[1].code: must be a path relative to this file, e.g. ./tools.ts`,
				`${file}:6:5 tools[2].code: is outside of ${home}; move the module there`,
				`${file}:7:5 tools[3].code: the file ${join(agents, "gone.mjs")} does not exist`,
				`${file}:8:5 tools[4].code: could not be loaded: not today`,
				`${file}:9:5 tools[5].code: exports no tool; write export const x = tool({ … })`,
			]);
		} finally {
			rmSync(outside, { recursive: true });
		}
	});
});
