import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type Span, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };

const lines = (spans: readonly Span[]): string[] => spans.map(({ name, status }) => `${name}: ${status}`);
const named = (spans: readonly Span[], name: string) => spans.find((span) => span.name === name);
const runningIn = async (hf: Holdfast, agentId = "a"): Promise<string> =>
	(await hf.runs.list({ agentId, status: "running" })).items[0]?.id ?? "";
const isOnce = (spans: readonly Span[]): boolean => new Set(spans.map(({ id }) => id)).size === spans.length;

/** AG9: what a run does, while it does it. */
export function describeLiveTraces(backend: Backend): void {
	describe("runs that are under way (AG9)", () => {
		const world = turnWorld(backend);

		it("the trace has what has ended and what is open, before the model has said a word; then each span once, all ok", async () => {
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel(() => ({ text: "ok", before: () => waitAt(asked, release) }));
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const run = hf.agents.run({ ...ref, input: "x" });
			await asked.opened;
			const id = await runningIn(hf);
			const spans = await hf.runs.trace(id);
			expect(lines(spans).sort()).toEqual([
				"chat scripted: running",
				"invoke_agent a: running",
				"recall excerpts: ok",
				"recall facts: ok",
				"recall messages: ok",
				"recall: ok",
				"step 0: running",
			]);
			expect(spans[0]?.kind).toBe("run");
			expect(isOnce(spans)).toBe(true);
			for (const { startedAt, endedAt, durationMs } of spans) {
				expect(durationMs).toBeGreaterThanOrEqual(0);
				expect(Date.parse(endedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
			}
			const [first] = spans;
			const [later] = await hf.runs.trace(id);
			expect(later?.id).toBe(first?.id);
			expect(later?.durationMs).toBeGreaterThan(first?.durationMs ?? 0);
			release.open();
			await run;
			const ended = await hf.runs.trace(id);
			expect(ended.map((span) => span.id).sort()).toEqual(spans.map((span) => span.id).sort());
			expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["ok"]));
		});

		it("what was recalled is told as soon as it is, and stays as it was", async () => {
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel(() => ({ text: "ok", before: () => waitAt(asked, release) }));
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const factId = await hf.memory("a", { userId: "u" }).write("The user's heron is called Ole.");
			const run = hf.agents.run({ ...ref, input: "What is my heron called?" });
			await asked.opened;
			const id = await runningIn(hf);
			const { recalled, status } = await hf.runs.get(id);
			expect(status).toBe("running");
			expect(recalled?.facts).toMatchObject([{ id: factId, parts: { keyword: expect.any(Number) } }]);
			expect(recalled?.tokens.facts).toBeGreaterThan(0);
			expect((await hf.runs.list({ status: "running" })).items[0]?.recalled).toEqual(recalled);
			release.open();
			expect((await run).recalled).toEqual(recalled);
			expect((await hf.runs.get(id)).recalled).toEqual(recalled);
		});

		it("sub-agents that are under way show below their call, in the trace of the root and in their own", async () => {
			const [asked, release] = [latch(), latch()];
			const below = scriptedModel(() => ({ text: "found", before: () => waitAt(asked, release) }));
			const model = scriptedModel([{ toolCalls: [{ name: "below", input: { input: "?" } }] }, "done"]);
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"] }),
				defineAgent({ id: "below", model: below }),
			]);
			const run = hf.agents.run({ ...ref, input: "x" });
			await asked.opened;
			const spans = await hf.runs.trace(await runningIn(hf));
			expect(isOnce(spans)).toBe(true);
			const called = named(spans, "execute_tool below");
			const sub = named(spans, "invoke_agent below");
			expect([called?.status, sub?.status, sub?.parentId]).toEqual(["running", "running", called?.id]);
			const own = await hf.runs.trace(await runningIn(hf, "below"));
			expect(new Set(own.map(({ runId }) => runId))).toEqual(new Set([sub?.runId]));
			expect(named(own, "recall")?.status).toBe("ok");
			release.open();
			const { runId } = await run;
			const ended = await hf.runs.trace(runId);
			expect(isOnce(ended)).toBe(true);
			expect(ended.every(({ status }) => status === "ok")).toBe(true);
		});

		it("in another process: what is stored, which is everything up to the last step", async () => {
			const [asked, release] = [latch(), latch()];
			const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => 1 });
			const model = scriptedModel(({ index }) =>
				index === 0
					? { toolCalls: [{ name: "look" }] }
					: { text: "ok", before: () => waitAt(asked, release) },
			);
			const agents = [defineAgent({ id: "a", model, tools: [look] })];
			const [hf, other] = [await world.open(agents), await world.open(agents)];
			const run = hf.agents.run({ ...ref, input: "x" });
			await asked.opened;
			const id = await runningIn(other);
			const seen = await other.runs.trace(id);
			expect(named(seen, "execute_tool look")?.status).toBe("ok");
			expect(seen.every(({ status }) => status === "ok")).toBe(true);
			expect(lines(await hf.runs.trace(id))).toContain("step 1: running");
			release.open();
			await run;
		});

		it("memory that a tool reads and writes: a span each, as it happens, with ids and numbers and never a word", async () => {
			const [written, release] = [latch(), latch()];
			const ids: string[] = [];
			const keep = tool({
				name: "keep",
				description: "Keeps.",
				input: z.object({}),
				async execute(_, { memory, session }) {
					ids.push(await memory.write("Likes the secret figs."));
					ids.push(await session.write("Talks of the secret figs."));
					const { hits } = await memory.search("secret figs");
					await memory.pin(hits[0]?.id ?? "");
					await memory.get("nothing").catch(() => {});
					await waitAt(written, release);
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "keep" }] }, "done"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [keep] })]);
			const run = hf.agents.run({ ...ref, input: "x" });
			await written.opened;
			const spans = await hf.runs.trace(await runningIn(hf));
			const call = named(spans, "execute_tool keep");
			expect(call?.status).toBe("running");
			const uses = spans.filter(({ parentId }) => parentId === call?.id);
			expect(uses.map(({ kind }) => kind)).toEqual(Array(5).fill("memory"));
			const [own, here, found, pinned, missed] = uses.map(({ attributes }) => attributes);
			expect(own).toMatchObject({
				"holdfast.memory.operation": "write",
				"holdfast.memory.scope": "user",
				"holdfast.memory.facts": [ids[0]],
			});
			expect(here).toMatchObject({
				"holdfast.memory.operation": "write",
				"holdfast.memory.scope": "session",
				"holdfast.memory.facts": [ids[1]],
			});
			expect(found).toMatchObject({
				"holdfast.memory.operation": "search",
				"holdfast.memory.method": "hybrid",
				"holdfast.memory.taken": 1,
				"holdfast.memory.hits": [{ kind: "fact", id: ids[0], score: expect.any(Number) }],
			});
			expect(pinned).toMatchObject({ "holdfast.memory.operation": "pin", "holdfast.memory.facts": [ids[0]] });
			expect(missed).toMatchObject({ "holdfast.memory.operation": "get" });
			expect(uses.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok", "error"]);
			expect(JSON.stringify(spans)).not.toContain("secret");
			release.open();
			const { runId } = await run;
			expect(isOnce(await hf.runs.trace(runId))).toBe(true);
		});

		it("recalls say what they read: how many were looked at, how many taken, by which method, of whom", async () => {
			const hf = await world.open([
				defineAgent({
					id: "a",
					model: scriptedModel(() => "Fine."),
					memory: { recall: "relevant", limit: 2 },
				}),
			]);
			await hf.memory("a", { userId: "u" }).writeMany(["The heron is grey.", "The heron is old."]);
			for (const input of ["The heron stands.", "The heron flies."]) await hf.agents.run({ ...ref, input });
			const { runId } = await hf.agents.run({ ...ref, input: "Where is the heron?" });
			const spans = await hf.runs.trace(runId);
			expect(named(spans, "recall facts")?.attributes).toMatchObject({
				"holdfast.memory.operation": "recall facts",
				"holdfast.memory.scope": ["agent", "user", "session"],
				"holdfast.memory.candidates": 2,
				"holdfast.memory.taken": 2,
				"holdfast.memory.method": "hybrid",
			});
			const messages = named(spans, "recall messages");
			expect(messages?.attributes).toMatchObject({
				"holdfast.memory.operation": "recall messages",
				"holdfast.memory.strategy": "relevant",
				"holdfast.memory.method": "hybrid",
				"holdfast.memory.scope": ["session"],
			});
			expect(messages?.attributes["holdfast.memory.taken"]).toBeLessThanOrEqual(2);
			expect(messages?.attributes["holdfast.memory.candidates"]).toBeGreaterThanOrEqual(2);
			expect(messages?.parentId).toBe(named(spans, "recall")?.id);
		});
	});
}
