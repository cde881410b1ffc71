import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type Tool, type ToolContext, tool } from "../../src/index.ts";
import { type ScriptedToolCall, scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf, standing } from "./looks.ts";
import { latch, never, turnWorld } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };

const act = (name: string, execute: (ctx: ToolContext) => unknown, more: Partial<Tool> = {}) =>
	tool({
		name,
		description: "Does it.",
		input: z.object({ n: z.number().optional() }),
		allow: more.allow,
		timeoutMs: more.timeoutMs,
		execute: (_: unknown, ctx: ToolContext) => execute(ctx),
	});

/** AG4, ST7: whatever a tool does, the model is told, and the run goes on. */
export function describeTools(backend: Backend): void {
	describe("tools (AG4)", () => {
		const world = turnWorld(backend);

		/** Lets the model make these calls in one step, and gives what it was told about them. */
		async function outcomes(tools: Tool[], toolCalls: ScriptedToolCall[]) {
			const model = scriptedModel([{ toolCalls }, "done"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			const answer = model.prompts[1]?.at(-1);
			if (answer?.role !== "tool") throw new Error("no results");
			const told = answer.content.map((part) => (part.type === "tool-result" ? part.output : undefined));
			return { hf, result, told };
		}

		const failed = (text: string) => ({ type: "error-text", value: expect.stringContaining(text) });

		it.each<[string, ScriptedToolCall, unknown]>([
			["an unknown tool, with those there are", { name: "nope" }, failed("act")],
			["input that is no JSON", { name: "act", inputText: "{oops" }, failed("is not valid JSON")],
			["input against the schema", { name: "act", input: { n: "seven" } }, failed("n")],
		])("%s is a result that the model sees", async (_, call, expected) => {
			const { told, hf } = await outcomes([act("act", () => "ran")], [call]);
			expect(told).toEqual([expected]);
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("result"))).toEqual([
				`result ${call.name} (error)`,
			]);
		});

		it.each<[string, () => unknown, unknown]>([
			["text", () => "hello", { type: "text", value: "hello" }],
			["JSON", () => ({ a: [1] }), { type: "json", value: { a: [1] } }],
			["nothing", () => undefined, { type: "json", value: null }],
			["an empty text", () => "", { type: "text", value: "(no output)" }],
			["a promise", async () => 7, { type: "json", value: 7 }],
			["an error thrown", () => Promise.reject(new Error("no stock")), failed("no stock")],
			["anything thrown", () => Promise.reject("plain"), failed("plain")],
			["something that is no JSON", () => ({ big: 1n }), failed("JSON")],
			["a function", () => () => 1, failed("")],
			["a huge result", () => "x".repeat(3_000_000), failed("3000002 bytes")],
		])("a tool that gives %s", async (_, execute, expected) => {
			const { told, result } = await outcomes([act("act", execute)], [{ name: "act" }]);
			expect(told).toEqual([expected]);
			expect(result.output).toBe("done");
		});

		it("a tool that takes too long: the model is told, the tool is told, the run goes on", async () => {
			let told: unknown;
			const slow = act(
				"slow",
				(ctx) => {
					ctx.signal.addEventListener("abort", () => {
						told = ctx.signal.reason;
					});
					ctx.state.set("k", 1);
					return never();
				},
				{ timeoutMs: 10 },
			);
			const { told: outcome, hf } = await outcomes([slow], [{ name: "slow" }]);
			expect(outcome).toEqual([failed("10 ms")]);
			expect(told).toMatchObject({ message: expect.stringContaining("10 ms") });
			expect(await hf.session(ref).state.get()).toEqual({});
		});

		it("calls of one step run side by side; each result stands with its call", async () => {
			const [first, second] = [latch(), latch()];
			const meet = (own: typeof first, other: typeof first, result: string) => async () => {
				own.open();
				await other.opened;
				return result;
			};
			const tools = [act("one", meet(first, second, "1")), act("two", meet(second, first, "2"))];
			const calls = [
				{ name: "two", id: "x" },
				{ name: "one", id: "x" },
				{ name: "one", id: "" },
			];
			const { told, hf } = await outcomes(tools, calls);
			expect(told.map((output) => output && "value" in output && output.value)).toEqual(["2", "1", "1"]);
			const events = await hf.session(ref).events({ kinds: ["tool_call", "tool_result"] });
			const ids = events.flatMap((event) =>
				event.kind === "tool_call" || event.kind === "tool_result" ? [event.data.toolCallId] : [],
			);
			expect(new Set(ids).size).toBe(3);
		});

		it("calls of several steps that the model gave one id have an id each", async () => {
			const step = { toolCalls: [{ name: "act", id: "same" }] };
			const model = scriptedModel([step, step, "done", "next"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [act("act", () => "ran")] })]);
			const { events } = await hf.agents.run({ ...ref, input: "x" });
			const ids = events.flatMap((event) => (event.kind === "tool_call" ? [event.data.toolCallId] : []));
			expect(new Set(ids).size).toBe(2);
			await hf.agents.run({ ...ref, input: "y" });
			expect(model.texts()[3]?.match(/act gave/g)).toHaveLength(2);
		});

		it("what a tool sets commits with its result, in one event; when it throws nothing is set (ST2)", async () => {
			const seen: unknown[] = [];
			const tools = [
				act("sets", (ctx) => {
					ctx.state.set("kept", { a: 1 });
					ctx.state.set("user:name", "Ann");
					ctx.state.remove("gone");
					seen.push(ctx.state.get("kept"), ctx.state.get("gone"));
				}),
				act("throws", (ctx) => {
					ctx.state.set("lost", 1);
					throw new Error("no");
				}),
			];
			const model = scriptedModel([{ toolCalls: [{ name: "sets" }, { name: "throws" }] }, "done"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools })]);
			await hf.session(ref).state.set({ gone: 1 });
			const { events } = await hf.agents.run({ ...ref, input: "x" });
			expect(seen).toEqual([{ a: 1 }, undefined]);
			expect(await hf.session(ref).state.get()).toEqual({ kept: { a: 1 }, "user:name": "Ann" });
			const results = events.filter(({ kind }) => kind === "tool_result");
			expect(results.map(({ data, stateDelta }) => [(data as { name: string }).name, stateDelta])).toEqual(
				expect.arrayContaining([
					["sets", { set: { kept: { a: 1 }, "user:name": "Ann" }, remove: ["gone"] }],
					["throws", undefined],
				]),
			);
		});

		it("a value that state cannot take is said where it is set, and only that key is lost", async () => {
			let message = "";
			const sets = act("sets", (ctx) => {
				ctx.state.set("fine", 1);
				try {
					ctx.state.set("big", "x".repeat(300_000));
				} catch (error) {
					message = (error as Error).message;
				}
			});
			const { hf } = await outcomes([sets], [{ name: "sets" }]);
			expect(message).toContain("big");
			expect(await hf.session(ref).state.get()).toEqual({ fine: 1 });
		});

		describe("access rules (ST7)", () => {
			const secret = () => act("secret", () => "opened", { allow: 'role == "admin"' });
			const guarded = () => {
				const model = scriptedModel(({ index }) =>
					index % 2 ? "done" : { toolCalls: [{ name: "secret" }] },
				);
				return { model, agent: defineAgent({ id: "a", model, tools: [secret()] }) };
			};

			it("a refused tool stays listed, and its call gets `unauthorized:`", async () => {
				const { model, agent } = guarded();
				const hf = await world.open([agent]);
				await hf.agents.run({ ...ref, input: "x" });
				expect(model.calls[0]?.tools).toMatchObject([{ name: "secret" }]);
				expect(model.texts()[1]).toContain('"unauthorized: ');
				await hf.users.setVariables("u", { role: "admin" });
				await hf.agents.run({ ...ref, input: "x" });
				expect(model.texts()[3]).toContain("opened");
			});

			it("state cannot pose as a variable, whoever sets it", async () => {
				const { model, agent } = guarded();
				const hf = await world.open([agent]);
				await hf.session(ref).state.set({ role: "admin", "user:role": "admin", "app:role": "admin" });
				await hf.users.updateMetadata("u", { set: { role: "admin" } });
				const state = { role: "admin", "temp:role": "admin" };
				await hf.agents.run({ ...ref, input: "x", state, metadata: { role: "admin" } });
				expect(model.texts()[1]).toContain('"unauthorized: ');
			});

			it("state.x reads state", async () => {
				const open = act("secret", () => "opened", { allow: "state.unlocked == true" });
				const model = scriptedModel([{ toolCalls: [{ name: "secret" }] }, "done"]);
				const hf = await world.open([defineAgent({ id: "a", model, tools: [open] })]);
				await hf.agents.run({ ...ref, input: "x", state: { unlocked: true } });
				expect(model.texts()[1]).toContain("opened");
			});

			it("the agent's own rule: `forbidden`, and nothing is written", async () => {
				const model = scriptedModel(["hello"]);
				const hf = await world.open([defineAgent({ id: "a", model, allow: 'role == "admin"' })]);
				const before = await standing(hf, ref);
				await refusal(hf.agents.run({ ...ref, input: "x", state: { role: "admin" } }), "forbidden");
				await refusal(hf.agents.run({ agentId: "a", input: "x" }), "forbidden");
				expect(await standing(hf, ref)).toEqual(before);
				await hf.users.setVariables("u", { role: "admin" });
				expect((await hf.agents.run({ ...ref, input: "x" })).output).toBe("hello");
			});

			it("the agent's own rule sees the user's and the agent's state before the session exists", async () => {
				const model = scriptedModel(["hello"]);
				const allow = 'state["user:blocked"] != true and state["app:closed"] != true';
				const hf = await world.open([defineAgent({ id: "a", model, allow })]);
				const of = (userId: string, sessionId?: string) => ({
					agentId: "a",
					userId,
					input: "x",
					...(sessionId !== undefined && { sessionId }),
				});
				await hf.session({ agentId: "a", userId: "u", sessionId: "old" }).state.set({ "user:blocked": true });
				for (const id of ["old", "new", undefined]) await refusal(hf.agents.run(of("u", id)), "forbidden");
				expect((await hf.sessions.list()).items).toHaveLength(1);
				expect((await hf.agents.run(of("v", "new"))).output).toBe("hello");
				await hf.session({ agentId: "a", userId: "w", sessionId: "s" }).state.set({ "app:closed": true });
				await refusal(hf.agents.run(of("v", "newer")), "forbidden");
				await refusal(hf.agents.run({ agentId: "a", input: "x" }), "forbidden");
			});
		});

		it("a toolset that brings a name twice is refused before anything is written", async () => {
			const set = { label: "set", tools: async () => [act("twice", () => 1)], close: async () => {} };
			const agent = defineAgent({ id: "a", model: scriptedModel([]), tools: [act("twice", () => 2), set] });
			const hf: Holdfast = await world.open([agent]);
			await refusal(hf.agents.run({ ...ref, input: "x" }), "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
		});
	});
}
