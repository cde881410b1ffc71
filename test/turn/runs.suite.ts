import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Span, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { runFailure } from "./looks.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };

/** AG9: records and traces of runs. */
export function describeRuns(backend: Backend): void {
	describe("records and traces of runs (AG9)", () => {
		const world = turnWorld(backend);
		const echo = () => scriptedModel(({ index }) => `answer ${index}`);

		it("a record says who, where, what, how long, with which model and at which cost", async () => {
			const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => 1 });
			const model = scriptedModel(
				[
					{
						toolCalls: [{ name: "look" }],
						usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2, reasoningTokens: 1 },
					},
					{ text: "done", usage: { inputTokens: 11, outputTokens: 5, cachedInputTokens: 4 } },
				],
				{ provider: "acme", modelId: "m-1" },
			);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look] })]);
			const result = await hf.agents.run({ ...ref, input: "x" });
			const run = await hf.runs.get(result.runId);
			const usage = {
				inputTokens: 18,
				outputTokens: 8,
				totalTokens: 26,
				cachedInputTokens: 6,
				reasoningTokens: 1,
			};
			expect(result.usage).toEqual(usage);
			expect(run).toEqual({
				id: result.runId,
				rootRunId: result.runId,
				...ref,
				status: "completed",
				input: "x",
				output: "done",
				usage,
				model: "acme/m-1",
				recalled: result.recalled,
				createdAt: expect.any(String),
				startedAt: expect.any(String),
				endedAt: expect.any(String),
			});
			const times = [run.createdAt, run.startedAt, run.endedAt].map((time) => Date.parse(time ?? ""));
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect((await hf.sessions.get(ref)).lastRunId).toBe(result.runId);
		});

		it("pending, running and ended runs are told apart while they are", async () => {
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel(({ index }) => ({
				text: "ok",
				before: () => (index === 0 ? waitAt(asked, release) : undefined),
			}));
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const first = hf.agents.run({ ...ref, input: "x" });
			await asked.opened;
			const [running] = (await hf.runs.list()).items;
			expect(running).toMatchObject({ status: "running", input: "x" });
			expect(running?.output).toBeUndefined();
			expect(running?.endedAt).toBeUndefined();
			await refusal(hf.runs.delete(running?.id ?? ""), "busy");
			release.open();
			await first;
		});

		it("list: newest first, by agent, user, session, tree and status, in pages", async () => {
			const failing = scriptedModel([{ error: new Error("no") }]);
			const hf = await world.open([
				defineAgent({ id: "a", model: echo() }),
				defineAgent({ id: "b", model: failing, settings: { maxRetries: 0 } }),
			]);
			const ids: string[] = [];
			for (let i = 0; i < 5; i++) ids.unshift((await hf.agents.run({ ...ref, input: `m${i}` })).runId);
			const bare = await hf.agents.run({ agentId: "a", sessionId: "s", input: "bare" });
			const failed = await runFailure(
				hf.agents.run({ agentId: "b", sessionId: "t", input: "x" }),
				...(["model_failed", "failed"] as const),
			);
			const listed = async (options: Parameters<typeof hf.runs.list>[0]) =>
				(await hf.runs.list(options)).items.map(({ id }) => id);
			expect(await listed({ userId: "u" })).toEqual(ids);
			expect(await listed({ agentId: "b" })).toEqual([failed.runId]);
			expect(await listed({ status: "failed" })).toEqual([failed.runId]);
			expect(await listed({ status: ["failed", "cancelled"] })).toEqual([failed.runId]);
			expect(await listed({ agentId: "a", sessionId: "s" })).toEqual([bare.runId]);
			expect(await listed({ ...ref })).toEqual(ids);
			expect(await listed({ sessionId: "t" })).toEqual([failed.runId]);
			await refusal(hf.runs.list({ sessionId: "s" }), "ambiguous");
			expect(await listed({ rootRunId: bare.runId })).toEqual([bare.runId]);
			expect(await listed({ agentId: "a", sessionId: "none" })).toEqual([]);
			const paged: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await hf.runs.list({ limit: 3, cursor });
				expect(page.items.length).toBeLessThanOrEqual(3);
				paged.push(...page.items.map(({ id }) => id));
				cursor = page.next;
			} while (cursor);
			expect(paged).toEqual(await listed({}));
			expect(paged).toHaveLength(7);
			await refusal(hf.runs.list({ limit: 0 }), "invalid");
			await refusal(hf.runs.list({ cursor: "nonsense" }), "invalid");
		});

		it("get, cancel, trace and delete of a run that is not there: not_found; of another tenant's likewise", async () => {
			const agents = [defineAgent({ id: "a", model: echo() })];
			const hf = await world.open(agents);
			const { runId } = await hf.agents.run({ ...ref, input: "x" });
			const other = await world.open(agents, { tenant: "other" });
			for (const call of [other.runs.get, other.runs.cancel, other.runs.trace, other.runs.delete]) {
				await refusal(Promise.resolve(call(runId)), "not_found");
			}
			expect((await other.runs.list()).items).toEqual([]);
			await refusal(hf.runs.get("nope"), "not_found");
		});

		it("delete removes the record and its spans, keeps what was said, and repairs the last run (SE8)", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			const first = await hf.agents.run({ ...ref, input: "x" });
			const second = await hf.agents.run({ ...ref, input: "y" });
			const before = await hf.session(ref).events();
			await hf.runs.delete(second.runId);
			await refusal(hf.runs.get(second.runId), "not_found");
			await refusal(hf.runs.trace(second.runId), "not_found");
			expect(await hf.session(ref).events()).toEqual(before);
			expect((await hf.sessions.get(ref)).lastRunId).toBe(first.runId);
		});

		describe("traces", () => {
			const family = () => {
				const look = tool({
					name: "look",
					description: "L.",
					input: z.object({}),
					execute: () => "the result",
				});
				const model = scriptedModel([
					{ toolCalls: [{ name: "look" }, { name: "below", input: { input: "the question" } }] },
					"the answer",
				]);
				return [
					defineAgent({ id: "a", model, tools: [look], agents: ["below"], instructions: "the instructions" }),
					defineAgent({ id: "below", model: scriptedModel(["the finding"]) }),
				];
			};
			const childrenOf = (spans: readonly Span[], parent: Span | undefined) =>
				spans.filter(({ parentId }) => parentId === parent?.id).map(({ kind, name }) => `${kind}: ${name}`);
			const named = (spans: readonly Span[], name: string) => spans.find((span) => span.name === name);

			it("a tree: run, memory, steps, models and tools, with the runs of sub-agents below their call", async () => {
				const hf = await world.open(family());
				const { runId } = await hf.agents.run({ ...ref, input: "the input" });
				const spans = await hf.runs.trace(runId);
				const ids = new Set(spans.map(({ id }) => id));
				expect(ids.size).toBe(spans.length);
				const roots = spans.filter(({ parentId }) => parentId === undefined);
				expect(roots.map(({ kind, name }) => [kind, name])).toEqual([["run", "invoke_agent a"]]);
				for (const { parentId } of spans) if (parentId) expect(ids.has(parentId)).toBe(true);
				expect(childrenOf(spans, roots[0]).sort()).toEqual([
					"memory: recall",
					"step: step 0",
					"step: step 1",
				]);
				expect(childrenOf(spans, named(spans, "step 0")).sort()).toEqual([
					"model: chat scripted",
					"tool: execute_tool below",
					"tool: execute_tool look",
				]);
				expect(childrenOf(spans, named(spans, "execute_tool below"))).toEqual(["run: invoke_agent below"]);
				for (const span of spans) {
					expect(span.status).toBe("ok");
					expect(span.durationMs).toBeGreaterThanOrEqual(0);
					expect(Date.parse(span.endedAt)).toBeGreaterThanOrEqual(Date.parse(span.startedAt));
				}
				const below = (await hf.runs.list({ agentId: "below" })).items[0];
				const own = await hf.runs.trace(below?.id ?? "");
				expect(new Set(own.map((span) => span.runId))).toEqual(new Set([below?.id]));
				expect(named(own, "invoke_agent below")).toBeDefined();
			});

			it("names, numbers and the GenAI conventions' attributes, and never what was said", async () => {
				const hf = await world.open(family());
				await hf.users.setVariables("u", { plan: "the variable" });
				const { runId } = await hf.agents.run({ ...ref, input: "the input", state: { k: "the state" } });
				const spans = await hf.runs.trace(runId);
				for (const word of [
					"input",
					"answer",
					"result",
					"question",
					"finding",
					"instructions",
					"variable",
					"state",
				]) {
					expect(JSON.stringify(spans)).not.toContain(`the ${word}`);
				}
				expect(named(spans, "invoke_agent a")?.attributes).toMatchObject({
					"gen_ai.operation.name": "invoke_agent",
					"gen_ai.agent.id": "a",
					"gen_ai.conversation.id": "s",
					"holdfast.run.id": runId,
					"gen_ai.usage.input_tokens": 20,
				});
				expect(named(spans, "chat scripted")?.attributes).toMatchObject({
					"gen_ai.operation.name": "chat",
					"gen_ai.request.model": "scripted",
					"gen_ai.usage.output_tokens": 5,
					"gen_ai.response.finish_reasons": ["tool-calls"],
				});
				expect(named(spans, "execute_tool look")?.attributes).toMatchObject({
					"gen_ai.operation.name": "execute_tool",
					"gen_ai.tool.name": "look",
				});
				expect(named(spans, "recall")?.attributes).toMatchObject({ "holdfast.recalled": 0 });
			});

			it("session_key names the trace (SE6)", async () => {
				const hf = await world.open(family());
				await hf.sessions.open(ref, { metadata: { session_key: "order-4711" } });
				const { runId } = await hf.agents.run({ ...ref, input: "x" });
				const [root] = (await hf.runs.trace(runId)).filter(({ parentId }) => parentId === undefined);
				expect(root).toMatchObject({
					name: "order-4711",
					attributes: { "holdfast.session_key": "order-4711" },
				});
			});

			it("a run that fails, and one whose tool fails: the spans say so, without words", async () => {
				const bad = tool({
					name: "bad",
					description: "Fails.",
					input: z.object({}),
					execute: () => Promise.reject(new Error("password hunter2")),
				});
				const model = scriptedModel([
					{ toolCalls: [{ name: "bad" }] },
					{ error: new Error("prompt was hunter2") },
				]);
				const hf = await world.open([
					defineAgent({ id: "a", model, tools: [bad], settings: { maxRetries: 0 } }),
				]);
				const { runId } = await runFailure(hf.agents.run({ ...ref, input: "x" }), "model_failed", "failed");
				const spans = await hf.runs.trace(runId);
				const failed = spans.filter(({ status }) => status === "error").map(({ name }) => name);
				expect(failed.sort()).toEqual(["chat scripted", "execute_tool bad", "invoke_agent a", "step 1"]);
				expect(JSON.stringify(spans)).not.toContain("hunter2");
			});
		});

		it("agents.list and agents.get say what agents are", async () => {
			const look = tool({
				name: "look",
				description: "Looks.",
				input: z.object({}),
				allow: "x",
				execute: () => 1,
			});
			const hf = await world.open([
				defineAgent({ id: "a", description: "Helps.", model: echo(), tools: [look], agents: ["b"] }),
				defineAgent({ id: "b", memory: false }),
			]);
			expect(await hf.agents.get("a")).toMatchObject({
				id: "a",
				description: "Helps.",
				model: "scripted/scripted",
				agents: ["b"],
				tools: [{ name: "look", description: "Looks.", allow: "x" }],
				memory: { limit: 100, messageLimit: 1_000, save: "full" },
			});
			expect((await hf.agents.list()).items.map(({ id, memory }) => [id, memory !== false])).toEqual([
				["a", true],
				["b", false],
			]);
			await refusal(hf.agents.get("nobody"), "not_found");
		});
	});
}
