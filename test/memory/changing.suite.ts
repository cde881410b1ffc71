import { describe, expect, it } from "vitest";
import type { FactPatch } from "../../src/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";

/** FA4, FA5, FA7: list, get, update, pin, forget, and what was. */
export function describeChanging(backend: Backend): void {
	describe("changing facts (FA7)", () => {
		const world = memoryWorld(backend);

		it("an update changes what it names, is found at once by the new words only, and is told in the history (FA4, FA7)", async () => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("The office is in Hamburg.", { metadata: { a: 1 }, kind: "place" });
			expect(contentsOf((await memory.search("Hamburg")).hits)).toHaveLength(1);
			const before = await memory.get(id);
			const after = await memory.update(id, {
				content: "The office is in Lisbon.",
				importance: 0.9,
				metadata: { b: 2 },
				validFrom: "2026-02-01T00:00:00Z",
			});
			expect(after).toMatchObject({
				id,
				content: "The office is in Lisbon.",
				importance: 0.9,
				confidence: 1,
				kind: "place",
				metadata: { b: 2 },
				validFrom: "2026-02-01T00:00:00.000Z",
				createdAt: before.createdAt,
			});
			expect(await memory.get(id)).toEqual(after);
			const [hit] = (await memory.search("Lisbon")).hits;
			expect(hit?.content).toBe("The office is in Lisbon.");
			expect(hit?.parts.keyword).toBeGreaterThan(0);
			expect((await memory.search("Hamburg")).hits[0]?.parts.keyword ?? 0).toBeLessThan(
				hit?.parts.keyword ?? 0,
			);
			expect(await memory.history(id)).toMatchObject([
				{ change: "written" },
				{
					change: "updated",
					content: { from: "The office is in Hamburg.", to: "The office is in Lisbon." },
					importance: { from: 0.5, to: 0.9 },
					metadata: { from: { a: 1 }, to: { b: 2 } },
				},
			]);
			expect(await memory.update(id, { validFrom: null })).not.toHaveProperty("validFrom");
		});

		it("an update that changes nothing leaves no trace", async () => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("Tea.", { importance: 0.7 });
			const before = await memory.get(id);
			expect(await memory.update(id, { importance: 0.7, content: "Tea.", pinned: false })).toEqual(before);
			expect(await memory.update(id, {})).toEqual(before);
			expect(await memory.history(id)).toHaveLength(1);
		});

		it.each<[string, FactPatch]>([
			["importance above 1", { importance: 1.5 }],
			["confidence below 0", { confidence: -0.5 }],
			["empty content", { content: " " }],
			["content as long as a document", { content: "x".repeat(4_001) }],
			["a status that is none", garbage({ status: "gone" })],
			["a field that cannot be changed", garbage({ createdAt: "2020-01-01T00:00:00Z" })],
			["another owner (ID1)", garbage({ userId: "v" })],
			["another tenant (ID1)", garbage({ tenant: "t" })],
			["a date that is none", { validTo: "never" }],
			["nothing at all", garbage(undefined)],
			["a text", garbage("x")],
		])("a patch with %s is refused, and nothing changes", async (_, patch) => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("Tea.");
			const before = await memory.get(id);
			await refusal(memory.update(id, patch), "invalid");
			expect(await memory.get(id)).toEqual(before);
			expect(await memory.history(id)).toHaveLength(1);
		});

		it("facts that do not exist are not_found, whatever is asked of them", async () => {
			const memory = (await world.open()).memory("a");
			for (const id of ["nope", "01a1e29a-2401-70aa-9326-33ab739a8a30", "x".repeat(400)]) {
				await refusal(memory.get(id), "not_found");
				await refusal(memory.history(id), "not_found");
				await refusal(memory.update(id, { pinned: true }), "not_found");
				await refusal(memory.pin(id), "not_found");
				await refusal(memory.forget(id), "not_found");
			}
			for (const id of [undefined, 7, "", "a\u0000"]) {
				await refusal(memory.get(garbage(id)), "invalid");
				await refusal(memory.forget(garbage(id)), "invalid");
			}
		});

		it("changes made at once all come through, where they say nothing of the same (FA7)", async () => {
			const [one, two] = [await world.open(), await world.open()];
			const id = await one.memory("a").write("Tea.");
			await Promise.all([
				one.memory("a").update(id, { importance: 0.9 }),
				two.memory("a").update(id, { confidence: 0.3 }),
				one.memory("a").pin(id),
				two.memory("a").update(id, { metadata: { x: 1 } }),
			]);
			expect(await one.memory("a").get(id)).toMatchObject({
				importance: 0.9,
				confidence: 0.3,
				pinned: true,
				metadata: { x: 1 },
			});
			expect(await two.memory("a").history(id)).toHaveLength(5);
		});

		it("pin and unpin; a list can be of the pinned alone (FA7)", async () => {
			const memory = (await world.open()).memory("a");
			const [one, two] = await memory.writeMany(["One.", "Two."]);
			expect((await memory.pin(one as string)).pinned).toBe(true);
			expect(contentsOf((await memory.list({ pinned: true })).items)).toEqual(["One."]);
			expect(contentsOf((await memory.list({ pinned: false })).items)).toEqual(["Two."]);
			expect((await memory.pin(one as string, false)).pinned).toBe(false);
			expect((await memory.pin(two as string, true)).pinned).toBe(true);
			expect(contentsOf((await memory.list({ pinned: true })).items)).toEqual(["Two."]);
		});

		it("what is forgotten is gone for good, with its history, and the receipt counts it (FA7, ER1)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a");
			const id = await memory.write("Tea.");
			const kept = await memory.write("Tea with milk.");
			expect((await memory.search("tea")).hits).toHaveLength(2);
			expect(await memory.forget(id)).toMatchObject({
				erased: { facts: 1, terms: 1, vectors: 1, events: 0 },
				remaining: { facts: 0 },
				complete: true,
			});
			await refusal(memory.get(id), "not_found");
			await refusal(memory.history(id), "not_found");
			await refusal(memory.forget(id), "not_found");
			expect((await memory.search("tea")).hits.map((hit) => hit.id)).toEqual([kept]);
			// And can be learnt anew.
			expect(await memory.write("Tea.")).not.toBe(id);
		});

		it("pages hold each fact once, newest first, also while others are written and forgotten (FA7)", async () => {
			const memory = (await world.open()).memory("a", { userId: "u" });
			const wide = (await world.open()).memory("a");
			const ids: string[] = [];
			for (let i = 0; i < 23; i++) ids.push(await (i % 3 ? memory : wide).write(`Fact ${i}.`));
			const seen: string[] = [];
			let cursor: string | undefined;
			let pages = 0;
			do {
				const page = await memory.list({ limit: 5, ...(cursor !== undefined && { cursor }) });
				seen.push(...page.items.map(({ id }) => id));
				cursor = page.next;
				pages++;
				if (pages === 2) await memory.write("Written meanwhile.");
				if (pages === 2) await memory.forget(ids[3] as string);
			} while (cursor !== undefined);
			expect(pages).toBe(5);
			expect(seen).toEqual(ids.filter((_, i) => i !== 3).reverse());
			const exact = await memory.list({ limit: 23 });
			expect(exact.items).toHaveLength(23);
			expect(exact.next).toBeUndefined();
		});

		it("list takes what it promises and refuses the rest", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			await memory.write("The user's.");
			await hf.memory("a").write("Everybody's.");
			await hf.session({ agentId: "a", userId: "u", sessionId: "s" }).write("The session's.");
			expect(contentsOf((await memory.list()).items)).toEqual(["Everybody's.", "The user's."]);
			expect(contentsOf((await memory.list({ scope: "user" })).items)).toEqual(["The user's."]);
			expect(contentsOf((await memory.list({ scope: "agent" })).items)).toEqual(["Everybody's."]);
			expect(contentsOf((await memory.list({ sessionId: "s" })).items)).toEqual(["The session's."]);
			expect((await memory.list({ sessionId: "t" })).items).toEqual([]);
			expect((await hf.memory("a").list({ scope: "user" })).items).toEqual([]);
			const all = hf.memory("a", { everybody: true });
			expect((await all.list()).items).toHaveLength(3);
			expect(contentsOf((await all.list({ scope: "agent" })).items)).toEqual(["Everybody's."]);
			expect(contentsOf((await all.list({ scope: "user" })).items)).toEqual(["The user's."]);
			for (const options of [
				{ limit: 0 },
				{ limit: 501 },
				{ limit: 1.5 },
				{ status: "gone" },
				{ cursor: "not a cursor" },
				{ cursor: "" },
				{ scope: "session" },
				{ userId: "v" },
				{ sessionId: "" },
			]) {
				await refusal(memory.list(garbage(options)), "invalid");
			}
		});

		it("what nobody vouches for waits in quarantine: kept, listed, not found, until it is released (FA5)", async () => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("The shop sells tea.", { trusted: false });
			expect(await memory.get(id)).toMatchObject({ status: "quarantined" });
			expect((await memory.list()).items).toEqual([]);
			expect((await memory.list({ status: "quarantined" })).items).toHaveLength(1);
			expect((await memory.list({ status: "all" })).items).toHaveLength(1);
			expect((await memory.search("tea shop")).hits).toEqual([]);
			expect(await memory.update(id, { status: "active" })).toMatchObject({ status: "active" });
			expect((await memory.search("tea shop")).hits.map((hit) => hit.id)).toEqual([id]);
			expect((await memory.history(id)).at(-1)).toMatchObject({
				change: "updated",
				status: { from: "quarantined", to: "active" },
			});
			await memory.update(id, { status: "quarantined" });
			expect((await memory.search("tea shop")).hits).toEqual([]);
		});

		it("FA3: a fact that is approved supersedes the active ones that it contradicts, with history on both", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			const [lisbon = "", tea = ""] = await memory.writeMany([
				"The user lives in Lisbon.",
				"The user drinks tea.",
			]);
			const other = await hf.memory("a", { userId: "v" }).write("The user lives in Oslo.");
			const everybody = await hf.memory("a").write("The user lives in Rome.");
			const porto = await memory.write("The user lives in Porto.", { trusted: false });
			expect(await memory.contradictions(porto)).toMatchObject([
				{ fact: { id: lisbon, content: "The user lives in Lisbon." }, reason: expect.any(String) },
			]);
			await memory.pin(lisbon);
			expect(await memory.update(porto, { status: "active" })).toMatchObject({ status: "active" });
			expect(await memory.get(lisbon)).toMatchObject({
				status: "superseded",
				supersededBy: porto,
				validTo: expect.any(String),
			});
			expect((await memory.history(lisbon)).at(-1)).toMatchObject({
				change: "superseded",
				by: porto,
				reason: expect.any(String),
			});
			expect((await memory.history(porto)).at(-1)).toMatchObject({
				change: "updated",
				status: { from: "quarantined", to: "active" },
				supersedes: [lisbon],
			});
			// Facts of others, and those that say something else, stay.
			for (const [whose, id] of [
				[memory, tea],
				[hf.memory("a", { userId: "v" }), other],
				[hf.memory("a"), everybody],
			] as const)
				expect(await whose.get(id)).toMatchObject({ status: "active" });
			expect(await memory.contradictions(porto)).toEqual([]);
			expect((await memory.search("Lisbon")).hits.map(({ id }) => id)).not.toContain(lisbon);
			// The other way round, what was replaced holds again.
			await memory.update(lisbon, { status: "active" });
			expect(await memory.get(porto)).toMatchObject({ status: "superseded", supersededBy: lisbon });
		});

		it("FA3: both are kept where that is asked for; what is told to contradict is checked", async () => {
			const memory = (await world.open()).memory("a", { userId: "u" });
			const lisbon = await memory.write("The user lives in Lisbon.");
			const porto = await memory.write("The user lives in Porto.", { trusted: false });
			await memory.update(porto, { status: "active", contradictions: "keep" });
			expect(await memory.get(lisbon)).toMatchObject({ status: "active" });
			expect(await memory.get(porto)).toMatchObject({ status: "active" });
			expect(await memory.contradictions(porto)).toMatchObject([{ fact: { id: lisbon } }]);
			await refusal(memory.update(porto, garbage({ contradictions: "yes" })), "invalid");
			await refusal(memory.contradictions("nope"), "not_found");
		});

		it("FA3: of two that contradict each other and are approved at once, one holds", async () => {
			const memory = (await world.open()).memory("a", { userId: "u" });
			const ids = await memory.writeMany([
				{ content: "The user lives in Lisbon.", trusted: false },
				{ content: "The user lives in Porto.", trusted: false },
			]);
			await Promise.all(ids.map((id) => memory.update(id, { status: "active" })));
			expect((await memory.list()).items).toHaveLength(1);
		});

		it("what was said again untrusted does not touch what is trusted (FA5)", async () => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("The shop sells tea.", { importance: 0.2 });
			await memory.write("The shop sells tea.", { importance: 1, pinned: true, trusted: false });
			expect(await memory.get(id)).toMatchObject({ status: "active", importance: 0.2, pinned: false });
		});
	});
}
