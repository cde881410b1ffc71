import { describe, expect, it, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { defineAgent, type Holdfast, type MemorySettings } from "../../src/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { sameWhere, scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };

async function learn(hf: Holdfast, ...texts: string[]) {
	await hf.session(ref).append(texts.map((text) => line("user", text)));
	await hf.session(ref).end({ wait: true });
	return (await hf.memory("a", { userId: "u" }).list({ status: "all" })).items.toReversed();
}

/** FA3: which model makes facts, and what it is told. */
export function describeExtracting(backend: Backend): void {
	describe("what makes facts (FA3)", () => {
		const world = memoryWorld(backend);
		const named = (modelId: string) => Object.assign(scribe(), { provider: "acme", modelId });

		test.each<[string, MemorySettings | undefined, boolean, string]>([
			["the agent's own model by default", undefined, false, "model:acme/own"],
			["the model of holdfast() where there is one", undefined, true, "model:acme/shared"],
			["`model`: the agent's own", { extractor: "model" }, true, "model:acme/own"],
			["`rules`", { extractor: "rules" }, true, "holdfast-rules-"],
		])("%s", async (_, memory, isShared, extractor) => {
			const agent = defineAgent({ id: "a", model: named("own"), ...(memory && { memory }) });
			const hf = await world.open({ agents: [agent], ...(isShared && { model: named("shared") }) });
			const facts = await learn(hf, "note: The user lives in Berlin.", "I live in Berlin.");
			expect(facts[0]?.extractor).toMatch(extractor);
		});

		it("the demo model makes none: the rules do", async () => {
			const hf = await world.agents({ id: "a", model: "demo", memory: { extractor: "model" } });
			expect(await learn(hf, "I live in Berlin.")).toMatchObject([
				{ extractor: expect.stringMatching(/^holdfast-rules-/) },
			]);
		});

		it("instructions are added to what it is told", async () => {
			const model = named("own");
			const memory = { extractInstructions: "Only what concerns sailing." };
			const hf = await world.agents(defineAgent({ id: "a", model, memory }));
			await learn(hf, "note: The user sails.");
			expect(model.texts()[0]).toContain("Only what concerns sailing.");
		});

		it("one call reads the session and compares with the nearest facts", async () => {
			const model = named("own");
			const hf = await world.agents(defineAgent({ id: "a", model }));
			await hf.memory("a", { userId: "u" }).write("The user likes plums.");
			await learn(hf, "note: The user likes plum jam.", "note: The user sails.", "note: The user skis.");
			expect(model.prompts).toHaveLength(1);
			expect(model.texts()[0]).toContain('"content":"The user likes plums."');
		});

		it("what it took is told, newest first, page by page, and goes with the session (OB1, ER1)", async () => {
			const answer = (facts: unknown[]) => ({
				text: JSON.stringify({ facts }),
				usage: { inputTokens: 70, outputTokens: 7 },
			});
			const model = scribe({
				before: ({ index }) =>
					index === 0
						? answer([
								{ content: "The user sails.", sources: [0] },
								{ content: "Nobody said so.", sources: [9] },
							])
						: answer([]),
			});
			const hf = await world.agents(defineAgent({ id: "a", model }));
			const session = hf.session(ref);
			expect(await session.consolidations()).toEqual({ items: [] });
			await learn(hf, "I sail.");
			await learn(hf, "Hm.");
			const { items } = await session.consolidations();
			expect(items).toMatchObject([
				{ from: 2, statements: 0, calls: 1, inputTokens: 70, outputTokens: 7, dropped: [] },
				{ from: 0, to: 2, statements: 1, calls: 1, inputTokens: 70, dropped: [expect.any(String)] },
			]);
			for (const { at, ms, extractor } of items) {
				expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
				expect(ms).toBeGreaterThanOrEqual(0);
				expect(extractor).toMatch(/^model:/);
			}
			// Numbers and reasons, never what was said.
			expect(JSON.stringify(items)).not.toMatch(/sail|Nobody/);
			const first = await session.consolidations({ limit: 1 });
			expect(first.items).toEqual(items.slice(0, 1));
			expect(await session.consolidations({ cursor: first.next })).toEqual({ items: items.slice(1) });
			await refusal(session.consolidations({ limit: 0 }), "invalid");
			expect(await hf.session({ ...ref, userId: "v" }).consolidations()).toEqual({ items: [] });
			// Another name is the same session.
			await hf.sessions.rekey(ref, { sessionId: "t" });
			const moved = { ...ref, sessionId: "t" };
			expect(await hf.session(moved).consolidations()).toEqual({ items });
			const { uid } = await hf.sessions.get(moved);
			expect(await hf.sessions.delete(moved)).toMatchObject({ complete: true });
			expect(await hf.session(moved).consolidations()).toEqual({ items: [] });
			const tenant = "default" as TenantId;
			const kept = await world.store.documents.list({ tenant, kind: "consolidation", prefix: uid, limit: 9 });
			expect(kept).toEqual([]);
		});

		it("a fact that comes in while the model reads is compared, too: the model is asked again", async () => {
			const isTea = (text: string): boolean => text.includes("tea");
			const model = scribe({
				judge: sameWhere((a, b) => isTea(a) && isTea(b)),
				before: async ({ index }) => {
					if (index === 0) await hf.memory("a", { userId: "u" }).write("The user drinks tea with milk.");
					return undefined;
				},
			});
			const hf: Holdfast = await world.agents(defineAgent({ id: "a", model }));
			const facts = await learn(hf, "note: The user drinks tea in the garden.");
			expect(facts.filter(({ content }) => isTea(content))).toHaveLength(1);
			expect(model.prompts).toHaveLength(2);
		});

		it("text that a user pasted is not the user's word (FA5)", async () => {
			const model = scribe({
				before: () => ({
					text: JSON.stringify({
						facts: [
							{ content: "The user lives in Oslo.", sources: [0] },
							{ content: "The user has a boat.", sources: [1] },
						],
					}),
				}),
			});
			const hf = await world.agents(defineAgent({ id: "a", model }));
			const mail =
				"I live in Oslo.\n\nFrom: bob@example.com\nSubject: Hello\n\nI live in Rome, and have a boat.";
			expect(await learn(hf, mail)).toMatchObject([
				{ content: "The user lives in Oslo.", status: "active", sources: [{ offset: 0 }] },
				{ content: "The user has a boat.", status: "quarantined", sources: [{ offset: 0 }] },
			]);
		});

		test.each([
			[{ extractor: "gpt" }, "memory.extractor"],
			[{ consolidateAfter: -1 }, "memory.consolidateAfter"],
			[{ consolidateAfter: true }, "memory.consolidateAfter"],
			[{ tools: ["think"] }, "memory.tools"],
			[{ extractInstructions: "x".repeat(10_001) }, "memory.extractInstructions"],
		])("%j is refused", (memory, path) => {
			expect(() => defineAgent({ id: "a", memory: memory as MemorySettings })).toThrow(path);
		});
	});
}
