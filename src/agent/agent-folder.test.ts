import {
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HoldfastError } from "../error/index.ts";
import { AgentFolder } from "./agent-folder.ts";
import { readAgentsFolder } from "./manifest/index.ts";
import { openAgents } from "./open-agents.ts";

let home: string;
let agents: string;

beforeEach(() => {
	home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-agents-")));
	agents = join(home, "agents");
	mkdirSync(agents);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

let clock = 1_700_000_000;
/** Writes a file with a time of its own, so that no two versions look alike. */
function write(name: string, text: string): string {
	const path = join(agents, name);
	writeFileSync(path, text);
	clock += 10;
	utimesSync(path, clock, clock);
	return path;
}
const manifest = (id: string, more = "") => `schema: 1\nid: ${id}\n${more}`;

/** A module without imports: a tool is anything that has the members of one. */
const toolModule = (name: string, more = "") => `
export const one = {
	name: "${name}", description: "x", inputSchema: { type: "object" },
	check: (value) => value, execute: () => "${name}",
};
${more}`;

const failure = async (promise: Promise<unknown>): Promise<HoldfastError> => {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (HoldfastError.isInstance(error)) return error;
	throw error ?? new Error("it did not fail");
};

describe("a folder of manifests (AG1)", () => {
	test("every .yaml and .yml right in it is an agent, in the order of names", async () => {
		write("b.yaml", manifest("b"));
		write("a.yml", manifest("z", "tools: [{ agent: b }]\n"));
		write("notes.txt", "no manifest");
		write(".#b.yaml", "what an editor left");
		mkdirSync(join(agents, "deeper.yaml"));
		write("deeper.yaml/c.yaml", manifest("c"));
		writeFileSync(join(home, "real.yaml"), manifest("linked"));
		symlinkSync(join(home, "real.yaml"), join(agents, "c.yaml"));
		expect((await readAgentsFolder(agents)).map(({ id }) => id)).toEqual(["z", "b", "linked"]);
		const registry = await openAgents(agents);
		expect((await registry.list()).map(({ id, file }) => [id, file])).toEqual([
			["z", join(agents, "a.yml")],
			["b", join(agents, "b.yaml")],
			["linked", join(agents, "c.yaml")],
		]);
		expect((await registry.get("z")).agents[0]?.agent).toBe("b");
		await expect(registry.get("c")).rejects.toThrow('there is no agent "c"; defined agents: z, b, linked');
		await registry.close();
	});

	test("without manifests it is a folder without agents", async () => {
		expect(await readAgentsFolder(agents)).toEqual([]);
		expect(await (await openAgents(agents)).list()).toEqual([]);
	});

	test("one that is not there is not_found, and the error says what to do", async () => {
		for (const read of [readAgentsFolder, openAgents]) {
			const error = await failure(read(join(home, "agent")));
			expect(error.code).toBe("not_found");
			expect(error.message).toBe(
				`agents: the folder ${join(home, "agent")} does not exist; create it and add a manifest, e.g. ${join(home, "agent", "support.yaml")}`,
			);
		}
		write("x.yaml", manifest("x"));
		expect((await failure(openAgents(join(agents, "x.yaml")))).message).toContain("is not a folder");
	});

	test("the problems of all files are reported in one error", async () => {
		write("a.yaml", manifest("a", "memory: { limit: x }\n"));
		write("b.yaml", manifest("b"));
		write("c.yaml", "schema: 1\n\nid: b\n");
		writeFileSync(join(agents, "d.yaml"), Buffer.from([0x69, 0x64, 0x3a, 0xff]));
		for (const read of [readAgentsFolder, openAgents]) {
			const error = await failure(read(agents));
			expect(error.code).toBe("invalid");
			expect(error.message.split("\n")).toEqual([
				`${join(agents, "a.yaml")}:3:11 memory.limit: must be a whole number from 0 to 1000`,
				`${join(agents, "d.yaml")}:1:1 is not UTF-8 text`,
				`${join(agents, "c.yaml")}:3:1 id: "b" is also the id of ${join(agents, "b.yaml")}; each agent needs its own`,
			]);
			expect(error.issues).toHaveLength(3);
		}
	});

	test("a sub-agent that does not exist is found at start (AG5)", async () => {
		write("a.yaml", manifest("a", "tools: [{ agent: gone }]\n"));
		expect((await failure(openAgents(agents))).message).toBe(
			`agent a (${join(agents, "a.yaml")}) names the sub-agent "gone", which does not exist; defined agents: a`,
		);
	});

	test("without reload it stays as it was read", async () => {
		write("a.yaml", manifest("a"));
		const registry = await openAgents(agents);
		write("a.yaml", manifest("b"));
		expect((await registry.get("a")).id).toBe("a");
	});
});

describe("reload (AG1)", () => {
	const open = () => openAgents(agents, { reload: true });

	test("sees changed, new and removed files, and reads no other again", async () => {
		write("a.yaml", manifest("a", "maxSteps: 1\n"));
		write("b.yaml", manifest("b"));
		const registry = await open();
		const b = await registry.get("b");
		write("a.yaml", manifest("a", "maxSteps: 2\n"));
		write("c.yaml", manifest("c"));
		expect((await registry.get("a")).maxSteps).toBe(2);
		expect((await registry.list()).map(({ id }) => id)).toEqual(["a", "b", "c"]);
		expect(await registry.get("b")).toBe(b);
		rmSync(join(agents, "c.yaml"));
		await expect(registry.get("c")).rejects.toMatchObject({ code: "not_found" });
		expect((await registry.list()).map(({ id }) => id)).toEqual(["a", "b"]);
	});

	test("a change within the same length is seen by its time", async () => {
		const path = write("a.yaml", manifest("a", "maxSteps: 1\n"));
		const registry = await open();
		const { size } = statSync(path);
		write("a.yaml", manifest("a", "maxSteps: 2\n"));
		expect(statSync(path).size).toBe(size);
		expect((await registry.get("a")).maxSteps).toBe(2);
	});

	test("a file that became invalid breaks its own agent only, until it is repaired", async () => {
		const path = write("a.yaml", manifest("a"));
		write("b.yaml", manifest("b"));
		const registry = await open();
		write("a.yaml", manifest("a", "maxSteps: no\n"));
		await expect(registry.get("a")).rejects.toMatchObject({
			code: "invalid",
			message: `${path}:3:1 maxSteps: must be a whole number from 1 to 1000`,
		});
		expect((await registry.get("b")).id).toBe("b");
		expect((await registry.list()).map(({ id }) => id)).toEqual(["b"]);
		write("a.yaml", "id: [");
		await expect(registry.get("a")).rejects.toThrow(`${path}:1:`);
		write("a.yaml", "]");
		await expect(registry.get("a")).rejects.toThrow(`${path}:1:1`);
		write("new.yaml", "{");
		await expect(registry.get("new")).rejects.toThrow(join(agents, "new.yaml"));
		write("a.yaml", manifest("a"));
		expect((await registry.get("a")).id).toBe("a");
	});

	test("a broken file is never taken for a good agent of its name", async () => {
		write("help.yaml", manifest("a"));
		const registry = await open();
		write("a.yaml", "{");
		expect((await registry.get("a")).file).toBe(join(agents, "help.yaml"));
	});

	test("two files that come to claim one id break both, and name each other", async () => {
		write("a.yaml", manifest("a"));
		write("b.yaml", manifest("b"));
		const registry = await open();
		write("b.yaml", manifest("a"));
		await expect(registry.get("a")).rejects.toThrow(
			`${join(agents, "b.yaml")}:2:1 id: "a" is also the id of ${join(agents, "a.yaml")}`,
		);
		expect(await registry.list()).toEqual([]);
	});

	test("a module that changed is loaded again, also one that was missing", async () => {
		write("tools.mjs", toolModule("first"));
		write("a.yaml", manifest("a", "tools: [{ code: ./tools.mjs }]\n"));
		const registry = await open();
		const before = await registry.get("a");
		expect(before.tools[0]?.name).toBe("first");
		expect(await registry.get("a")).toBe(before);
		write("tools.mjs", toolModule("second"));
		expect((await registry.get("a")).tools[0]?.name).toBe("second");
		rmSync(join(agents, "tools.mjs"));
		await expect(registry.get("a")).rejects.toThrow("tools.mjs does not exist");
		write("tools.mjs", toolModule("third"));
		expect((await registry.get("a")).tools[0]?.name).toBe("third");
	});

	test("the toolset of an entry that did not change stays; one that is no longer named is closed", async () => {
		const server = (command: string) =>
			manifest("a", `maxSteps: ${clock % 1000 || 1}\ntools: [{ mcp: { command: ${command} } }]\n`);
		write("a.yaml", server("one"));
		const registry = await open();
		const [toolset] = (await registry.get("a")).toolsets;
		write("a.yaml", server("one"));
		expect((await registry.get("a")).toolsets[0]).toBe(toolset);
		write("a.yaml", "{");
		await expect(registry.get("a")).rejects.toThrow();
		write("a.yaml", server("one"));
		expect((await registry.get("a")).toolsets[0]).toBe(toolset);

		const closing = `globalThis.closedSets = [];
export const set = { label: "x", tools: async () => [], close: async () => { globalThis.closedSets.push("x"); } };`;
		write("set.mjs", closing);
		write("a.yaml", manifest("a", "tools: [{ code: ./set.mjs }]\n"));
		expect((await registry.get("a")).toolsets[0]?.label).toBe("x");
		const closed = (globalThis as unknown as { closedSets: string[] }).closedSets;
		expect(closed).toEqual([]);
		write("a.yaml", manifest("a"));
		expect((await registry.get("a")).toolsets).toEqual([]);
		expect(closed).toEqual(["x"]);
		await registry.close();
		expect(closed).toEqual(["x"]);
		expect(await registry.list()).toEqual([]);
	});

	test("concurrent calls share one read", async () => {
		write("a.yaml", manifest("a"));
		const folder = new AgentFolder(agents, { reload: true });
		const found = await Promise.all(Array.from({ length: 20 }, () => folder.get("a")));
		expect(new Set(found).size).toBe(1);
		write("a.yaml", manifest("a", "maxSteps: 3\n"));
		const again = await Promise.all(Array.from({ length: 20 }, () => folder.get("a")));
		expect(new Set(again).size).toBe(1);
		expect(again[0]?.maxSteps).toBe(3);
	});

	test("a folder that disappears and returns is reported", async () => {
		write("a.yaml", manifest("a"));
		const registry = await open();
		rmSync(agents, { recursive: true });
		await expect(registry.get("a")).rejects.toMatchObject({ code: "not_found" });
		mkdirSync(agents);
		write("a.yaml", manifest("a"));
		expect((await registry.get("a")).id).toBe("a");
	});
});
