import { describe, expect, test } from "vitest";
import { HoldfastError } from "../../error/index.ts";
import { toAgent } from "../define-agent.ts";
import { isToolset } from "../tool.ts";
import { toolRule } from "../tool-rule.ts";
import { readManifest } from "./index.ts";

const FILE = "agents/support.yaml";
const read = (text: string) => readManifest(text, FILE);

const refusal = async (text: string): Promise<HoldfastError> => {
	try {
		await read(text);
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("it was accepted");
};
const lines = async (text: string): Promise<string[]> => (await refusal(text)).message.split("\n");

const EXAMPLE = `# agents/support.yaml
schema: 1
id: support
model: openai/gpt-5-mini
instructions: |
  You help customers of Acme. The customer's plan is {plan?}. Answer in {user:preferred_language?}.
memory: { save: input_output, recall: RECALL, limit: 50, facts: user }
tools:
  - http: { name: order_status, method: GET, url: "https://api.example.com/orders/{id}", input: { id: string } }
  - mcp: { command: npx, args: [some-mcp-server] }
  - agent: refunds                 # sub-agent
    allow: role == "admin"         # access rule
reply: true
`;

describe("a manifest (AG1)", () => {
	test("says what code would say", async () => {
		const definition = await read(EXAMPLE.replace("RECALL", "all"));
		const agent = toAgent(definition);
		expect(agent).toMatchObject({
			id: "support",
			model: "openai/gpt-5-mini",
			instructions: expect.stringMatching(/^You help .*\n$/),
			memory: { active: true, save: "input_output", limit: 50, messageLimit: 1_000, facts: "user" },
			tools: [{ name: "order_status" }],
			toolsets: [{ label: "npx" }],
			agents: [{ agent: "refunds", toolName: "refunds", allow: { text: 'role == "admin"' } }],
			reply: { maxPerRun: 50 },
			file: FILE,
		});
	});

	test("needs no more than its version and an id", async () => {
		expect(toAgent(await read("schema: 1\nid: a\n"))).toMatchObject({ id: "a", tools: [], maxSteps: 20 });
	});

	test("can say everything that code can", async () => {
		const agent = toAgent(
			await read(`
schema: 1
id: "acme/support 1"
description: Helps.
settings: { temperature: 0.2, maxOutputTokens: 100, topP: 0.5, seed: -3, maxRetries: 0, providerOptions: { openai: { a: [1] } } }
memory: false
reply: { maxPerRun: 3 }
allow: vip
outputKey: "user:answer"
maxSteps: 2
timeoutMs: 5000
agents: [billing, { agent: legal, ids: same, state: own }]
`),
		);
		expect(agent).toMatchObject({
			id: "acme/support 1",
			description: "Helps.",
			settings: { temperature: 0.2, seed: -3, maxRetries: 0, providerOptions: { openai: { a: [1] } } },
			memory: { active: false },
			reply: { maxPerRun: 3 },
			allow: { text: "vip" },
			outputKey: "user:answer",
			maxSteps: 2,
			timeoutMs: 5_000,
			agents: [{ agent: "billing" }, { agent: "legal", ids: "same", state: "own" }],
		});
	});

	test("templates are not filled at load, so they cannot be wrong there (ST6)", async () => {
		expect((await read("schema: 1\nid: a\ninstructions: '{name} {{x}} {'\n")).instructions).toBe(
			"{name} {{x}} {",
		);
	});

	test("anchors and aliases can be used", async () => {
		const text =
			"schema: 1\nid: a\nmemory: &m { limit: 1 }\nsettings: {}\ntools:\n  - &t { agent: b, allow: x }\n";
		expect(toAgent(await read(text)).memory.limit).toBe(1);
		const [problem] = await lines("schema: 1\nid: &i [x]\ndescription: *i\n");
		expect(problem).toContain(`${FILE}:2:1 id: must be a string`);
	});
});

describe("settings next to a tool (ST7, AG4)", () => {
	test("allow and timeoutMs go to the tool, and a rule it has already must hold too", async () => {
		const { tools = [] } = await read(`
schema: 1
id: a
tools:
  - http: { name: one, url: "https://x.example", allow: vip }
    allow: role == "admin"
    timeoutMs: 5
  - http: { name: two, url: "https://x.example", timeoutMs: 7 }
`);
		const [one, two] = tools;
		if (!one || !two || isToolset(one) || isToolset(two)) throw new Error("they are tools");
		expect(one).toMatchObject({ name: "one", allow: '(vip) && (role == "admin")', timeoutMs: 5 });
		expect(one.inputSchema).toMatchObject({ type: "object" });
		expect(toolRule(one)?.text).toBe('(vip) && (role == "admin")');
		expect(two).toMatchObject({ name: "two", timeoutMs: 7 });
		expect(two.allow).toBeUndefined();
	});
});

describe("problems of a manifest (AG1)", () => {
	test.each<[string, string, string[]]>([
		[
			"no YAML",
			"schema: 1\nid: [a\n",
			["3:1 Flow sequence in block collection must be sufficiently indented and end with a ]"],
		],
		["a key twice", "schema: 1\nid: a\nid: b\n", ["3:1 id appears twice; remove one"]],
		[
			"a key twice, deeper",
			"schema: 1\nid: a\nmemory:\n  limit: 1\n  limit: 2\n",
			["5:3 limit appears twice; remove one"],
		],
		[
			"two documents",
			"schema: 1\nid: a\n---\nid: b\n",
			["3:1 begins a second document; a file can contain only one agent"],
		],
		[
			"a tag",
			"schema: 1\nid: !secret a\n",
			["2:5 Unresolved tag: !secret; put text that begins with ! in quotes"],
		],
		[
			"a rule that is no text of YAML",
			'schema: 1\nid: a\nallow: "a" in b\n',
			["3:12 Unexpected scalar at node end; put the whole text in quotes"],
		],
		["nothing", "\n# only a comment\n", ["1:1 is empty; begin with schema: 1 and id: …"]],
		["a list", "- 1\n", ["1:1 must be a map of keys, beginning with schema: 1"]],
		["no version", "id: a\nmodle: x\n", ['1:1 schema: is missing; add the line "schema: 1"']],
		[
			"a later version",
			"id: a\nschema: 2\nnew: x\n",
			["2:1 schema: is 2, but this version of Holdfast supports only 1; update Holdfast"],
		],
		["a version as text", 'schema: "1"\n', ["1:1 schema: must be 1, the version of the manifest format"]],
		["no id", "schema: 1\n", ["1:1 id: must be a string"]],
		["an unknown key", "schema: 1\nid: a\nmodle: x\n", ["3:1 modle: is not known; did you mean model?"]],
		[
			"an unknown key in a map",
			"schema: 1\nid: a\nmemory: { limit: 5, Limits: 7 }\n",
			["3:21 memory.Limits: is not known; did you mean limit?"],
		],
		[
			"a number out of range",
			"schema: 1\nid: a\n\nmemory:\n  save: full\n  limit: 1001\n",
			["6:3 memory.limit: must be a whole number from 0 to 1000"],
		],
		[
			"a number as text",
			'schema: 1\nid: a\nmaxSteps: "3"\n',
			["3:1 maxSteps: must be a whole number from 1 to 1000"],
		],
		["an empty value", "schema: 1\nid: a\nmemory:\n", ["3:1 memory: must be false or an object of settings"]],
		["tools that are no list", "schema: 1\nid: a\ntools: x\n", ["3:1 tools: must be a list of tools"]],
		[
			"a tool of no sort",
			"schema: 1\nid: a\ntools:\n  - htp: {}\n",
			["4:5 tools[0]: must have exactly one of http, mcp, agent, code; did you mean http?"],
		],
		[
			"a tool of two sorts",
			"schema: 1\nid: a\ntools:\n  - agent: b\n    code: ./x.ts\n",
			["4:5 tools[0]: must have exactly one of http, mcp, agent, code"],
		],
		[
			"a tool that is a word",
			"schema: 1\nid: a\ntools: [refunds]\n",
			["3:9 tools[0]: must have exactly one of http, mcp, agent, code, e.g. - agent: refunds"],
		],
		[
			"an unknown key of a tool",
			"schema: 1\nid: a\ntools:\n  - agent: b\n    alow: x\n",
			["5:5 tools[0].alow: is not known; did you mean allow?"],
		],
		[
			"an unknown key of http",
			"schema: 1\nid: a\ntools:\n  - http:\n      name: x\n      uri: https://x.example\n      url: https://x.example\n",
			["6:7 tools[0].http.uri: is not known; did you mean url?"],
		],
		[
			"a wrong url",
			"schema: 1\nid: a\ntools:\n  - http: { name: x, url: 7 }\n",
			["4:22 tools[0].http.url: must be a string"],
		],
		[
			"mcp without a server",
			"schema: 1\nid: a\ntools:\n  - mcp: {}\n",
			["4:5 tools[0].mcp: must have either command or url"],
		],
		["a rule", "schema: 1\nid: a\nallow: role =\n", ["3:1 allow: column 6: unexpected =; use == to compare"]],
		[
			"a rule of a tool",
			"schema: 1\nid: a\ntools:\n  - agent: b\n    allow: role ==\n",
			["5:5 tools[0].allow: column 8: expected a value after =="],
		],
		[
			"a rule inside of http",
			"schema: 1\nid: a\ntools:\n  - http: { name: x, url: 'https://x.example', allow: '(' }\n",
			["4:48 tools[0].http.allow: column 2: expected a value after ("],
		],
		[
			"a rule that is no text",
			"schema: 1\nid: a\nallow: true\n",
			['3:1 allow: must be a rule in quotes, e.g. role == "admin"'],
		],
		[
			"two tools of one name",
			"schema: 1\nid: a\ntools:\n  - agent: b\n  - http: { name: b, url: 'https://x.example' }\n",
			['3:1 tools: agent a: sub-agent b and tool b both have the name "b"; rename one'],
		],
		["prototype keys", "schema: 1\nid: a\nconstructor: x\n", ["3:1 constructor: is not known; known here: "]],
	])("%s", async (_, text, expected) => {
		const found = await lines(text);
		expect(found).toHaveLength(expected.length);
		expected.forEach((line, i) => {
			expect(found[i]).toContain(`${FILE}:${line}`);
		});
	});

	test("all problems are reported together, in the order of the file, and in the fields of the error", async () => {
		const error = await refusal(`schema: 1
id: ""
tools:
  - agent: b
    allow: "=="
  - http: { name: 1x, url: "https://x.example" }
memory:
  limit: -1
  recall: sometimes
modle: x
`);
		expect(error.code).toBe("invalid");
		expect(error.message.split("\n").map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
			`${FILE}:2:1 id:`,
			`${FILE}:5:5 tools[0].allow:`,
			`${FILE}:6:13 tools[1].http.name:`,
			`${FILE}:8:3 memory.limit:`,
			`${FILE}:9:3 memory.recall:`,
			`${FILE}:10:1 modle:`,
		]);
		expect(error.issues).toContainEqual({
			file: FILE,
			line: 8,
			column: 3,
			field: "memory.limit",
			message: "must be a whole number from 0 to 1000",
		});
	});

	test("a bomb of aliases, depth or size is refused and does no harm", async () => {
		const levels = Array.from(
			{ length: 9 },
			(_, i) => `k${i + 1}: &k${i + 1} [${Array(9).fill(`*k${i}`).join(", ")}]`,
		);
		expect(await lines(`schema: 1\nid: a\nk0: &k0 [x]\n${levels.join("\n")}\n`)).toEqual([
			`${FILE}:1:1 has too many aliases (*name); simplify it`,
		]);
		expect((await lines(`schema: 1\nid: a\nx: ${"[".repeat(50_000)}\n`))[0]).toContain("nested too deeply");
		expect(await lines(`schema: 1\nid: a\ninstructions: ${"x".repeat(1_048_576)}\n`)).toEqual([
			`${FILE}:1:1 is larger than 1 MiB; make it smaller`,
		]);
	});
});
