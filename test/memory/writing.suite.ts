import { describe, expect, it } from "vitest";
import type { Memory, WriteOptions } from "../../src/index.ts";
import { said } from "../api/drafts.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { memoryWorld } from "./memory-world.ts";

const contentsOf = async (memory: Memory): Promise<string[]> =>
	(await memory.list({ status: "all", limit: 500 })).items.map(({ content }) => content);

/** FA1, FA4, FA7: facts that callers write, and what they may say of them. */
export function describeWriting(backend: Backend): void {
	describe("writing facts (FA)", () => {
		const world = memoryWorld(backend);

		it("a fact has the defaults that are promised, and is there at once (FA1)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			const before = Date.now();
			const id = await memory.write("The user drinks tea.");
			const fact = await memory.get(id);
			expect(fact).toEqual({
				id,
				content: "The user drinks tea.",
				scope: "user",
				agentId: "a",
				userId: "u",
				kind: "other",
				status: "active",
				importance: 0.5,
				confidence: 1,
				pinned: false,
				origin: "written",
				sources: [],
				related: [],
				metadata: {},
				createdAt: expect.any(String),
				updatedAt: fact.createdAt,
			});
			expect(Date.parse(fact.createdAt)).toBeGreaterThanOrEqual(before);
			expect((await memory.list()).items).toEqual([fact]);
			expect((await memory.search("tea")).hits[0]).toMatchObject({
				kind: "fact",
				id,
				content: "The user drinks tea.",
				importance: 0.5,
				confidence: 1,
				sources: [],
			});
			expect(await memory.history(id)).toEqual([{ at: fact.createdAt, change: "written" }]);
		});

		it("everything that can be said of a fact comes back as it was said (FA1, FA4)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a");
			const metadata = { ticket: 7, tags: ["x", null], deep: { a: [1, { b: "ü" }] } };
			const id = await memory.write("Support closes at six.", {
				importance: 1,
				confidence: 0,
				pinned: true,
				kind: "opening hours",
				metadata,
				source: "the handbook",
				validFrom: new Date("2026-01-01T00:00:00Z"),
				validTo: "2027-01-01T00:00:00Z",
			});
			metadata.tags.push("changed later");
			expect(await memory.get(id)).toMatchObject({
				scope: "agent",
				importance: 1,
				confidence: 0,
				pinned: true,
				kind: "opening hours",
				metadata: { ticket: 7, tags: ["x", null], deep: { a: [1, { b: "ü" }] } },
				source: "the handbook",
				validFrom: "2026-01-01T00:00:00.000Z",
				validTo: "2027-01-01T00:00:00.000Z",
			});
		});

		it("what is returned is a copy", async () => {
			const memory = (await world.open()).memory("a");
			const id = await memory.write("One.", { metadata: { a: { b: 1 } } });
			const fact = await memory.get(id);
			(fact.metadata.a as { b: number }).b = 2;
			fact.sources.push({ agentId: "a", sessionId: "s", offset: 0 });
			fact.related.push("x");
			expect(await memory.get(id)).toMatchObject({ metadata: { a: { b: 1 } }, sources: [], related: [] });
		});

		it.each<[string, WriteOptions]>([
			["importance above 1", { importance: 1.01 }],
			["importance below 0", { importance: -0.01 }],
			["importance that is no number", { importance: Number.NaN }],
			["importance as a text", garbage({ importance: "high" })],
			["confidence above 1", { confidence: 2 }],
			["confidence below 0", { confidence: -1 }],
			["a confidence that never ends", { confidence: Number.POSITIVE_INFINITY }],
			["pinned as a number", garbage({ pinned: 1 })],
			["trusted as a text", garbage({ trusted: "no" })],
			["an empty kind", { kind: "" }],
			["a kind as long as a document", { kind: "k".repeat(65) }],
			["metadata that is no object", garbage({ metadata: ["x"] })],
			["metadata that is no JSON", garbage({ metadata: { f: () => 1 } })],
			["metadata that is too large", { metadata: { x: "y".repeat(17_000) } }],
			["an empty source", { source: "" }],
			["a source with a negative offset", { source: { sessionId: "s", offset: -1 } }],
			["a source with half an offset", { source: { sessionId: "s", offset: 0.5 } }],
			["a source without session", garbage({ source: { offset: 0 } })],
			["a source with more than is known", garbage({ source: { sessionId: "s", offset: 0, tenant: "t" } })],
			["a date that is none", { validFrom: "soon" }],
			["a date that does not exist", { validTo: new Date(Number.NaN) }],
			["an option that nobody knows", garbage({ weight: 3 })],
			["a tenant of the caller's choice (ID1)", garbage({ tenant: "other" })],
			["a user of the caller's choice (ID1)", garbage({ userId: "other" })],
			["options that are none", garbage("importance")],
		])("%s is refused, and nothing is written (FA1)", async (_, options) => {
			const hf = await world.open();
			const memory = hf.memory("a");
			await refusal(memory.write("A fact.", options), "invalid");
			await refusal(hf.session({ agentId: "a", sessionId: "new" }).write("A fact.", options), "invalid");
			await refusal(
				memory.writeMany(["First.", garbage({ content: "A fact.", ...options, nope: 1 })]),
				"invalid",
			);
			expect(await contentsOf(memory)).toEqual([]);
			expect((await hf.sessions.list()).items).toEqual([]);
		});

		it.each<[string, unknown]>([
			["nothing", undefined],
			["a number", 7],
			["an object", { content: "x" }],
			["an empty text", ""],
			["blanks", " \n\t"],
			["a document", "x".repeat(4_001)],
			["a NUL", "a\u0000b"],
			["half a character", "a\ud800b"],
		])("content that is %s is refused, and nothing is written (FA1)", async (_, content) => {
			const hf = await world.open();
			const memory = hf.memory("a");
			await refusal(memory.write(garbage(content)), "invalid");
			await refusal(
				memory.writeMany(["Fine.", garbage(content)]).then((ids) => ids),
				"invalid",
			).catch((error) => {
				// An object with content is what a list is made of.
				if (typeof content !== "object") throw error;
			});
			await refusal(hf.session({ agentId: "a", sessionId: "new" }).write(garbage(content)), "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
			if (typeof content !== "object") expect(await contentsOf(memory)).toEqual([]);
		});

		it("bad agents and bad scopes reject at the first use and never throw", async () => {
			const hf = await world.open();
			for (const [agent, scope] of [
				["", {}],
				["a", { userId: "" }],
				["a", { everybody: false }],
				["a", { tenant: "other" }],
				["a", { userId: "u", agentId: "b" }],
				[7, {}],
			]) {
				const memory = hf.memory(garbage(agent), garbage(scope));
				await refusal(memory.write("x"), "invalid");
				await refusal(memory.search("x"), "invalid");
				await refusal(memory.list(), "invalid");
				await refusal(memory.get("x"), "invalid");
				await refusal(memory.delete({ sessionId: "s" }), "invalid");
				await refusal(memory.rebuild(), "invalid");
			}
		});

		it("word for word the same is confirmed, not kept twice; the surer and the weightier count (FA3)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			await hf.session({ agentId: "a", userId: "u", sessionId: "s" }).append([said("one"), said("two")]);
			const id = await memory.write("The user drinks tea.", {
				importance: 0.3,
				confidence: 0.9,
				metadata: { first: true },
				source: { sessionId: "s", offset: 0 },
			});
			expect(
				await memory.write("  the user DRINKS tea ", {
					importance: 0.8,
					confidence: 0.2,
					pinned: true,
					source: { sessionId: "s", offset: 1 },
				}),
			).toBe(id);
			expect((await memory.list()).items).toHaveLength(1);
			expect(await memory.get(id)).toMatchObject({
				content: "The user drinks tea.",
				importance: 0.8,
				confidence: 0.9,
				pinned: true,
				metadata: { first: true },
				sources: [
					{ sessionId: "s", offset: 0 },
					{ sessionId: "s", offset: 1 },
				],
			});
			expect((await memory.history(id)).map(({ change }) => change)).toEqual(["written", "confirmed"]);
		});

		it("the same words of another owner are another fact", async () => {
			const hf = await world.open();
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			const ids = [
				await hf.memory("a").write("Tea."),
				await hf.memory("a", { userId: "u" }).write("Tea."),
				await hf.memory("a", { userId: "v" }).write("Tea."),
				await hf.memory("b").write("Tea."),
				await session.write("Tea."),
				await hf.session({ agentId: "a", userId: "u", sessionId: "t" }).write("Tea."),
			];
			expect(new Set(ids).size).toBe(6);
			expect(await session.write("tea")).toBe(ids[4]);
		});

		it("written at once by many, it is one fact with the sources of all (FA3, FA4)", async () => {
			const [one, two] = [await world.open(), await world.open()];
			const session = one.session({ agentId: "a", sessionId: "s" });
			await session.append(Array.from({ length: 12 }, (_, i) => said(`line ${i}`)));
			const ids = await Promise.all(
				Array.from({ length: 12 }, (_, offset) =>
					(offset % 2 ? one : two).memory("a").write("Tea.", { source: { sessionId: "s", offset } }),
				),
			);
			expect(new Set(ids).size).toBe(1);
			const fact = await one.memory("a").get(ids[0] as string);
			expect(fact.sources.map(({ offset }) => offset).sort((a, b) => a - b)).toEqual(
				Array.from({ length: 12 }, (_, i) => i),
			);
		});

		it("writeMany gives an id for each in their order, also for repeats, in one breath or over several (FA1)", async () => {
			const memory = (await world.open()).memory("a");
			const known = await memory.write("Fact 3.");
			const facts = Array.from({ length: 1_203 }, (_, i) =>
				i % 2 ? `Fact ${i % 1_200}.` : { content: `Fact ${i % 1_200}.`, importance: 0.9, metadata: { i } },
			);
			const ids = await memory.writeMany(facts);
			expect(ids).toHaveLength(1_203);
			expect(ids[3]).toBe(known);
			expect(ids.slice(1_200)).toEqual(ids.slice(0, 3));
			expect(new Set(ids).size).toBe(1_200);
			expect(await memory.get(ids[700] as string)).toMatchObject({
				content: "Fact 700.",
				importance: 0.9,
				metadata: { i: 700 },
			});
			expect(await memory.writeMany([])).toEqual([]);
			await refusal(memory.writeMany(garbage("Fact.")), "invalid");
			await refusal(memory.writeMany(new Array(10_001).fill("x")), "invalid");
		}, 60_000);

		it("sources are events that exist, of sessions of this memory (FA4)", async () => {
			const hf = await world.open();
			await hf.session({ agentId: "a", userId: "u", sessionId: "s" }).append([said("one"), said("two")]);
			await hf.session({ agentId: "a", userId: "v", sessionId: "s" }).append([said("of v")]);
			const memory = hf.memory("a", { userId: "u" });
			for (const source of [
				{ sessionId: "s", offset: 2 },
				{ sessionId: "t", offset: 0 },
				[
					{ sessionId: "s", offset: 0 },
					{ sessionId: "s", offset: 9 },
				],
			]) {
				await refusal(memory.write("Tea.", { source }), "not_found");
			}
			// Without user, it is the session of nobody.
			await refusal(hf.memory("a").write("Tea.", { source: { sessionId: "s", offset: 0 } }), "not_found");
			// Another user's session is none of this memory.
			await refusal(
				memory.write("Tea.", { source: { sessionId: "s", offset: 0, userId: "v" } }),
				"not_found",
			);
			expect(await contentsOf(memory)).toEqual([]);
			const id = await memory.write("Tea.", {
				source: [
					{ sessionId: "s", offset: 1 },
					{ sessionId: "s", offset: 0 },
				],
			});
			expect((await memory.get(id)).sources).toEqual([
				{ agentId: "a", userId: "u", sessionId: "s", offset: 0 },
				{ agentId: "a", userId: "u", sessionId: "s", offset: 1 },
			]);
			expect((await memory.from({ sessionId: "s", offset: 1 })).map((fact) => fact.id)).toEqual([id]);
			expect(await memory.from({ sessionId: "s", offset: 5 })).toEqual([]);
			expect(await memory.from({ sessionId: "nope", offset: 0 })).toEqual([]);
			// A fact for everybody may name the user whose words it rests on.
			const wide = await hf.memory("a").write("Many like tea.", {
				source: { sessionId: "s", offset: 0, userId: "u" },
			});
			expect((await hf.memory("a").get(wide)).sources).toHaveLength(1);
		});

		it("a source can be an event of the session that writes (FA4)", async () => {
			const hf = await world.open();
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			await session.append(said("I like tea"));
			const id = await session.write("The user likes tea.", {
				source: { sessionId: "s", offset: 0, userId: "u" },
			});
			expect(await hf.memory("a", { userId: "u" }).get(id)).toMatchObject({
				scope: "session",
				sessionId: "s",
				sources: [{ sessionId: "s", offset: 0, userId: "u" }],
			});
			expect(await session.write("the user likes tea", { source: { sessionId: "s", offset: 0 } })).toBe(id);
		});

		it("secrets are taken out before anything is stored; a setting leaves them (FA5)", async () => {
			const key = "sk-proj-Zt4mVq81LxPa93KdWn27Rb56YcUe0HfJ";
			const hf = await world.agents({ id: "a" }, { id: "open", memory: { redact: false } });
			const memory = hf.memory("a");
			const id = await memory.write(`The key is ${key}.`);
			const fact = await memory.get(id);
			expect(fact.content).not.toContain(key);
			expect(fact.content).toContain("[redacted");
			expect(fact.redacted).toHaveLength(1);
			await memory.update(id, { content: `It is ${key} now.` });
			expect(JSON.stringify([await memory.get(id), await memory.history(id)])).not.toContain(key);
			const kept = await hf.memory("open").write(`The key is ${key}.`);
			expect((await hf.memory("open").get(kept)).content).toContain(key);
		});
	});
}
