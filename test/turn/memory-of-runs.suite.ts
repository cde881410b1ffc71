import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type RunInput, tool } from "../../src/index.ts";
import type { EventQuery } from "../../src/store/ports/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { logOf } from "./looks.ts";
import { turnWorld } from "./turn-world.ts";
import { wrappedStore } from "./wrapped-store.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
const talk = async (hf: Holdfast, where: Partial<RunInput>, ...inputs: string[]) => {
	for (const input of inputs) await hf.agents.run({ agentId: "a", ...where, input });
};

/** ME1, ME2, ME5: which of the past a run is told. */
export function describeMemoryOfRuns(backend: Backend): void {
	describe("what runs remember (ME)", () => {
		const world = turnWorld(backend);
		const echo = () => scriptedModel(({ index }) => `answer ${index}`);

		it("user and session: exactly that session (ME1)", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await talk(hf, ref, "mine");
			await talk(hf, { sessionId: "s" }, "no user");
			await talk(hf, { sessionId: "s", userId: "v" }, "other user");
			await talk(hf, { sessionId: "t", userId: "u" }, "other session");
			await talk(hf, ref, "once more");
			expect(model.texts().slice(1, 4)).toEqual(["user: no user", "user: other user", "user: other session"]);
			expect(model.texts()[4]).toMatch(/user: mine\nassistant: answer 0\nuser: once more$/);
		});

		it("user only: a new session, and the newest messages of all the user's sessions with the agent (ME1)", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model }), defineAgent({ id: "b", model: echo() })]);
			await talk(hf, { sessionId: "s1", userId: "u" }, "one");
			await talk(hf, { sessionId: "s2", userId: "u" }, "two");
			await talk(hf, { sessionId: "s1", userId: "v" }, "not mine");
			await hf.agents.run({ agentId: "b", sessionId: "s1", userId: "u", input: "not this agent's" });
			const result = await hf.agents.run({ agentId: "a", userId: "u", input: "three" });
			expect(["s1", "s2"]).not.toContain(result.sessionId);
			expect(model.texts().at(-1)).toMatch(
				/user: one\nassistant: answer 0\nuser: two\nassistant: answer 1\nuser: three$/,
			);
			expect(new Set(result.recalled.messages.map(({ sessionId }) => sessionId))).toEqual(
				new Set(["s1", "s2"]),
			);
			expect(await logOf(hf, { agentId: "a", userId: "u", sessionId: result.sessionId })).toContain(
				"user: three",
			);
		});

		it("user only: a session's own order stays where events are backfilled, and nothing is summed up (ME1, ME7)", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model, memory: { summarize: true, limit: 3 } })]);
			const session = hf.session({ ...ref, sessionId: "s1" });
			const said = (role: "user" | "assistant", content: string, at: string) =>
				({ kind: "message", source: "user", data: { role, content }, at }) as const;
			await session.append([
				said("user", "b1", "2026-02-02T00:00:00Z"),
				said("assistant", "b2", "2026-01-01T00:00:00Z"),
				said("user", "b3", "2026-02-03T00:00:00Z"),
				said("assistant", "b4", "2025-01-01T00:00:00Z"),
			]);
			const result = await hf.agents.run({ agentId: "a", userId: "u", input: "now" });
			expect(model.texts()).toHaveLength(1);
			expect(model.texts()[0]).toMatch(/user: b3\nassistant: b4\nuser: now$/);
			expect(result.events.some(({ kind }) => kind === "summary")).toBe(false);
		});

		it("session only: the session without user; neither: a new one, nothing replayed (ME1)", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await talk(hf, ref, "the user's");
			await talk(hf, { sessionId: "s" }, "bare one", "bare two");
			expect(model.texts()[2]).toMatch(/user: bare one\nassistant: answer 1\nuser: bare two$/);
			const [first, second] = [
				await hf.agents.run({ agentId: "a", input: "x" }),
				await hf.agents.run({ agentId: "a", input: "y" }),
			];
			expect(first.sessionId).not.toBe(second.sessionId);
			expect(model.texts()[4]).toBe("user: y");
			expect(second.recalled).toMatchObject({ strategy: "none", messages: [] });
			expect(await logOf(hf, { agentId: "a", sessionId: second.sessionId })).toContain("user: y");
			// And it can be gone on with.
			await talk(hf, { sessionId: second.sessionId }, "z");
			expect(model.texts()[5]).toContain("user: y");
		});

		it("memory: false replays nothing, and logs everything", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model, memory: false })]);
			await talk(hf, ref, "one", "two");
			expect(model.texts()[1]).toBe("user: two");
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("user"))).toHaveLength(2);
		});

		it("input_output replays the input and the final answer only; the mode of each run is its own (ME2)", async () => {
			const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "seen" });
			const work = (n: number) => [
				{
					text: `working ${n}`,
					toolCalls: [{ name: "look" }, { name: "reply", input: { content: `part ${n}` } }],
				},
				`final ${n}`,
			];
			const model = scriptedModel([...work(1), ...work(2), "end"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look], reply: true })]);
			await hf.agents.run({ ...ref, input: "m1", memory: { save: "input_output" } });
			await hf.agents.run({ ...ref, input: "m2" });
			await hf.agents.run({ ...ref, input: "m3", memory: { save: "input_output" } });
			expect(model.texts()[4]?.split("\n").slice(1)).toEqual([
				"user: m1",
				"assistant: final 1",
				"user: m2",
				expect.stringMatching(/^assistant: working 2 \[look/),
				expect.stringMatching(/^tool: \[look gave/),
				"assistant: part 2",
				"assistant: final 2",
				"user: m3",
			]);
			// The log holds all of it.
			expect((await logOf(hf, ref)).filter((line) => line.startsWith("call"))).toHaveLength(4);
		});

		it("what is asked of the store is three times the limit, and at most messageLimit (ME5)", async () => {
			const reads: EventQuery[] = [];
			const store = wrappedStore(world.store, { read: (query) => void reads.push(query) });
			const agent = defineAgent({ id: "a", model: echo(), memory: { excerptBudget: 0 } });
			const hf = await world.open([agent], { store });
			const history = Array.from({ length: 40 }, (_, i) => ({
				kind: "message" as const,
				source: "user" as const,
				data: { role: "user" as const, content: `old ${i}` },
			}));
			await hf.session(ref).append(history);
			const asked = async (memory: RunInput["memory"]) => {
				reads.length = 0;
				const { recalled } = await hf.agents.run({ ...ref, input: "x", memory });
				return { limits: reads.map(({ limit }) => limit), replayed: recalled.messages.length };
			};
			expect(await asked({ limit: 5 })).toEqual({ limits: [15], replayed: 5 });
			expect(await asked({ limit: 10, messageLimit: 8 })).toEqual({ limits: [8], replayed: 8 });
			expect(await asked({ limit: 0 })).toEqual({ limits: [], replayed: 0 });
			expect(await asked({})).toMatchObject({ limits: [300] });
			expect(await asked({ limit: 1_000 })).toMatchObject({ limits: [1_000] });
		});

		it("most of each prompt is the beginning of the one before, also when history is full (ME12)", async () => {
			const model = scriptedModel(({ index }) => `Answer ${index}, in a few words of its own.`);
			const agent = defineAgent({ id: "a", model, instructions: "Be brief.", memory: { limit: 24 } });
			const hf = await world.open([agent]);
			await hf.session(ref).append(
				Array.from({ length: 40 }, (_, i) => ({
					kind: "message" as const,
					source: "user" as const,
					data: { role: i % 2 ? ("assistant" as const) : ("user" as const), content: `Old line ${i}` },
				})),
			);
			const turns = Array.from({ length: 20 }, (_, i) => `Question ${i}, in a few words of its own?`);
			await talk(hf, ref, ...turns);
			const replayed = model.prompts.map((prompt) => prompt.slice(0, -1).map((one) => JSON.stringify(one)));
			const same = replayed.slice(1).filter((prompt, i) => {
				const before = replayed[i] as string[];
				return before.every((message, at) => prompt[at] === message);
			});
			// A full history of 24 loses 12 at once: at every sixth turn of two messages.
			expect(same.length).toBeGreaterThanOrEqual(15);
			for (const prompt of replayed) {
				expect(prompt.length).toBeLessThanOrEqual(1 + 24);
				expect(prompt.length).toBeGreaterThanOrEqual(1 + 10);
			}
		});

		it("a token budget keeps the newest that fits, and shortens long results before it gives them up (ME6)", async () => {
			const big = tool({
				name: "big",
				description: "Is big.",
				input: z.object({}),
				execute: () => "z".repeat(20_000),
			});
			const model = scriptedModel([{ toolCalls: [{ name: "big" }] }, "done", "end"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [big] })]);
			await hf.agents.run({ ...ref, input: "first" });
			const { recalled } = await hf.agents.run({ ...ref, input: "second", memory: { tokenBudget: 600 } });
			expect(model.texts()[2]).toMatch(
				/user: first\n.*\n.*more characters left out.*\nassistant: done\nuser: second$/,
			);
			expect(recalled.tokens.history).toBeLessThanOrEqual(600);
			expect(recalled.tokens.tools).toBeGreaterThan(0);
		});

		it("what was left out is told, by reason", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			await talk(hf, ref, "one", "two", "three");
			const { recalled, runId } = await hf.agents.run({ ...ref, input: "four", memory: { limit: 3 } });
			expect(recalled.messages).toHaveLength(2);
			expect(recalled.dropped).toEqual([
				...[{ reason: "limit", count: 3, from: 0, to: 4 }].map((entry) => expect.objectContaining(entry)),
				expect.objectContaining({ reason: "starts_with_user", count: 1 }),
			]);
			expect((await hf.runs.get(runId)).recalled).toEqual(recalled);
		});

		it("an erased message is not told any more", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			await talk(hf, ref, "my card is 4711", "two");
			await hf.session(ref).erase(0);
			await talk(hf, ref, "three");
			expect(model.texts()[2]).not.toContain("4711");
			expect((await hf.runs.list()).items.at(-1)?.input).toBeUndefined();
		});
	});
}
