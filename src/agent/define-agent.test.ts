import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HoldfastError } from "../error/index.ts";
import { agentToolName } from "./agent.ts";
import { defineAgent, toAgent } from "./define-agent.ts";
import type { AgentDefinition } from "./definition.ts";
import { holds, ruleScope } from "./expression/index.ts";
import { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";
import { type Tool, type Toolset, tool } from "./tool.ts";
import { toolRule } from "./tool-rule.ts";

const named = (name: string, allow?: string): Tool =>
	tool({ name, description: "Does it.", input: z.object({}), allow, execute: () => "done" });
const toolset: Toolset = { label: "x", tools: async () => [], close: async () => {} };

const refusal = (given: object): HoldfastError => {
	try {
		toAgent({ id: "support", ...given } as AgentDefinition);
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("it was accepted");
};

describe("defineAgent (AG1)", () => {
	test("takes a model with either method, and a rule as long as rules may be", () => {
		const doStream = () => Promise.reject(new Error("not called"));
		const model = { specificationVersion: "v4", provider: "p", modelId: "m", supportedUrls: {}, doStream };
		expect(toAgent({ id: "support", model } as unknown as AgentDefinition).model).toBe(model);
		const long = `role in [${Array.from({ length: 200 }, (_, i) => `"r${i}"`).join(", ")}]`;
		expect(long.length).toBeGreaterThan(512);
		expect(toAgent({ id: "support", tools: [named("t", long)] }).tools).toHaveLength(1);
		const longer = `role == "${"x".repeat(2_000)}"`;
		expect(refusal({ tools: [named("t", longer)] }).message).toContain("at most 2000");
	});

	test("puts the defaults in", () => {
		expect(toAgent({ id: "support" })).toEqual({
			id: "support",
			settings: {},
			memory: DEFAULT_MEMORY,
			tools: [],
			toolsets: [],
			agents: [],
			maxSteps: 20,
			timeoutMs: 600_000,
		});
		expect(DEFAULT_MEMORY).toEqual({
			active: true,
			save: "full",
			recall: "all",
			limit: 100,
			messageLimit: 1_000,
			facts: "user",
			space: undefined,
			tokenBudget: 32_000,
			factBudget: 1_000,
			excerptBudget: 1_500,
			untrusted: "quarantine",
			redact: true,
			consolidateAfter: 30,
			extractor: undefined,
			extractInstructions: undefined,
			tools: [],
			summarize: false,
			embedder: true,
		});
	});

	test("keeps the given values, and separates tools and toolsets", () => {
		const close = named("close_account", 'role == "admin"');
		const agent = toAgent({
			id: "support",
			description: "Helps.",
			model: "openai/gpt-5-mini",
			settings: { temperature: 0, maxOutputTokens: 10, providerOptions: { openai: { effort: "low" } } },
			instructions: "Hello {name?}",
			memory: { save: "input_output", recall: "all", limit: 0, facts: "user", space: "team", tokenBudget: 0 },
			tools: [close, toolset],
			agents: [
				"refunds",
				{ agent: "acme/legal", allow: "vip", state: "own", ids: "same", description: "Law." },
			],
			reply: { maxPerRun: 2 },
			allow: "state.open == true",
			outputKey: "temp:answer",
			maxSteps: 3,
			timeoutMs: 1_000,
		});
		expect(agent).toMatchObject({
			model: "openai/gpt-5-mini",
			settings: { temperature: 0, maxOutputTokens: 10 },
			memory: {
				active: true,
				save: "input_output",
				limit: 0,
				messageLimit: 1_000,
				facts: "user",
				space: "team",
			},
			reply: { maxPerRun: 2 },
			outputKey: "temp:answer",
			maxSteps: 3,
			timeoutMs: 1_000,
		});
		expect(agent.tools).toEqual([close]);
		expect(agent.toolsets).toEqual([toolset]);
		expect(agent.agents).toMatchObject([
			{ agent: "refunds", toolName: "refunds", state: "shared", ids: "derived", allow: undefined },
			{ agent: "acme/legal", toolName: "acme_legal", state: "own", ids: "same", description: "Law." },
		]);
		const scope = ruleScope({ vip: true }, (key) => key === "open");
		expect(agent.allow && holds(agent.allow, scope)).toBe(true);
		expect(agent.agents[1]?.allow && holds(agent.agents[1].allow, scope)).toBe(true);
		expect(toolRule(close)?.text).toBe('role == "admin"');
	});

	test("a definition that was checked is not checked again, and later changes of the object have no effect", () => {
		const definition = defineAgent({ id: "support" });
		expect(toAgent(definition)).toBe(toAgent(definition));
		expect(Object.isFrozen(definition)).toBe(true);
		expect(toAgent({ ...definition, maxSteps: 5 }).maxSteps).toBe(5);
	});

	test("memory: false replays nothing; settings of a run go over those of the agent", () => {
		expect(toAgent({ id: "a", memory: false }).memory).toEqual({
			...DEFAULT_MEMORY,
			active: false,
			facts: false,
		});
		const own = toAgent({ id: "a", memory: { limit: 7, save: "input_output" } }).memory;
		expect(toMemory({ limit: 3 }, own)).toMatchObject({ limit: 3, save: "input_output" });
	});

	test("reply: true is 50 a run (AG6)", () => {
		expect(toAgent({ id: "a", reply: true }).reply).toEqual({ maxPerRun: 50 });
		expect(toAgent({ id: "a", reply: false }).reply).toBeUndefined();
	});

	test.each<[object, string]>([
		[{ modle: "x" }, "agent support: modle: is not known; did you mean model?"],
		[{ output_key: "x" }, "agent support: output_key: is not known; did you mean outputKey?"],
		[{ memory: { limits: 1 } }, "agent support: memory.limits: is not known; did you mean limit?"],
		[{ reply: { max: 1, maxPerRun: 1 } }, "agent support: reply.max: is not known; known here: maxPerRun"],
		[
			{ agents: [{ agent: "a", alow: "x" }] },
			"agent support: agents[0].alow: is not known; did you mean allow?",
		],
		[{ memory: { limit: 1001 } }, "agent support: memory.limit: must be a whole number from 0 to 1000"],
		[{ memory: { limit: 1.5 } }, "agent support: memory.limit: must be a whole number from 0 to 1000"],
		[
			{ memory: { messageLimit: 0 } },
			"agent support: memory.messageLimit: must be a whole number from 1 to 10000",
		],
		[{ memory: { tokenBudget: -1 } }, "agent support: memory.tokenBudget: must be a whole number from 0"],
		[{ memory: { save: "all" } }, "agent support: memory.save: must be one of full, input_output"],
		[{ memory: { facts: true } }, "agent support: memory.facts: must be user, agent, session or false"],
		[{ memory: true }, "agent support: memory: must be false or an object of settings"],
		[{ reply: "yes" }, "agent support: reply: must be true, false or { maxPerRun: 50 }"],
		[{ id: undefined }, "agent: id: must be a string"],
		[{ id: "" }, "agent : id: must not be empty"],
		[{ model: 7 }, "agent support: model: must be provider/model, or a model object of the AI SDK"],
		[
			{ tools: [{ name: "x" }] },
			"agent support: tools[0]: must be a tool; create one with tool(), httpTool() or mcp()",
		],
		[{ agents: [7] }, "agent support: agents[0]: must be the id of an agent, or { agent: id, … }"],
		[{ agents: [{}] }, "agent support: agents[0].agent: must be a string"],
		[{ outputKey: "" }, "agent support: outputKey: must not be empty"],
		[{ maxSteps: 0 }, "agent support: maxSteps: must be a whole number from 1 to 1000"],
		[{ timeoutMs: 3e9 }, "agent support: timeoutMs: must be a whole number from 1 to 2147483647"],
		[
			{ settings: { temperature: "hot" } },
			"agent support: settings.temperature: must be a number from 0 to 2",
		],
		[
			{ maxSteps: 0, timeoutMs: 0 },
			"maxSteps: must be a whole number from 1 to 1000; agent support: timeoutMs",
		],
	])("%j → %s", (given, message) => {
		const error = refusal(given);
		expect(error.code).toBe("invalid");
		expect(error.message).toContain(message);
	});

	test("a value that is not an object is refused", () => {
		for (const given of [undefined, null, "support", 7, []]) {
			expect(() => toAgent(given as unknown as AgentDefinition)).toThrow(
				expect.objectContaining({
					code: "invalid",
					message: expect.stringMatching(/^agent: .*must be an object/),
				}),
			);
		}
	});

	test("memory settings of every strategy are taken as they are (ME4, FA0)", () => {
		expect(toAgent({ id: "a" }).memory).toMatchObject({ recall: "all", facts: "user", redact: true });
		for (const recall of ["all", "relevant", "both"] as const) {
			expect(toAgent({ id: "a", memory: { recall, facts: "agent" } }).memory).toMatchObject({
				recall,
				facts: "agent",
			});
		}
		expect(toAgent({ id: "a", memory: false }).memory).toMatchObject({ active: false, facts: false });
	});
});

describe("access rules of a definition (ST7)", () => {
	test.each<[object, string]>([
		[{ allow: "role ==" }, "agent support: allow: column 8: expected a value after =="],
		[
			{ tools: [named("x", "a =")] },
			"agent support: tool x: allow: column 3: unexpected =; use == to compare",
		],
		[
			{ agents: [{ agent: "b", allow: "(" }] },
			"agent support: agents: b: allow: column 2: expected a value after (",
		],
	])("a rule that cannot be read is refused when it is defined: %j", (given, message) => {
		expect(refusal(given)).toMatchObject({ code: "invalid", message });
	});
});

describe("names of tools (AG4, AG5)", () => {
	test.each<[object, string]>([
		[{ tools: [named("x"), named("x")] }, 'tool x and tool x both have the name "x"; rename one'],
		[
			{ tools: [named("refunds")], agents: ["refunds"] },
			'sub-agent refunds and tool refunds both have the name "refunds"',
		],
		[{ agents: ["a.b", "a/b"] }, 'sub-agent a/b and sub-agent a.b both have the name "a_b"'],
		[
			{ tools: [named("reply")], reply: true },
			'tool reply and the reply tool of Holdfast both have the name "reply"',
		],
		[{ agents: ["reply"], reply: true }, "sub-agent reply and the reply tool of Holdfast"],
	])("two that the model could not tell apart are refused: %j", (given, message) => {
		expect(refusal(given)).toMatchObject({ code: "invalid", message: expect.stringContaining(message) });
	});

	test("reply is a name like any other while the reply tool is off", () => {
		expect(toAgent({ id: "a", tools: [named("reply")] }).tools).toHaveLength(1);
	});

	test.each([
		["refunds", "refunds"],
		["acme/legal team", "acme_legal_team"],
		["7even", "_7even"],
		["-x", "_-x"],
		["größe🙂", "gr__e_"],
		["x".repeat(100), "x".repeat(64)],
	])("the sub-agent %s is called by %s", (id, name) => expect(agentToolName(id)).toBe(name));
});
