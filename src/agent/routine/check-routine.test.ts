import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { fieldName } from "../describe-issues.ts";
import { readManifest } from "../manifest/index.ts";
import { checkRoutine } from "./check-routine.ts";

const callable = { tools: ["order_status"], agents: ["billing"] };
const think = { id: "classify", think: "What?", output: { intent: "string" } };

const problemsOf = (routine: unknown): string[] =>
	checkRoutine(routine, callable).problems.map(({ path, message }) => `${fieldName(path)}: ${message}`);

describe("checkRoutine (AG10)", () => {
	it("gives the routine with its defaults, and what each node leads to", () => {
		const { routine } = checkRoutine({ nodes: [think, { id: "bye", reply: "Bye." }] }, callable);
		expect(routine).toMatchObject({ start: "classify", maxIterations: 5 });
		expect(routine?.steps.get("classify")).toMatchObject({ kind: "think", following: "bye", next: [] });
	});

	it("takes JSON Schema and zod for outputs", () => {
		const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
		for (const output of [schema, z.object({ n: z.int() }), { n: "integer" }]) {
			const { routine } = checkRoutine({ nodes: [{ ...think, output }] }, callable);
			const step = routine?.steps.get("classify");
			if (step?.kind !== "think") throw new Error("no think node");
			expect(step.output.schema).toMatchObject({ type: "object", required: ["n"] });
			expect(step.output.check({ n: 1 }, "answer")).toEqual({ n: 1 });
			expect(() => step.output.check({ n: "1" }, "answer")).toThrow(/^answer.*n/);
		}
	});

	test.each<[string, unknown, string]>([
		["no nodes", { nodes: [] }, "nodes: must have at least one node"],
		["an unknown key", { node: [], nodes: [think] }, "node: is not known; did you mean nodes?"],
		[
			"no kind",
			{ nodes: [{ id: "a" }] },
			"nodes[0]: must have exactly one of think, tool, reply, chat, agent",
		],
		["two kinds", { nodes: [{ id: "a", reply: "x", chat: true }] }, "nodes[0]: must have exactly one of"],
		[
			"a wrong key",
			{ nodes: [{ ...think, outputs: {} }] },
			"nodes[0].outputs: is not known; did you mean output?",
		],
		["no output", { nodes: [{ id: "a", think: "x" }] }, "nodes[0].output: is missing"],
		[
			"a bad shorthand",
			{ nodes: [{ ...think, output: { n: "int" } }] },
			'nodes[0].output: "n" must be string',
		],
		["an array schema", { nodes: [{ ...think, output: { type: "array" } }] }, "nodes[0].output: "],
		[
			"a schema of no object",
			{ nodes: [{ ...think, output: z.string() }] },
			"nodes[0].output: must be an object schema",
		],
		["a word as id", { nodes: [{ id: "end", reply: "x" }] }, "nodes[0].id: is a reserved word"],
		["the same id twice", { nodes: [think, think] }, 'nodes[1].id: "classify" appears twice'],
		[
			"an unknown next",
			{ nodes: [{ ...think, next: "clasify" }] },
			'nodes[0].next: there is no node "clasify"; did you mean classify?',
		],
		[
			"an unknown to",
			{ nodes: [{ ...think, next: [{ to: "x" }] }] },
			'nodes[0].next[0].to: there is no node "x"',
		],
		["an unknown start", { start: "x", nodes: [think] }, 'start: there is no node "x"'],
		["a bad condition", { nodes: [{ ...think, when: "a =" }] }, "nodes[0].when: column 3: "],
		[
			"a bad condition of a transition",
			{ nodes: [{ ...think, next: [{ when: "(", to: "end" }] }] },
			"nodes[0].next[0].when: column",
		],
		[
			"an unknown reference",
			{ nodes: [think, { id: "r", reply: "{{klassify.x}}" }] },
			'nodes[1].reply: there is no node "klassify"; did you mean classify?',
		],
		[
			"a reference in an input",
			{ nodes: [{ id: "t", tool: "order_status", input: { a: [{ b: "{{x.y}}" }] } }] },
			'nodes[0].input: there is no node "x"',
		],
		[
			"what is no reference",
			{ nodes: [{ id: "r", reply: "{{a b}}" }] },
			"nodes[0].reply: {{a b}} is not a reference",
		],
		[
			"an unknown tool",
			{ nodes: [{ id: "t", tool: "order_state" }] },
			'nodes[0].tool: there is no tool "order_state"; did you mean order_status?',
		],
		[
			"an unknown agent",
			{ nodes: [{ id: "t", agent: "x", input: "y" }] },
			'nodes[0].agent: there is no sub-agent "x"; defined: billing',
		],
		[
			"a think node named like a tool",
			{ nodes: [{ ...think, id: "order_status" }] },
			'nodes[0].id: "order_status" is also the name of a tool',
		],
		[
			"a node that nothing leads to",
			{
				nodes: [
					{ ...think, next: "end" },
					{ id: "r", reply: "x" },
				],
			},
			'nodes[1].id: no run can reach "r"',
		],
		[
			"two results",
			{
				nodes: [
					{ ...think, result: true },
					{ ...think, id: "b", result: true },
				],
			},
			"nodes[1].result: only one",
		],
		[
			"too many iterations",
			{ maxIterations: 1000, nodes: [think] },
			"maxIterations: must be a whole number from 1 to 100",
		],
	])("%s is refused, with its place", (_, routine, message) => {
		expect(problemsOf(routine).join("\n")).toContain(message);
	});

	it("a node that is skipped, or whose transitions need not hold, leads to the following one", () => {
		const last = { id: "r", reply: "x" };
		expect(problemsOf({ nodes: [{ ...think, when: "a", next: "end" }, last] })).toEqual([]);
		expect(problemsOf({ nodes: [{ ...think, next: [{ when: "a", to: "end" }] }, last] })).toEqual([]);
		const failing = { id: "t", tool: "order_status", next: "end", onError: "r" };
		expect(problemsOf({ nodes: [failing, last] })).toEqual([]);
	});
});

