import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type RunEvent, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure } from "./looks.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => ({ seen: 1 }) });
const typesOf = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type);

/** AG2: a run as it happens. */
export function describeStreams(backend: Backend): void {
	describe("streams (AG2)", () => {
		const world = turnWorld(backend);
		const unhandled: unknown[] = [];
		const note = (reason: unknown): void => void unhandled.push(reason);
		beforeEach(() => {
			unhandled.length = 0;
			process.on("unhandledRejection", note);
		});
		afterEach(async () => {
			await new Promise((resolve) => setImmediate(resolve));
			process.off("unhandledRejection", note);
			expect(unhandled).toEqual([]);
		});

		it("numbers from 0 without gap, deltas as the model gave them, everything in the order it happened", async () => {
			const model = scriptedModel([
				{
					deltas: ["Let ", "me ", "look."],
					toolCalls: [{ name: "look" }, { name: "reply", input: { content: "Soon." } }],
				},
				{ deltas: ["Here", " ", "it is."] },
			]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look], reply: true })]);
			const stream = hf.agents.stream({ ...ref, input: "where?" });
			const events = await gathered(stream);
			expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i));
			expect(events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : []))).toEqual([
				"Let ",
				"me ",
				"look.",
				"Here",
				" ",
				"it is.",
			]);
			const types = typesOf(events);
			expect(types.slice(0, 5)).toEqual(["text-delta", "text-delta", "text-delta", "tool-call", "tool-call"]);
			expect(types.slice(5, 8).sort()).toEqual(["reply", "tool-result", "tool-result"]);
			expect(types.slice(8)).toEqual(["step", "text-delta", "text-delta", "text-delta", "step", "finish"]);
			expect(events.find(({ type }) => type === "tool-result")).toMatchObject({ output: expect.anything() });
			expect(events[8]).toMatchObject({ step: 0, finishReason: "tool-calls", usage: { inputTokens: 10 } });
			const result = await stream.result;
			expect(events.at(-1)).toMatchObject({
				status: "completed",
				output: "Here it is.",
				usage: result.usage,
			});
			expect(result).toMatchObject({ runId: stream.runId, sessionId: "s", output: "Here it is." });
			expect(stream.sessionId).toBe("s");
		});

		it("an event is there when it happens, before the model has ended", async () => {
			const release = latch();
			const model = scriptedModel([
				{ deltas: ["one", "two"], between: (delta) => (delta === 1 ? release.opened : undefined) },
			]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const reader = hf.agents.stream({ ...ref, input: "x" })[Symbol.asyncIterator]();
			expect(await reader.next()).toMatchObject({ value: { delta: "one" } });
			release.open();
			expect(await reader.next()).toMatchObject({ value: { delta: "two" } });
		});

		it("the ids are known before anything is read, also of a session that is generated", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: scriptedModel(["ok"]) })]);
			const stream = hf.agents.stream({ agentId: "a", input: "x" });
			const { runId, sessionId } = await stream.result;
			expect([stream.runId, stream.sessionId]).toEqual([runId, sessionId]);
			expect(await logOf(hf, { agentId: "a", sessionId })).toContain("user: x");
		});

		it("several readers each get everything, and cannot change what the others get", async () => {
			const model = scriptedModel([{ toolCalls: [{ name: "look" }] }, { deltas: ["a", "b"] }]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look] })]);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			const spoil = async () => {
				const events: RunEvent[] = [];
				for await (const event of stream) {
					events.push(structuredClone(event));
					if (event.type === "tool-result") (event.output as { seen: number }).seen = 99;
				}
				return events;
			};
			const [first, second] = await Promise.all([spoil(), spoil()]);
			expect(second).toEqual(first);
			expect(await gathered(stream)).toEqual(first);
			expect(await gathered(hf.runs.stream(stream.runId))).toEqual(first);
		});

		it("nobody has to read: the run goes on; leaving does not end it", async () => {
			const model = scriptedModel([{ deltas: ["a", "b", "c"] }, { deltas: ["d", "e"] }]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			expect((await hf.agents.stream({ ...ref, input: "x" }).result).output).toBe("abc");
			const stream = hf.agents.stream({ ...ref, input: "y" });
			for await (const _ of stream) break;
			expect((await stream.result).output).toBe("de");
		});

		it("onLeave: cancel ends the run when the last reader leaves, also one that waits for a silent model", async () => {
			const asked = latch();
			const model = scriptedModel([
				{ deltas: ["a", "b"], between: (i) => (i === 1 ? waitAt(asked) : undefined) },
			]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const stream = hf.agents.stream({ ...ref, input: "x", onLeave: "cancel" });
			const readers = [stream[Symbol.asyncIterator](), stream[Symbol.asyncIterator]()];
			for (const reader of readers) expect((await reader.next()).value).toMatchObject({ delta: "a" });
			await asked.opened;
			await readers[0]?.return?.();
			expect(await hf.runs.get(stream.runId)).toMatchObject({ status: "running" });
			const waiting = readers[1]?.next();
			await readers[1]?.return?.();
			expect(await waiting).toEqual({ done: true, value: undefined });
			await runFailure(stream.result, "cancelled", "cancelled");
			expect(await logOf(hf, ref)).toEqual([
				"user: x",
				"status: running",
				"assistant: a (partial)",
				"status: cancelled",
			]);
		});

		it("onLeave: cancel does nothing to who reads to the end", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: scriptedModel(["ok"]) })]);
			const stream = hf.agents.stream({ ...ref, input: "x", onLeave: "cancel" });
			expect(typesOf(await gathered(stream))).toEqual(["text-delta", "step", "finish"]);
			expect((await stream.result).status).toBe("completed");
		});

		it("runs.stream goes on exactly behind a number, while the run works and after", async () => {
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel([
				{
					deltas: ["a", "b", "c", "d"],
					between: (i) => (i === 2 ? waitAt(asked, release) : undefined),
				},
			]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			await asked.opened;
			const resumed = gathered(hf.runs.stream(stream.runId, { after: 0 }));
			release.open();
			const all = await gathered(stream);
			expect(await resumed).toEqual(all.slice(1));
			for (let after = -1; after < all.length + 1; after++) {
				expect(await gathered(hf.runs.stream(stream.runId, { after }))).toEqual(all.slice(after + 1));
			}
		});

		it("runs.stream tells of a run that nobody streamed how it ended; refuses one that there is not, and a number that is none", async () => {
			const hf = await world.open([
				defineAgent({
					id: "a",
					model: scriptedModel(["ok", { error: new Error("broken") }]),
					settings: { maxRetries: 0 },
				}),
			]);
			const { runId, usage } = await hf.agents.run({ ...ref, input: "x" });
			const finish = { type: "finish", status: "completed", output: "ok", usage };
			expect(await gathered(hf.runs.stream(runId))).toEqual([{ seq: 0, ...finish }]);
			expect(await gathered(hf.runs.stream(runId, { after: 6 }))).toEqual([{ seq: 7, ...finish }]);
			const failed = await runFailure(hf.agents.run({ ...ref, input: "y" }), "model_failed", "failed");
			expect(await gathered(hf.runs.stream(failed.runId))).toMatchObject([
				{ seq: 0, type: "error", code: "model_failed", status: "failed" },
			]);
			await refusal(gathered(hf.runs.stream("nope")), "not_found");
			await refusal(gathered(hf.runs.stream(runId, { after: -2 })), "invalid");
		});

		it("a run that fails: its stream ends with an error event, its result rejects, nothing is unhandled", async () => {
			const model = scriptedModel([
				{ deltas: ["a"], error: new Error("broken") },
				{ error: new Error("again") },
			]);
			const hf = await world.open([defineAgent({ id: "a", model, settings: { maxRetries: 0 } })]);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			const events = await gathered(stream);
			expect(typesOf(events)).toEqual(["text-delta", "error"]);
			expect(events.at(-1)).toMatchObject({ seq: 1, code: "model_failed", status: "failed" });
			await runFailure(stream.result, "model_failed", "failed");
			// Nobody reads, nobody asks for the result.
			const unread = hf.agents.stream({ ...ref, input: "y" });
			while (hf.runs && (await hf.runs.list({ status: "failed" })).items.length < 2) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			expect(unread.runId).toBeDefined();
		});

		it("a stream of what cannot run says why, and writes nothing", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: scriptedModel([]) })]);
			const stream = hf.agents.stream({ ...ref, agentId: "nobody", input: "x" });
			expect(await gathered(stream)).toMatchObject([{ seq: 0, type: "error", code: "not_found" }]);
			await refusal(stream.result, "not_found");
			expect((await hf.sessions.list()).items).toEqual([]);
		});
	});
}
