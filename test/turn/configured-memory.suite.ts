import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type MemorySettings, memoryStore, tool } from "../../src/index.ts";
import type { Store } from "../../src/store/ports/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { latch, turnWorld, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };
const say = (hf: Holdfast, input: string, agentId = "a") => hf.agents.run({ ...ref, agentId, input });
const echo = () => scriptedModel(({ index }) => `answer ${index}`);
const kept = (store: Store, tenant = "default") =>
	store.documents.list({ tenant: tenant as never, kind: "agent_memory", limit: 10 });

const HOSTILE: unknown[] = [
	undefined,
	true,
	0,
	"",
	"false",
	[],
	[{}],
	() => 1,
	1n,
	Symbol("s"),
	{ limit: -1 },
	{ limit: 1.5 },
	{ limit: "5" },
	{ limit: null },
	{ recall: "everything" },
	{ save: null },
	{ facts: true },
	{ space: "" },
	{ space: "\u0000" },
	{ space: "x".repeat(513) },
	{ redact: "yes" },
	{ embedder: "openai/x" },
	{ active: true },
	{ memory: {} },
	{ lmit: 5 },
	{ constructor: 1 },
	JSON.parse('{"__proto__":{"limit":5}}'),
	{ tokenBudget: 2 ** 60 },
	{ messageLimit: 0 },
];