const manifest = (lines: string): string => `schema: 1
id: triage
tools:
  - http: { name: order_status, url: "https://api.example.com/orders/{id}" }
routine:
  nodes:
${lines}`;

describe("routines in manifests (AG10)", () => {
	it("are read", async () => {
		const text = manifest(`    - id: classify
      think: What is it about?
      output: { intent: string }
    - id: look
      when: classify.intent == "order"
      tool: order_status
      input: { id: "{{classify.intent}}" }
`);
		expect(await readManifest(text, "triage.yaml")).toMatchObject({
			id: "triage",
			routine: { nodes: [{}, {}] },
		});
	});

	test.each([
		[
			"    - id: a\n      reply: x\n      next: b\n",
			'triage.yaml:9:7 routine.nodes[0].next: there is no node "b"',
		],
		[
			"    - id: a\n      tool: order_state\n",
			'triage.yaml:8:7 routine.nodes[0].tool: there is no tool "order_state"',
		],
		[
			"    - id: a\n      think: x\n      output: { n: int }\n",
			'triage.yaml:9:7 routine.nodes[0].output: "n" must be',
		],
		["    - id: a\n      reply: x\n      when: 'a =='\n", "triage.yaml:9:7 routine.nodes[0].when: column"],
	])("problems are reported with file, line, column and field", async (lines, message) => {
		await expect(readManifest(manifest(lines), "triage.yaml")).rejects.toThrow(message);
	});

	it("so are problems with the input of triggered runs", async () => {
		const text = "schema: 1\nid: a\ninput: { n: int }\n";
		await expect(readManifest(text, "a.yaml")).rejects.toThrow('a.yaml:3:1 input: "n" must be');
	});
});
