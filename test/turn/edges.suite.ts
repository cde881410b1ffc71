import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineAgent, holdfast, type SessionHandle, type ToolContext, tool } from "../../src/index.ts";
import { memoryStore } from "../../src/store/memory/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import type { Backend } from "../api/world.ts";
import { turnWorld } from "./turn-world.ts";
import { wrappedStore } from "./wrapped-store.ts";

const ref = { agentId: "a", sessionId: "s" };

/** An agent that calls a tool once and then answers. */
const caller = (execute: (ctx: ToolContext) => unknown) =>
	defineAgent({
		id: "a",
		model: scriptedModel(({ prompt }) =>
			prompt.at(-1)?.role === "tool" ? "done" : { toolCalls: [{ name: "act" }] },
		),
		tools: [
			tool({ name: "act", description: "Acts.", input: z.object({}), execute: (_, ctx) => execute(ctx) }),
		],
	});

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const event of events) all.push(event);
	return all;
}

/** Each of these was found to go wrong. */
export function describeEdges(backend: Backend): void {
	describe("a tool's handle on the session (ID2)", () => {
		const world = turnWorld(backend);
		const writes: ((session: SessionHandle) => Promise<unknown>)[] = [
			(session) => session.history.append({ role: "assistant", content: "late" }),
			(session) => session.state.set({ late: true }),
			(session) => session.setMode("manual"),
			(session) => session.updateMetadata({ set: { late: true } }),
		];

		it("does not bring back a session that was deleted meanwhile", async () => {
			const refused: unknown[] = [];
			// The run may end before its tool does: it is told that its session is gone.
			const { promise: over, resolve } = Promise.withResolvers<void>();
			const hf = await world.open([
				caller(async ({ session }) => {
					await hf.sessions.delete(ref);
					for (const write of writes) refused.push(await write(session).catch(({ code }) => code));
					refused.push(await session.events(), await session.state.get());
					resolve();
				}),
			]);
			await expect(hf.agents.run({ ...ref, input: "x" })).rejects.toMatchObject({ code: "not_found" });
			await over;
			expect(refused).toEqual([...writes.map(() => "not_found"), [], {}]);
			expect((await hf.sessions.list()).items).toEqual([]);
		});

		it("has every method of a session, also for one that has ended", async () => {
			let seen: unknown;
			const hf = await world.open([
				caller(async ({ session }) => {
					await session.end();
					await session.end({ wait: true });
					await session.subscribe({ url: "https://example.com/hook" });
					const subscribed = (await session.subscriptions()).length;
					await session.unsubscribe({ url: "https://example.com/hook" });
					const first = await session.follow().next();
					await session.erase(0, { forget: true });
					seen = [subscribed, first.value?.offset, (await session.rewind(0).events())[0]?.erased];
				}),
			]);
			await hf.agents.run({ ...ref, input: "x" });
			expect(seen).toEqual([1, 0, true]);
		});

		it("follows the session to its new name, and makes none of the old", async () => {
			const hf = await world.open([
				caller(async ({ session }) => {
					await hf.sessions.rekey(ref, { userId: "u" });
					for (const write of writes) await write(session);
					await session.setMode("manual");
					await session.setMode("auto");
				}),
			]);
			await hf.agents.run({ ...ref, input: "x" });
			expect((await hf.sessions.list()).items.map(({ userId }) => userId)).toEqual(["u"]);
			const moved = hf.session({ ...ref, userId: "u" });
			expect(await moved.state.get()).toEqual({ late: true });
			expect((await moved.history.last(10)).map(({ content }) => content)).toContain("late");
		});
	});

	describe("what a process still knows of a stream (ER1)", () => {
		const world = turnWorld(backend);
		const agent = defineAgent({ id: "a", model: scriptedModel(() => "a secret") });

		it.each(["session", "event", "run"] as const)("is not told once the %s was erased", async (what) => {
			const hf = await world.open([agent]);
			const stream = hf.agents.stream({ ...ref, input: "x" });
			const { runId, events } = await stream.result;
			expect((await collect(hf.runs.stream(runId))).at(-1)).toMatchObject({ output: "a secret" });
			const answer = events.find(({ source }) => source === "agent")?.offset ?? -1;
			if (what === "session") await hf.sessions.delete(ref);
			else if (what === "event") await hf.session(ref).erase(answer);
			else await hf.runs.delete(runId);
			await expect(collect(hf.runs.stream(runId))).rejects.toMatchObject({ code: "not_found" });
		});

		it("of a repeat is the first run's", async () => {
			const hf = await world.open([agent]);
			const say = () => hf.agents.stream({ ...ref, input: "x", idempotencyKey: "k" });
			await say().result;
			const again = say();
			await again.result;
			expect(await collect(hf.runs.stream(again.runId))).toMatchObject([{ output: "a secret" }]);
			await hf.sessions.delete(ref);
			await expect(collect(hf.runs.stream(again.runId))).rejects.toMatchObject({ code: "not_found" });
		});

		it("of a run that was refused is its error", async () => {
			const hf = await world.open([agent]);
			const stream = hf.agents.stream({ agentId: "nobody", input: "x" });
			await expect(stream.result).rejects.toMatchObject({ code: "not_found" });
			expect(await collect(hf.runs.stream(stream.runId))).toMatchObject([{ type: "error" }]);
		});
	});

	describe("what was erased from the log (ER1)", () => {
		const world = turnWorld(backend);

		it("is not told by a summary either, neither in the log nor to the model", async () => {
			const model = scriptedModel(({ prompt }) => {
				const asked = JSON.stringify(prompt);
				return asked.includes("Summarise") ? `The user said: ${asked.match(/4-1-1|nothing/)}` : "ok";
			});
			const memory = { summarize: true, limit: 4 };
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			const session = hf.session(ref);
			const say = (input: string) => hf.agents.run({ ...ref, input });
			for (const input of ["my card is 4-1-1", "m1", "m2", "m3", "m4", "m5", "m6"]) await say(input);
			expect((await session.events({ kinds: ["summary"] })).length).toBeGreaterThan(1);
			const { erased } = await session.erase(0);
			expect(erased.events).toBeGreaterThan(2);
			expect(JSON.stringify(await session.events())).not.toContain("4-1-1");
			await say("what is my card?");
			expect(model.texts().at(-1)).not.toContain("4-1-1");
		});
	});

	describe("limits", () => {
		const world = turnWorld(backend);

		it("an answer that is too long for its state key stays in the log (AG7, ST8)", async () => {
			const text = "x".repeat(300_000);
			const hf = await world.open([
				defineAgent({ id: "a", model: scriptedModel(() => text), outputKey: "out" }),
			]);
			const run = hf.agents.run({ ...ref, input: "x" });
			await expect(run).rejects.toMatchObject({ code: "limit_exceeded", status: "failed" });
			expect((await hf.session(ref).history.last(1))[0]?.content).toBe(text);
			expect((await hf.runs.list()).items[0]).toMatchObject({ status: "failed", output: text });
		});

		it("a step with more calls than an append holds is logged in several", async () => {
			const batches: number[] = [];
			const { capabilities } = world.store;
			const limits = { ...capabilities.limits, batchEvents: 64 };
			const store = {
				...wrappedStore(world.store, {
					append(unit, next) {
						batches.push(unit.events.length);
						return next(unit);
					},
				}),
				capabilities: { ...capabilities, limits },
			};
			const toolCalls = Array.from({ length: 150 }, () => ({ name: "act" }));
			const model = scriptedModel([{ text: "All of them.", toolCalls }, "done"]);
			const hf = await world.open([{ ...caller(() => "ok"), model, memory: { facts: false } }], {
				store,
			});
			const { events } = await hf.agents.run({ ...ref, input: "x" });
			expect(events.filter(({ kind }) => kind === "tool_call")).toHaveLength(150);
			expect(events.filter(({ kind }) => kind === "tool_result")).toHaveLength(150);
			expect(Math.max(...batches)).toBe(64);
		});

		it("a signal that outlives its streams keeps nothing of them", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: scriptedModel(() => "ok") })]);
			const { signal } = new AbortController();
			const added = vi.spyOn(signal, "addEventListener");
			const removed = vi.spyOn(signal, "removeEventListener");
			await hf.agents.stream({ ...ref, input: "x", signal }).result;
			expect(added).toHaveBeenCalled();
			expect(removed.mock.calls.map(([, one]) => one)).toEqual(added.mock.calls.map(([, one]) => one));
		});

		it("an attachment without content is refused, one with parameters in its data URL is read (ME6)", async () => {
			const model = scriptedModel(() => "ok");
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const blank = hf.agents.run({ ...ref, input: [{ type: "image", url: " " }] });
			await expect(blank).rejects.toMatchObject({ code: "invalid" });
			const url = "data:text/plain;charset=utf-8;base64,aGk=";
			await hf.agents.run({ ...ref, input: [{ type: "file", url }] });
			expect(model.prompts[0]?.at(-1)?.content).toEqual([
				{ type: "file", data: { type: "data", data: "aGk=" }, mediaType: "text/plain" },
			]);
		});
	});

	describe("closing", () => {
		it("can be told to cancel the runs under way, also those in line and once it has begun", async () => {
			const { promise: asked, resolve } = Promise.withResolvers<void>();
			const store = memoryStore();
			const model = scriptedModel(
				() => ({
					before: () => {
						resolve();
						return new Promise<never>(() => {});
					},
				}),
				{ ignoreAbort: true },
			);
			const hf = await holdfast({ store, agents: [{ id: "a", model }] });
			const codes = ["one", "two"].map((input) =>
				hf.agents.run({ ...ref, input }).then(
					() => "completed",
					({ code }) => code,
				),
			);
			await asked;
			const closing = hf.close();
			await hf.close({ cancel: true });
			await closing;
			expect(await Promise.all(codes)).toEqual(["cancelled", "cancelled"]);
		});

		it("a toolset that does not close keeps neither the store open nor its error back", async () => {
			const store = memoryStore();
			const closed = vi.spyOn(store, "close");
			const toolset = { label: "x", tools: async () => [], close: () => Promise.reject(new Error("stuck")) };
			const hf = await holdfast({ store, agents: [defineAgent({ id: "a", tools: [toolset] })] });
			await expect(hf.close()).rejects.toThrow("stuck");
			expect(closed).toHaveBeenCalledTimes(1);
		});

		it("a store that does not open leaves no toolset open", async () => {
			const store = memoryStore();
			vi.spyOn(store, "open").mockRejectedValue(new Error("away"));
			const close = vi.fn(async () => {});
			const toolset = { label: "x", tools: async () => [], close };
			const opening = holdfast({ store, agents: [defineAgent({ id: "a", tools: [toolset] })] });
			await expect(opening).rejects.toThrow("away");
			expect(close).toHaveBeenCalledTimes(1);
		});

		it("a time-out that no timer can wait for is refused", () => {
			const make = (timeoutMs: number) =>
				tool({ name: "t", description: "d", input: z.object({}), timeoutMs, execute: () => 1 });
			expect(() => make(2_147_483_648)).toThrow(/2147483647/);
			expect(make(2_147_483_647).timeoutMs).toBe(2_147_483_647);
		});
	});
}
