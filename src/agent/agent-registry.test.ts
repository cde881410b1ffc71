import { describe, expect, test } from "vitest";
import { agentRegistry, listedAgents } from "./agent-registry.ts";
import { defineAgent } from "./define-agent.ts";
import type { Toolset } from "./tool.ts";

const open = async (...definitions: Parameters<typeof listedAgents>[0]) =>
	agentRegistry(listedAgents(definitions));

describe("agents from code (AG1)", () => {
	test("are found by id and listed in order", async () => {
		const registry = await open({ id: "b" }, defineAgent({ id: "a", agents: ["b"] }));
		expect((await registry.get("a")).id).toBe("a");
		expect((await registry.list()).map(({ id }) => id)).toEqual(["b", "a"]);
	});

	test("one that does not exist is not_found, and the error says which there are", async () => {
		await expect((await open({ id: "a" }, { id: "b" })).get("x")).rejects.toMatchObject({
			code: "not_found",
			message: 'there is no agent "x"; defined agents: a, b',
			agentId: "x",
		});
		await expect((await open()).get("x")).rejects.toThrow(
			'there is no agent "x"; no agents are defined; pass holdfast({ agents: … })',
		);
		const many = Array.from({ length: 25 }, (_, i) => ({ id: `a${i}` }));
		await expect((await open(...many)).get("constructor")).rejects.toThrow(/a19, and 5 more$/);
	});

	test("two with one id are refused", async () => {
		await expect(open({ id: "a" }, { id: "a" })).rejects.toThrow('two agents have the id "a"');
	});

	test("a sub-agent that does not exist is reported at start, with the agent that names it (AG5)", async () => {
		await expect(open({ id: "a", agents: ["b", "c"] }, { id: "b", agents: ["d"] })).rejects.toMatchObject({
			code: "invalid",
			message:
				'agent a names the sub-agent "c", which does not exist; ' +
				'agent b names the sub-agent "d", which does not exist; defined agents: a, b',
		});
	});

	test("closing closes each toolset once, all of them, and tells what failed", async () => {
		const closed: string[] = [];
		const make = (label: string, fails = false): Toolset => ({
			label,
			tools: async () => [],
			async close() {
				closed.push(label);
				if (fails) throw new Error(`${label} hangs`);
			},
		});
		const [one, two] = [make("one", true), make("two")];
		const registry = await open({ id: "a", tools: [one, two] }, { id: "b", tools: [two] });
		await expect(registry.close()).rejects.toThrow("one hangs");
		expect(closed).toEqual(["one", "two"]);
	});
});
