import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, HoldfastError, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import type { Backend } from "../api/world.ts";
import { logOf, runFailure } from "./looks.ts";
import { latch, never, turnWorld, waitAt } from "./turn-world.ts";
import { wrappedStore } from "./wrapped-store.ts";

const ref = { agentId: "a", sessionId: "s" };
const noRetries = { maxRetries: 0 };

/** AG7: whatever becomes of a run, the user's message stays and the record says how it ended. */
export function describeFailures(backend: Backend): void {
	describe("runs that go wrong (AG7)", () => {
		const world = turnWorld(backend);

		it("a model that fails: the message stays, the next run sees it, the record is closed as failed", async () => {
			const model = scriptedModel([{ error: new Error("no credit") }, "hello again"]);
			const hf = await world.open([defineAgent({ id: "a", model, settings: noRetries })]);
			const error = await runFailure(hf.agents.run({ ...ref, input: "first" }), "model_failed", "failed");
			expect(error.message).toContain("no credit");
			const run = await hf.runs.get(error.runId);
			expect(run).toMatchObject({ status: "failed", input: "first", error: { code: "model_failed" } });
			expect(run.endedAt).toBeDefined();
			expect(run.output).toBeUndefined();
			expect(error.sessionId).toBe("s");
			await hf.agents.run({ ...ref, input: "second" });
			expect(model.texts()[1]).toMatch(/user: first\nuser: second$/);
			expect(await logOf(hf, ref)).toEqual([
				"user: first",
				"status: running",
				"status: failed",
				"user: second",
				"status: running",
				"assistant: hello again",
				"status: completed",
			]);
		});

		it("the user's message is durable before the model is called", async () => {
			let seen: string[] = [];
			const look = async (): Promise<void> => {
				seen = await logOf(hf, ref);
			};
			const model = scriptedModel([{ text: "ok", before: look }]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await hf.agents.run({ ...ref, input: "first" });
			expect(seen).toEqual(["user: first", "status: running"]);
		});

		it("a stream that breaks off: what there was of the answer is kept once, marked as partial", async () => {
			const model = scriptedModel([{ deltas: ["It is ", "on"], error: new Error("cut") }, "sorry"]);
			const hf = await world.open([defineAgent({ id: "a", model, settings: noRetries })]);
			const stream = hf.agents.stream({ ...ref, input: "where?" });
			const events = await gathered(stream);
			expect(events.at(-1)).toMatchObject({ type: "error", code: "model_failed", status: "failed" });
			await runFailure(stream.result, "model_failed", "failed");
			expect(await logOf(hf, ref)).toEqual([
				"user: where?",
				"status: running",
				"assistant: It is on (partial)",
				"status: failed",
			]);
			expect(await hf.runs.get(stream.runId)).toMatchObject({ output: "It is on", status: "failed" });
			await hf.agents.run({ ...ref, input: "again" });
			expect(model.texts()[1]).toMatch(/user: where\?\nassistant: It is on\nuser: again$/);
		});

		it("an answer that no event can hold fails the run, and the run is closed", async () => {
			const model = scriptedModel([{ deltas: ["x".repeat(3_000_000)] }, { text: "y".repeat(3_000_000) }]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const stream = hf.agents.stream({ ...ref, input: "much" });
			const streamed = await runFailure(stream.result, "limit_exceeded", "failed");
			expect(await hf.runs.get(streamed.runId)).toMatchObject({ status: "failed" });
			const whole = await runFailure(hf.agents.run({ ...ref, input: "more" }), "limit_exceeded", "failed");
			expect(await hf.runs.get(whole.runId)).toMatchObject({ status: "failed" });
		});

		it.each([false, true])(
			"cancelled by its signal, at once; a model that does not listen (%s) holds nothing up",
			async (ignoreAbort) => {
				const asked = latch();
				const release = latch();
				const late = { text: "too late", before: () => waitAt(asked, release) };
				const model = scriptedModel([late, "next"], { ignoreAbort });
				const hf = await world.open([defineAgent({ id: "a", model })]);
				const stop = new AbortController();
				const run = hf.agents.run({ ...ref, input: "first", signal: stop.signal });
				await asked.opened;
				stop.abort(new Error("enough"));
				const error = await runFailure(run, "cancelled", "cancelled");
				expect(await hf.runs.get(error.runId)).toMatchObject({ status: "cancelled", input: "first" });
				const before = await logOf(hf, ref);
				release.open();
				await hf.agents.run({ ...ref, input: "second" });
				const after = await logOf(hf, ref);
				expect(after.slice(0, before.length)).toEqual(before);
				expect(after.join()).not.toContain("too late");
				expect(before).toEqual(["user: first", "status: running", "status: cancelled"]);
				expect(model.texts()[1]).toMatch(/user: first\nuser: second$/);
			},
		);

		it("cancelled by runs.cancel: of this process, and of another one on the same store", async () => {
			const asked = [latch(), latch()];
			const model = scriptedModel(({ index }) => ({ before: () => waitAt(asked[index]) }));
			const agents = [defineAgent({ id: "a", model })];
			const hf = await world.open(agents);
			const elsewhere = await world.open(agents);
			for (const [i, other] of [hf, elsewhere].entries()) {
				const run = hf.agents.run({ ...ref, input: `m${i}` });
				const outcome = runFailure(run, "cancelled", "cancelled");
				await asked[i]?.opened;
				const [running] = (await hf.runs.list({ status: "running" })).items;
				const cancelled = await other.runs.cancel(running?.id ?? "");
				expect(cancelled).toMatchObject({
					status: "cancelled",
					input: `m${i}`,
					error: { code: "cancelled" },
				});
				await outcome;
				// Once more is harmless.
				expect(await other.runs.cancel(cancelled.id)).toEqual(cancelled);
			}
			expect(await logOf(hf, ref)).toEqual([
				"user: m0",
				"status: running",
				"status: cancelled",
				"user: m1",
				"status: running",
				"status: cancelled",
			]);
		});

		it("a signal aborted before the run starts: cancelled, nothing written, no model called", async () => {
			const model = scriptedModel(["never"]);
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const signal = AbortSignal.abort(new Error("changed my mind"));
			const error = await hf.agents.run({ ...ref, input: "x", signal }).catch((given) => given);
			expect(error).toMatchObject({ code: "cancelled" });
			expect(await hf.session(ref).events()).toEqual([]);
			expect(model.prompts).toEqual([]);
		});

		it("a signal aborted while the tools are looked up: cancelled, no model called", async () => {
			const stop = new AbortController();
			const set = {
				label: "slow",
				tools: async () => {
					stop.abort();
					return [];
				},
				close: async () => {},
			};
			const model = scriptedModel(["never"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [set] })]);
			const run = hf.agents.run({ ...ref, input: "x", signal: stop.signal });
			await expect(run).rejects.toMatchObject({ code: "cancelled" });
			expect(model.prompts).toEqual([]);
		});

		it("agent.timeoutMs: the run fails with model_failed, also if the model does not listen", async () => {
			// On a busy machine the first run may be over before the model is asked.
			const model = scriptedModel(
				({ prompt }) => (JSON.stringify(prompt).includes("second") ? "next" : { before: never }),
				{ ignoreAbort: true },
			);
			const hf = await world.open([defineAgent({ id: "a", model, timeoutMs: 20 })]);
			const error = await runFailure(hf.agents.run({ ...ref, input: "first" }), "model_failed", "failed");
			expect(error.message).toContain("20 ms");
			expect(await hf.runs.get(error.runId)).toMatchObject({ status: "failed" });
			// With more time, which a busy machine may need.
			const patient = await world.open([defineAgent({ id: "a", model })]);
			await patient.agents.run({ ...ref, input: "second" });
			expect(model.texts().at(-1)).toMatch(/user: first\nuser: second$/);
		});

		it("cancelled while a tool works: the tool is told, and what it gives later is written nowhere", async () => {
			const started = latch();
			const release = latch();
			let told: unknown;
			const slow = tool({
				name: "slow",
				description: "Takes its time.",
				input: z.object({}),
				async execute(_, ctx) {
					ctx.signal.addEventListener("abort", () => {
						told = ctx.signal.reason;
					});
					ctx.state.set("half", true);
					started.open();
					await release.opened;
					return "late";
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "slow" }] }, "next"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [slow] })]);
			const stop = new AbortController();
			const run = hf.agents.run({ ...ref, input: "first", signal: stop.signal });
			await started.opened;
			stop.abort();
			await runFailure(run, "cancelled", "cancelled");
			expect(told).toMatchObject({ code: "cancelled" });
			const before = await logOf(hf, ref);
			release.open();
			await hf.agents.run({ ...ref, input: "second" });
			expect(before).toEqual(["user: first", "status: running", "call slow", "status: cancelled"]);
			expect((await logOf(hf, ref)).join()).not.toContain("result");
			expect(await hf.session(ref).state.get()).toEqual({});
			// The call without result is not replayed.
			expect(model.texts()[1]).toMatch(/user: first\nuser: second$/);
		});

		it("more state than an event can hold is the tool's error, and none of it is set", async () => {
			const big = tool({
				name: "big",
				description: "Sets more state than an event can hold.",
				input: z.object({}),
				execute: (_, ctx) => {
					for (let i = 0; i < 20; i++) ctx.state.set(`k${i}`, "x".repeat(200_000));
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "big" }] }, "fine"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [big] })]);
			const { output } = await hf.agents.run({ ...ref, input: "first" });
			expect(output).toBe("fine");
			expect(await logOf(hf, ref)).toContain("result big (error)");
			expect(await hf.session(ref).state.get()).toEqual({});
		});

		it("a store that fails breaks the run; a tool beside is told, and writes nothing any more", async () => {
			const [begun, told, release] = [latch(), latch(), latch()];
			const store = wrappedStore(world.store, {
				append(unit, next) {
					if (!unit.events.some(({ body }) => body.includes('"name":"quick","output"'))) return next(unit);
					return Promise.reject(new HoldfastError("unavailable", "the disk is full"));
				},
			});
			const quick = tool({
				name: "quick",
				description: "Is quick.",
				input: z.object({}),
				execute: () => begun.opened,
			});
			const beside = tool({
				name: "beside",
				description: "Works beside it.",
				input: z.object({}),
				async execute(_, ctx) {
					ctx.signal.addEventListener("abort", told.open);
					begun.open();
					await release.opened;
					return "late";
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "quick" }, { name: "beside" }] }, "next"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [quick, beside] })], { store });
			await runFailure(hf.agents.run({ ...ref, input: "first" }), "unavailable", "failed");
			await told.opened;
			const before = await logOf(hf, ref);
			expect(before.at(-1)).toBe("status: failed");
			release.open();
			await hf.agents.run({ ...ref, input: "second" });
			expect((await logOf(hf, ref)).slice(0, before.length + 1)).toEqual([...before, "user: second"]);
		});
	});
}
