import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type Routine, type RoutineNode, tool } from "../../src/index.ts";
import { type Script, scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure } from "./looks.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";
import { violations } from "./validate-prompt.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
const classify = {
	id: "classify",
	think: "What is it about?",
	output: { intent: "string", order: "string?" },
};
const refund = { intent: "refund", order: "A-1" };
const json = JSON.stringify;

const orderStatus = tool({
	name: "order_status",
	description: "Looks up where an order is.",
	input: z.looseObject({ id: z.unknown() }),
	execute: ({ id }) => ({ id, status: "shipped" }),
});

const stepOutputs = async (hf: Holdfast) => (await hf.sessions.get(ref)).metadata.step_outputs;

/** AG10: agents that are a graph of nodes. */
export function describeRoutines(backend: Backend): void {
	describe("routines (AG10)", () => {
		const world = turnWorld(backend);

		async function open(
			nodes: RoutineNode[],
			script: Script,
			more: object = {},
			routine: Partial<Routine> = {},
		) {
			const model = scriptedModel(script);
			const agent = defineAgent({
				id: "a",
				model,
				tools: [orderStatus],
				routine: { ...routine, nodes },
				...more,
			});
			const hf = await world.open([agent]);
			return { hf, model, run: (input = "I want my money back") => hf.agents.run({ ...ref, input }) };
		}

		/** No prompt that a provider would refuse. */
		function expectValid(model: ReturnType<typeof scriptedModel>): void {
			for (const [i, prompt] of model.prompts.entries()) {
				const hasTools = (model.calls[i]?.tools ?? []).length > 0;
				expect(violations(prompt, { hasTools })).toEqual([]);
			}
		}

		it("a think node asks for an object of its schema, which is stored as an event and in the metadata", async () => {
			const { hf, model, run } = await open([classify], [json(refund)]);
			const result = await run();
			expect(result).toMatchObject({ status: "completed", object: refund, output: json(refund) });
			const { responseFormat, tools } = model.calls[0] ?? {};
			expect(responseFormat).toMatchObject({ type: "json", schema: { required: ["intent"] } });
			expect(tools).toBeUndefined();
			expect(model.texts()[0]).toMatch(/user: I want my money back\nuser: What is it about\?\n/);
			expect(await logOf(hf, ref)).toEqual([
				"user: I want my money back",
				"status: running",
				"call classify",
				"result classify",
				"step_output",
				`assistant: ${json(json(refund)).slice(1, -1)}`,
				"status: completed",
			]);
			expect(result.events.find(({ kind }) => kind === "step_output")).toMatchObject({
				data: { nodeId: "classify", value: refund },
			});
			expect(await stepOutputs(hf)).toEqual({ classify: refund });
		});

		it("step outputs of several nodes, and of earlier runs, merge; the newest of a node counts", async () => {
			const route = { id: "route", think: "Where to?", output: { desk: "string" } };
			const { hf, run } = await open(
				[classify, { ...route, when: 'classify.intent == "refund"' }],
				[json(refund), json({ desk: "billing" }), json({ intent: "hello" })],
			);
			const first = await run();
			expect(first.object).toEqual({ desk: "billing" });
			expect(await stepOutputs(hf)).toEqual({ classify: refund, route: { desk: "billing" } });
			await run("hello");
			expect(await stepOutputs(hf)).toEqual({ classify: { intent: "hello" }, route: { desk: "billing" } });
			await refusal(hf.session(ref).updateMetadata({ set: { step_outputs: {} } }), "invalid");
		});

		it("an output that is erased is gone from the metadata too, unless a newer one is there (ER1)", async () => {
			const route = { id: "route", think: "Where to?", output: { desk: "string" } };
			const { hf, run } = await open(
				[classify, route],
				[json(refund), json({ desk: "billing" }), json({ intent: "hello" }), json({ desk: "front" })],
			);
			const session = hf.session(ref);
			const outputs = async () =>
				(await session.events({ kinds: ["step_output"] })).map(({ offset }) => offset);
			await run();
			await run("hello");
			const [first = -1, , second = -1, last = -1] = await outputs();
			// Said by somebody, it was never there.
			await session.append({ kind: "step_output", source: "agent", data: { nodeId: "route", value: 1 } });
			expect(await session.erase([first])).toMatchObject({ complete: true, erased: { events: 1 } });
			expect(await stepOutputs(hf)).toEqual({ classify: { intent: "hello" }, route: { desk: "front" } });
			expect(await session.erase([second, second + 1])).toMatchObject({ complete: true });
			expect(await stepOutputs(hf)).toEqual({ route: { desk: "front" } });
			const before = await hf.sessions.get(ref);
			await session.erase(last);
			expect(await stepOutputs(hf)).toBeUndefined();
			expect(await hf.sessions.get(ref)).toMatchObject({ head: before.head });
		});

		it("an output that is erased while a later node works does not come back (ER1)", async () => {
			const asked = latch();
			const go = latch();
			const route = { id: "route", think: "Where to?", output: { desk: "string" } };
			const work = async () => {
				asked.open();
				await go.opened;
			};
			const { hf, run } = await open(
				[classify, route],
				[json(refund), { text: json({ desk: "billing" }), before: work }],
			);
			const running = run();
			await asked.opened;
			const session = hf.session(ref);
			const [output] = await session.events({ kinds: ["step_output"] });
			await session.erase(output?.offset ?? -1);
			go.open();
			await running;
			expect(await stepOutputs(hf)).toEqual({ route: { desk: "billing" } });
		});

		it("an answer that does not fit is asked for once more, with what was wrong", async () => {
			const { hf, model, run } = await open(
				[classify],
				['{"order":"A-1"}', `\`\`\`json\n${json(refund)}\n\`\`\``],
			);
			const { usage, object } = await run();
			expect(object).toEqual(refund);
			expect(usage.totalTokens).toBe(30);
			expect(model.texts()[1]).toMatch(/Your last answer was refused: ".*intent/);
			expect((await logOf(hf, ref)).filter((line) => line === "step_output")).toHaveLength(1);
			expectValid(model);
		});

		it("twice in vain: the run fails with model_failed, and nothing of it is stored", async () => {
			const { hf, model, run } = await open(
				[classify, { id: "bye", reply: "Done." }],
				["no idea", '{"intent":7}'],
			);
			const error = await runFailure(run(), "model_failed", "failed");
			expect(error).toMatchObject({ nodeId: "classify" });
			expect(model.prompts).toHaveLength(2);
			expect(await logOf(hf, ref)).toEqual([
				"user: I want my money back",
				"status: running",
				"status: failed",
			]);
			expect((await hf.sessions.get(ref)).metadata).toEqual({});
		});

		it("conditions and transitions decide; what is skipped passes on to the following node", async () => {
			const nodes: RoutineNode[] = [
				{ ...classify, next: [{ when: 'classify.intent == "refund"', to: "sorry" }, { to: "other" }] },
				{ id: "sorry", reply: "Sorry about {{classify.order}}.", next: "end" },
				{ id: "other", when: 'classify.intent == "order"', reply: "Your order is on its way.", next: "end" },
				{ id: "rest", reply: "I see." },
			];
			const answers = [refund, { intent: "order" }, { intent: "weather" }].map((value) => json(value));
			const { run } = await open(nodes, answers);
			const said = [(await run()).output, (await run()).output, (await run()).output];
			expect(said).toEqual(["Sorry about A-1.", "Your order is on its way.", "I see."]);
		});

		it("a tool node gets filled inputs with their types; its result is for later nodes", async () => {
			let given: unknown;
			const spy = {
				...orderStatus,
				execute(input: unknown) {
					given = input;
					return { list: [{ at: "Oslo" }], n: 2 };
				},
			};
			const plan = {
				id: "plan",
				think: "Plan.",
				output: { type: "object", properties: { n: { type: "integer" }, ids: { type: "array" } } },
			};
			const input = {
				id: "{{plan.ids}}",
				n: "{{plan.n}}",
				text: "n={{plan.n}} {city?}",
				x: "{{plan.none?}}",
				l: [1],
			};
			const { run, model } = await open(
				[
					plan,
					{ id: "look", tool: "order_status", input },
					{
						id: "say",
						reply: "At {{look.list.0.at}}, {{look.list[0].at}}, {{look.n}}: {{look}}{{look.list.7.at?}}",
					},
				],
				[json({ n: 3, ids: ["a"] })],
				{ tools: [spy] },
			);
			const { output, object, events } = await run();
			expect(given).toEqual({ id: ["a"], n: 3, text: "n=3 ", l: [1] });
			expect(output).toBe('At Oslo, Oslo, 2: {"list":[{"at":"Oslo"}],"n":2}');
			expect(object).toEqual({ n: 3, ids: ["a"] });
			expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith("tool"))).toEqual([
				"tool_call",
				"tool_result",
				"tool_call",
				"tool_result",
			]);
			expectValid(model);
		});

		it("a chat node answers with the conversation, the agent's tools, and what earlier nodes gave", async () => {
			const { hf, run, model } = await open(
				[classify, { id: "answer", chat: "Be kind: {{classify.intent}}." }],
				[
					json(refund),
					{ toolCalls: [{ name: "order_status", input: { id: 1 } }] },
					"It is shipped.",
					json(refund),
					"Bye.",
				],
			);
			const first = await run();
			expect(first.output).toBe("It is shipped.");
			const [, asked = []] = model.prompts;
			expect(asked.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
			expect(asked[1]).toMatchObject({ content: [{ type: "tool-call", toolName: "classify" }] });
			expect(asked[2]).toMatchObject({ content: [{ output: { type: "json", value: refund } }] });
			expect(asked[3]).toMatchObject({ content: [{ text: "Be kind: refund." }] });
			await run("thanks");
			expectValid(model);
			// A think node lists no tools: what was called before is told in words.
			expect(model.texts()[3]).toContain(`assistant: [classify gave ${json(refund)}]`);
			expect(model.texts()[3]).toContain('[order_status {"id":1} gave');
			expect(model.texts()[3]).toMatch(/assistant: It is shipped.\nuser: thanks\nuser: What is it about/);
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("assistant"))).toEqual([
				"assistant: It is shipped.",
				"assistant: Bye.",
			]);
		});

		it("what is said before the end is logged once, and is the run's output where nothing follows", async () => {
			const { hf, run, model } = await open(
				[
					{ id: "hello", reply: "One moment." },
					{ id: "answer", chat: true },
					{ id: "look", tool: "order_status", input: { id: "1" } },
				],
				["It is on its way."],
				{ outputKey: "answer" },
			);
			const { output, runId } = await run();
			expect(output).toBe("It is on its way.");
			expect(await logOf(hf, ref)).toEqual([
				"user: I want my money back",
				"status: running",
				"reply: One moment.",
				"assistant: It is on its way.",
				"call order_status",
				"result order_status",
				"state",
				"status: completed",
			]);
			expect(await hf.runs.get(runId)).toMatchObject({ output: "It is on its way." });
			expect(await hf.session(ref).state.get()).toEqual({ answer: "It is on its way." });
			const other = { ...ref, sessionId: "other" };
			await hf.session(other).history.append({ role: "user", content: "before" });
			await hf.sessions.rekey(ref, { userId: "u", sessionId: "other" }, { onConflict: "merge" });
			expect(await hf.runs.get(runId)).toMatchObject({ sessionId: "other", output: "It is on its way." });
			expectValid(model);
		});

		it("save input_output: nodes of the run see each other, later runs only what was said", async () => {
			const { run, model } = await open(
				[classify, { id: "hi", reply: "Hm." }, { id: "answer", chat: true }],
				[json(refund), "Ok.", json(refund), "Fine."],
				{ memory: { save: "input_output" } },
			);
			await run();
			await run("again");
			expectValid(model);
			expect(model.prompts[1]?.some(({ role }) => role === "tool")).toBe(true);
			expect(model.texts()[2]).toMatch(
				/user: I want my money back\nassistant: Ok.\nuser: again\nuser: What is/,
			);
		});

		it("an agent without tools: its prompts are valid too", async () => {
			const { run, model } = await open(
				[classify, { id: "hi", reply: "Hm." }, { id: "answer", chat: true }, { id: "last", chat: "Sum up." }],
				[json(refund), "Ok.", "Sum.", json(refund), "Fine.", "All."],
				{ tools: [] },
			);
			await run();
			expect((await run("again")).output).toBe("All.");
			expectValid(model);
			expect(model.texts()[1]).toContain(`[classify gave ${json(refund)}]`);
		});

		it("a loop is bounded: limit_exceeded, with the node", async () => {
			const { hf, run, model } = await open([{ ...classify, next: "classify" }], () => json(refund));
			const error = await runFailure(run(), "limit_exceeded", "failed");
			expect(error).toMatchObject({ nodeId: "classify", limit: 5 });
			expect(model.prompts).toHaveLength(5);
			expect(await stepOutputs(hf)).toEqual({ classify: refund });
			const twice = await open(
				[{ ...classify, next: "classify" }],
				() => json(refund),
				{},
				{ maxIterations: 2 },
			);
			await runFailure(twice.run(), "limit_exceeded", "failed");
			expect(twice.model.prompts).toHaveLength(2);
		});

		it("what earlier runs gave is no output of this one: a reference to it is missing, and named", async () => {
			const nodes: RoutineNode[] = [
				{ ...classify, when: "state.think == true" },
				{ id: "say", reply: "About {{classify.intent}}." },
			];
			const { hf, run } = await open(nodes, [json(refund)]);
			await hf.agents.run({ ...ref, input: "x", state: { think: true } });
			await hf.session(ref).state.remove("think");
			const error = await runFailure(run(), "invalid", "failed");
			expect(error.message).toContain('node "say": {{classify.intent}} has no value');
			expect(await logOf(hf, ref)).not.toContain("reply: About .");
			expect((await logOf(hf, ref)).at(-1)).toBe("status: failed");
		});

		it("a caller's state cannot pose as a variable in a condition", async () => {
			const nodes: RoutineNode[] = [
				{ id: "secret", when: 'role == "admin"', reply: "The secret.", next: "end" },
				{ id: "public", reply: "Hello." },
			];
			const { hf, run } = await open(nodes, []);
			const state = { role: "admin", "user:role": "admin", "temp:role": "admin" };
			expect((await hf.agents.run({ ...ref, input: "x", state })).output).toBe("Hello.");
			await hf.users.setVariables("u", { role: "admin" });
			expect((await run()).output).toBe("The secret.");
		});

		it("what users and tools say is never expanded", async () => {
			const echo = { ...orderStatus, execute: () => "{{classify.order}} {plan}" };
			const { run, model } = await open(
				[
					{ ...classify, think: "About {{input}}?" },
					{ id: "look", tool: "order_status", input: { id: "{{input}}" } },
					{ id: "say", reply: "{{input}} / {{look}} / {{classify.intent}}" },
				],
				[json({ intent: "{{look}} {plan}", order: "secret" })],
				{ tools: [echo] },
			);
			const { output } = await run("{{classify.order}} {plan}");
			expect(output).toBe("{{classify.order}} {plan} / {{classify.order}} {plan} / {{look}} {plan}");
			expect(model.texts()[0]).toContain("About {{classify.order}} {plan}?");
		});

		it("rules of tools hold in a routine; a failure ends the run, or goes where onError says", async () => {
			const guarded = { ...orderStatus, allow: 'role == "admin"' };
			const look = { id: "look", tool: "order_status", input: { id: "1" } };
			const { run } = await open([look], [], { tools: [guarded] });
			const error = await runFailure(run(), "forbidden", "failed");
			expect(error).toMatchObject({ nodeId: "look", tool: "order_status" });
			const kept = await open(
				[
					{ ...look, onError: "sorry" },
					{ id: "found", reply: "Found.", next: "end" },
					{ id: "sorry", reply: "No: {{look.error}}" },
				],
				[],
				{ tools: [guarded] },
			);
			expect((await kept.run()).output).toBe("No: unauthorized: order_status is not allowed for this user");
			const broken = { ...orderStatus, execute: () => Promise.reject(new Error("away")) };
			const failing = await open([look], [], { tools: [broken] });
			await runFailure(failing.run(), "unavailable", "failed");
		});

		it("an agent node calls another agent, with its own run", async () => {
			const below = scriptedModel(({ prompt }) => `about ${json(prompt.at(-1)?.content).includes("refund")}`);
			const model = scriptedModel([json(refund)]);
			const nodes: RoutineNode[] = [
				classify,
				{ id: "ask", agent: "below", input: "Check {{classify.intent}}." },
				{ id: "say", reply: "They say: {{ask}}" },
			];
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"], routine: { nodes } }),
				defineAgent({ id: "below", model: below }),
			]);
			const { output, runId } = await hf.agents.run({ ...ref, input: "x" });
			expect(output).toBe("They say: about true");
			expect((await hf.runs.list({ rootRunId: runId })).items).toHaveLength(2);
		});

		it("a handover ends the run after the node; cancelling ends it at once", async () => {
			const give = tool({
				name: "give",
				description: "Hands over.",
				input: z.object({}),
				execute: (_, ctx) => ctx.handover("asked for", { say: "Somebody comes." }),
			});
			const nodes: RoutineNode[] = [
				{ id: "over", tool: "give" },
				{ id: "say", reply: "Never said." },
			];
			const { hf, run } = await open(nodes, [], { tools: [give] });
			const handed = { status: "completed", mode: "manual", output: "Somebody comes." };
			expect(await run()).toMatchObject({ ...handed, handover: { reason: "asked for" } });
			expect(await logOf(hf, ref)).not.toContain("reply: Never said.");
			// Also where nothing comes behind it: what the tool gave is no answer.
			const last = await open(nodes.slice(0, 1), [], { tools: [give] });
			expect(await last.hf.agents.run({ ...ref, sessionId: "last", input: "x" })).toMatchObject(handed);
			await hf.session(ref).setMode("auto");
			const here = latch();
			const slow = tool({ ...spec, name: "wait", execute: () => waitAt(here) });
			const waits = await open([{ id: "w", tool: "wait" }, ...nodes.slice(1)], [], { tools: [slow] });
			const stop = new AbortController();
			const ending = waits.hf.agents.run({ ...ref, sessionId: "t", input: "x", signal: stop.signal });
			await Promise.race([here.opened, ending]);
			stop.abort();
			await runFailure(ending, "cancelled", "cancelled");
		});
		const spec = { description: "Waits.", input: z.object({}) };

		it("the stream tells of every node; the trace has a step for each", async () => {
			const { hf } = await open(
				[
					classify,
					{ id: "look", tool: "order_status", input: { id: "1" } },
					{ id: "hi", reply: "Hm." },
					{ id: "end_", chat: true },
				],
				[json(refund), { text: "All done." }],
			);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			const told: string[] = [];
			for await (const event of stream)
				told.push(event.type === "tool-call" ? `call ${event.name}` : event.type);
			expect(told).toEqual([
				"step",
				"call classify",
				"tool-result",
				"call order_status",
				"tool-result",
				"reply",
				"text-delta",
				"step",
				"finish",
			]);
			const { runId } = await stream.result;
			const spans = await hf.runs.trace(runId);
			const steps = spans.filter(({ attributes }) => "holdfast.node.id" in attributes);
			expect(steps.map(({ name }) => name)).toEqual(["think classify", "tool look", "reply hi", "chat end_"]);
		});

		it("the object is there for whoever repeats the run, also of a node that is marked", async () => {
			const { hf, model } = await open(
				[
					{ ...classify, result: true },
					{ id: "more", think: "More?", output: { x: "number" } },
					{ id: "hi", reply: "Hm." },
				],
				[json(refund), '{"x":1}'],
			);
			const input = { ...ref, input: "x", idempotencyKey: "k" };
			const first = await hf.agents.run(input);
			const again = await hf.agents.run(input);
			expect(first).toMatchObject({ object: refund, output: "Hm." });
			expect(again).toMatchObject({ object: refund, output: "Hm.", runId: first.runId });
			expect(model.prompts).toHaveLength(2);
		});
	});
}