/** IF5: settings that stand in for those of a definition. */
export function describeConfiguredMemory(backend: Backend): void {
	describe("configured memory (IF5)", () => {
		const world = turnWorld(backend);

		it("IF5: settings hold from the next run on, over those of the definition, until they are taken away", async () => {
			const model = echo();
			const hf = await world.open([
				defineAgent({ id: "a", model, memory: { limit: 40, recall: "both", excerptBudget: 0 } }),
			]);
			const before = await hf.agents.get("a");
			await say(hf, "one");
			const now = await hf.agents.configureMemory("a", { limit: 0 });
			expect(now).toEqual({
				...before,
				memory: { ...(before.memory as object), limit: 0 },
				definedMemory: before.memory,
				memoryChangedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			});
			expect(await hf.agents.get("a")).toEqual(now);
			expect((await hf.agents.list()).items).toEqual([now]);
			const { recalled } = await say(hf, "two");
			expect(recalled).toMatchObject({ strategy: "none", messages: [] });
			expect(model.texts()[1]).toBe("user: two");
			// They take the place of those before: what is left open is the definition's.
			const again = await hf.agents.configureMemory("a", { recall: "all" });
			expect(again.memory).toMatchObject({ recall: "all", limit: 40 });
			expect((await say(hf, "three")).recalled).toMatchObject({ strategy: "all" });
			expect(await hf.agents.configureMemory("a", null)).toEqual(before);
			expect(await hf.agents.configureMemory("a", null)).toEqual(before);
			expect((await say(hf, "four")).recalled).toMatchObject({ strategy: "both" });
			expect(await kept(world.store)).toEqual([]);
		});

		it("IF5: false turns memory off, an object turns it on, also over memory: false", async () => {
			const [on, off] = [echo(), echo()];
			const hf = await world.open([
				defineAgent({ id: "a", model: on, memory: { limit: 10 } }),
				defineAgent({ id: "b", model: off, memory: false }),
			]);
			await say(hf, "one");
			await say(hf, "one", "b");
			expect(await hf.agents.configureMemory("a", false)).toMatchObject({
				memory: false,
				definedMemory: { limit: 10 },
			});
			expect(await hf.agents.configureMemory("b", {})).toMatchObject({
				memory: { limit: 100, facts: "user", recall: "all" },
				definedMemory: false,
			});
			expect((await say(hf, "two")).recalled.strategy).toBe("none");
			await say(hf, "two", "b");
			expect(on.texts()[1]).toBe("user: two");
			expect(off.texts()[1]).toMatch(/user: one\nassistant: answer 0\nuser: two$/);
		});

		it("IF5: what a run is told about its memory goes over both", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			await hf.agents.configureMemory("a", { limit: 0, recall: "both" });
			await say(hf, "one");
			const { recalled } = await hf.agents.run({ ...ref, input: "two", memory: { limit: 5 } });
			expect(recalled).toMatchObject({ strategy: "both" });
			expect(recalled.messages).toHaveLength(2);
		});

		it("IF5: a run under way is not changed, nor what it saves", async () => {
			const [here, go] = [latch(), latch()];
			const stop = tool({
				name: "stop",
				description: "Waits.",
				input: z.object({}),
				execute: async () => {
					await waitAt(here, go);
					return "ok";
				},
			});
			const model = scriptedModel([{ text: "working", toolCalls: [{ name: "stop" }] }, "done", "end"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [stop] })]);
			const running = say(hf, "one");
			await here.opened;
			await hf.agents.configureMemory("a", { save: "input_output" });
			go.open();
			await running;
			await say(hf, "two");
			// Saved as the run began: with its calls.
			expect(model.texts()[2]).toMatch(/user: one\nassistant: working \[stop/);
		});

		it("IF5: holds in other processes of the tenant from their next run on, and over a definition that changed", async () => {
			const [one, two] = [echo(), echo()];
			const first = await world.open([defineAgent({ id: "a", model: one })]);
			const second = await world.open([defineAgent({ id: "a", model: two, memory: { recall: "relevant" } })]);
			await say(second, "one");
			await first.agents.configureMemory("a", { limit: 0 });
			expect((await say(second, "two")).recalled.strategy).toBe("none");
			expect((await second.agents.get("a")).memory).toMatchObject({ limit: 0, recall: "relevant" });
			await first.agents.configureMemory("a", null);
			expect((await say(second, "three")).recalled.strategy).toBe("relevant");
		});

		it("IF5 FA0: facts of ended sessions are made as the settings say by then, in the space that they name", async () => {
			const model = echo();
			const agents = [
				defineAgent({ id: "a", model, memory: { facts: false } }),
				defineAgent({ id: "b", model, memory: { space: "team" } }),
			];
			const hf = await world.open(agents);
			const told = async (sessionId: string, content: string) => {
				const session = hf.session({ agentId: "a", userId: "u", sessionId });
				await session.append({ kind: "message", source: "user", data: { role: "user", content } });
				await session.end();
				await hf.idle();
			};
			await told("1", "I live in Lisbon.");
			await hf.agents.configureMemory("a", { facts: "user" });
			await told("2", "My favourite colour is green.");
			const own = await hf.memory("a", { userId: "u" }).list();
			expect(own.items.map(({ content }) => content)).toEqual([expect.stringMatching(/green/)]);
			await hf.agents.configureMemory("a", { facts: "user", space: "team" });
			await told("3", "I work as a carpenter.");
			for (const agent of ["a", "b"]) {
				const { items } = await hf.memory(agent, { userId: "u" }).list();
				expect(items.map(({ content }) => content)).toEqual([expect.stringMatching(/carpenter/)]);
			}
			// Runs recall from there, too.
			const facts = { excerptBudget: 0 };
			await hf.agents.run({
				agentId: "a",
				userId: "u",
				sessionId: "4",
				input: "What do I work as?",
				memory: facts,
			});
			expect(model.texts().at(-1)).toContain("carpenter");
			expect(model.texts().at(-1)).not.toContain("green");
			await hf.agents.configureMemory("a", null);
			await told("5", "I have two cats.");
			expect((await hf.memory("a", { userId: "u" }).list()).items).toHaveLength(1);
		});

		it("ME11: settings of the whole instance hold for agents that leave them open, and for those that are not defined", async () => {
			const model = echo();
			const hf = await world.open(
				[
					defineAgent({ id: "a", model }),
					defineAgent({ id: "b", model, memory: { excerptBudget: 200 } }),
					defineAgent({ id: "c", model, memory: false }),
				],
				{ memory: { excerptBudget: 0, facts: "session" } },
			);
			expect((await hf.agents.get("a")).memory).toMatchObject({
				excerptBudget: 0,
				facts: "session",
				limit: 100,
			});
			expect((await hf.agents.get("b")).memory).toMatchObject({ excerptBudget: 200, facts: "session" });
			expect((await hf.agents.get("c")).memory).toBe(false);
			const told = (agentId: string) =>
				hf
					.session({ agentId, userId: "u", sessionId: "told" })
					.append({ kind: "message", source: "user", data: { role: "user", content: "I play the viola." } });
			await told("a");
			const { recalled } = await hf.agents.run({ ...ref, input: "Which instrument do I play?" });
			expect(recalled.excerpts).toEqual([]);
			expect(model.texts().at(-1)).not.toContain("viola");
		});

		it("ME11: memory: false turns it off for a whole instance; an agent that names settings has it", async () => {
			const model = echo();
			const hf = await world.open(
				[defineAgent({ id: "a", model }), defineAgent({ id: "b", model, memory: { limit: 5 } })],
				{ memory: false },
			);
			expect((await hf.agents.get("a")).memory).toBe(false);
			expect((await hf.agents.get("b")).memory).toMatchObject({ limit: 5, facts: "user" });
			await say(hf, "one");
			expect((await say(hf, "two")).recalled.messages).toEqual([]);
			await refusal(world.open([], { memory: garbage({ excerptBudget: -1 }) }), "invalid");
		});

		it("IF5 ME7: summaries are made where the settings say so", async () => {
			const model = scriptedModel(({ prompt }) => (prompt.at(-1)?.role === "user" ? "fine" : "sum"));
			const hf = await world.open([defineAgent({ id: "a", model, memory: { limit: 2 } })]);
			for (const input of ["one", "two", "three"]) await say(hf, input);
			const summaries = async () =>
				(await hf.session(ref).events({ limit: 100 })).filter(({ kind }) => kind === "summary");
			expect(await summaries()).toEqual([]);
			await hf.agents.configureMemory("a", { summarize: true });
			await say(hf, "four");
			expect(await summaries()).not.toEqual([]);
		});

		it("IF5 ME4: embedder: false recalls by words alone, where there is an embedder", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo(), memory: { recall: "relevant" } })]);
			await say(hf, "I saw a heron by the canal.");
			await hf.memory("a", { userId: "u" }).write("The heron lives by the canal.");
			expect((await say(hf, "Where was the heron?")).recalled.method).toBe("hybrid");
			await hf.agents.configureMemory("a", { embedder: false });
			const { recalled } = await say(hf, "Where was the heron?");
			expect(recalled.method).toBe("keyword");
			expect(recalled.messages).not.toEqual([]);
			await hf.agents.configureMemory("a", { embedder: false, recall: "all" });
			const { recalled: facts } = await say(hf, "Where was the heron?");
			expect([facts.method, facts.facts.length]).toEqual(["keyword", 1]);
			await hf.agents.configureMemory("a", null);
			expect((await say(hf, "Where was the heron?")).recalled.method).toBe("hybrid");
		});

		it("IF1: what is no settings is refused as in a definition, and nothing is written", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			for (const given of HOSTILE) await refusal(hf.agents.configureMemory("a", garbage(given)), "invalid");
			const error = await refusal(hf.agents.configureMemory("a", garbage({ limt: 5 })), "invalid");
			expect(error.message).toContain("did you mean limit?");
			for (const id of ["nobody", "__proto__", "A"])
				await refusal(hf.agents.configureMemory(id, { limit: 5 }), "not_found");
			await refusal(hf.agents.configureMemory("nobody", null), "not_found");
			for (const id of ["", "\u0000", 7, null])
				await refusal(hf.agents.configureMemory(garbage(id), { limit: 5 }), "invalid");
			expect(await kept(world.store)).toEqual([]);
			expect(await hf.agents.get("a")).not.toHaveProperty("definedMemory");
		});

		it("ID2: is each tenant's own", async () => {
			const agents = [defineAgent({ id: "a", model: echo() })];
			const hf = await world.open(agents, { tenant: "acme" });
			const rival = await world.open(agents, { tenant: "rival" });
			await hf.agents.configureMemory("a", { limit: 0 });
			await rival.agents.configureMemory("a", null);
			expect((await hf.agents.get("a")).memory).toMatchObject({ limit: 0 });
			expect((await rival.agents.get("a")).memory).toMatchObject({ limit: 100 });
			await say(rival, "one");
			expect((await say(rival, "two")).recalled.messages).toHaveLength(2);
			await rival.erase({ everything: true });
			expect((await hf.agents.get("a")).memory).toMatchObject({ limit: 0 });
		});

		it("ER1: goes with its agent, and with everything; the receipt counts it", async () => {
			const agents = ["a", "b", "c"].map((id) => defineAgent({ id, model: echo() }));
			const hf = await world.open(agents);
			for (const { id } of agents) await hf.agents.configureMemory(id, { limit: 1 });
			const receipt = await hf.erase({ agentId: "a" });
			expect([receipt.erased.keys, receipt.complete]).toEqual([1, true]);
			expect((await kept(world.store)).map(({ id }) => id)).toEqual(["b", "c"]);
			expect(await hf.agents.get("a")).not.toHaveProperty("definedMemory");
			expect(await hf.agents.get("b")).toHaveProperty("definedMemory");
			expect((await hf.erase({ everything: true })).complete).toBe(true);
			expect(await kept(world.store)).toEqual([]);
		});

		it("ME4: a strategy that the store cannot serve is refused when it is set, not when somebody waits", async () => {
			const store = memoryStore();
			const search = { keyword: "none", vector: "none", reason: "this store keeps no index" };
			const capabilities = { ...store.capabilities, search } as unknown as Store["capabilities"];
			const hf = await world.open([defineAgent({ id: "a", model: echo() })], {
				store: { ...store, capabilities },
			});
			for (const recall of ["relevant", "both"] as const) {
				const settings: MemorySettings = { recall };
				await refusal(hf.agents.configureMemory("a", settings), "capability_missing");
			}
			expect((await hf.agents.configureMemory("a", { recall: "all" })).memory).toMatchObject({
				recall: "all",
			});
		});
	});
}
