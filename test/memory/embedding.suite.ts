import { describe, expect, it } from "vitest";
import { defineAgent, holdfast } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { fakeEmbedder } from "./fake-embedder.ts";
import { memoryWorld } from "./memory-world.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };
const BOTH = { include: ["facts", "messages"] as const, limit: 20 };

/** FA2, FA6: search with any embedder, with none, and with one that is away. */
export function describeEmbedding(backend: Backend): void {
	describe("embedders (FA2, FA6)", () => {
		const world = memoryWorld(backend);

		it("embedder: false searches by words, and says so (ME4)", async () => {
			const hf = await world.open({ embedder: false });
			await hf.memory("a").writeMany(["The user has a boat.", "The user likes tea."]);
			await hf.session({ agentId: "a", sessionId: "s" }).append(line("user", "my boat leaks"));
			const found = await hf.memory("a").search("boat", BOTH);
			expect(found.method).toBe("keyword");
			expect(contentsOf(found.hits).sort()).toEqual(["The user has a boat.", "my boat leaks"]);
			for (const { parts } of found.hits) expect(parts.vector ?? 0).toBe(0);
		});

		it("an embedding model of the AI SDK finds what has no word in common (FA2)", async () => {
			const { model, asked } = fakeEmbedder();
			const hf = await world.open({ embedder: model });
			const memory = hf.memory("a", { userId: "u" });
			await memory.writeMany(["The user has a vessel.", "The user lives in Lisbon."]);
			await hf.session(ref).append([line("user", "I watched an egret"), line("user", "and read a book")]);
			const boat = await memory.search("boat");
			expect(boat.method).toBe("hybrid");
			expect(boat.hits[0]?.content).toBe("The user has a vessel.");
			expect(boat.hits[0]?.parts.vector).toBeGreaterThan(0);
			expect((await memory.search("heron", { include: ["messages"] })).hits[0]?.content).toBe(
				"I watched an egret",
			);
			// What has its vector is not asked for again.
			const before = asked.length;
			await memory.search("heron", BOTH);
			expect(asked.slice(before)).toEqual(["heron"]);
		});

		it("a new instance reads the vectors that are stored, and asks for none again", async () => {
			const first = fakeEmbedder();
			const one = await world.open({ embedder: first.model });
			await one.memory("a", { userId: "u" }).write("The user has a vessel.");
			await one.session(ref).append(line("user", "I watched an egret"));
			await one.memory("a", { userId: "u" }).search("boat", BOTH);
			await one.idle();
			const second = fakeEmbedder();
			const two = await world.open({ embedder: second.model });
			const { hits } = await two.memory("a", { userId: "u" }).search("bird", BOTH);
			expect(hits[0]?.content).toBe("I watched an egret");
			expect(second.asked).toEqual(["bird"]);
		});

		it("while the embedder is away search goes by words; when it is back everything has its vector (ME4)", async () => {
			const fake = fakeEmbedder();
			const hf = await world.open({ embedder: fake.model });
			const memory = hf.memory("a", { userId: "u" });
			await memory.write("The user has a vessel.");
			expect((await memory.search("boat")).method).toBe("hybrid");
			fake.failure = new Error("no connection");
			await hf.session(ref).append(line("user", "I watched an egret"));
			const without = await memory.search("egret vessel", BOTH);
			expect(without.method).toBe("keyword");
			expect(contentsOf(without.hits).sort()).toEqual(["I watched an egret", "The user has a vessel."]);
			// Writing does not wait for it.
			const id = await memory.write("The user lives in Lisbon.");
			expect((await memory.search("Lisbon")).hits[0]).toMatchObject({ id });
			await memory.update(id, { content: "The user lived in Lisbon." });
			fake.failure = undefined;
			const again = await memory.search("portugal", BOTH);
			expect(again.method).toBe("hybrid");
			expect(again.hits[0]).toMatchObject({ id, content: "The user lived in Lisbon." });
			expect(again.hits[0]?.parts.vector).toBeGreaterThan(0);
			expect((await memory.search("bird", BOTH)).hits[0]?.content).toBe("I watched an egret");
			await hf.idle();
			// And so it has in the store.
			const other = fakeEmbedder();
			const two = await world.open({ embedder: other.model });
			expect((await two.memory("a", { userId: "u" }).search("portugal", BOTH)).hits[0]?.id).toBe(id);
			expect(other.asked).toEqual(["portugal"]);
		});

		it("an embedder that is away from the beginning stops neither writing nor searching", async () => {
			const fake = fakeEmbedder();
			fake.failure = new Error("no connection");
			const hf = await world.open({ embedder: fake.model });
			const memory = hf.memory("a", { userId: "u" });
			await memory.write("The user has a vessel.");
			await hf.session(ref).append(line("user", "I watched an egret"));
			expect(await memory.search("vessel", BOTH)).toMatchObject({
				method: "keyword",
				hits: [{ content: "The user has a vessel." }],
			});
			fake.failure = undefined;
			expect((await memory.search("boat", BOTH)).hits[0]).toMatchObject({
				content: "The user has a vessel.",
			});
			expect((await memory.search("bird", BOTH)).method).toBe("hybrid");
		});

		it("a run goes on while the embedder is away", async () => {
			const fake = fakeEmbedder();
			const model = scriptedModel(() => "Fine.");
			const hf = await world.open({
				embedder: fake.model,
				agents: [defineAgent({ id: "a", model, memory: { recall: "both" } })],
			});
			await hf.memory("a", { userId: "u" }).write("The user has a vessel.");
			await hf.agents.run({ ...ref, input: "I watched an egret" });
			fake.failure = new Error("no connection");
			const { recalled } = await hf.agents.run({ ...ref, input: "What egret did I watch?" });
			expect(recalled).toMatchObject({ method: "keyword", facts: [{ score: expect.any(Number) }] });
			expect(model.texts()[1]).toContain("The user has a vessel.");
		});

		it("what was made without vectors gets them from the first embedder that comes", async () => {
			const one = await world.open({ embedder: false });
			await one.memory("a", { userId: "u" }).write("The user has a vessel.");
			await one.session(ref).append(line("user", "I watched an egret"));
			await one.memory("a", { userId: "u" }).search("vessel", BOTH);
			await one.idle();
			const two = await world.open({ embedder: fakeEmbedder().model });
			const found = await two.memory("a", { userId: "u" }).search("boat", BOTH);
			expect(found.method).toBe("hybrid");
			expect(found.hits[0]?.content).toBe("The user has a vessel.");
			expect((await two.memory("a", { userId: "u" }).search("bird", BOTH)).hits[0]?.content).toBe(
				"I watched an egret",
			);
		});

		it("another embedder is refused, naming what to do, and reembed() does it (FA6)", async () => {
			const one = await world.open({ embedder: fakeEmbedder("first").model });
			await one
				.memory("a", { userId: "u" })
				.writeMany(["The user has a vessel.", "The user lives in Lisbon."]);
			await one.memory("a").write("Quarantined.", { trusted: false });
			await one.session(ref).append(line("user", "I watched an egret"));
			await one.memory("a", { userId: "u" }).search("boat", BOTH);
			await one.idle();
			await one.close();
			const second = fakeEmbedder("second", 3);
			const two = await world.open({ embedder: second.model });
			const memory = two.memory("a", { userId: "u" });
			for (const refused of [memory.search("boat"), memory.write("New."), two.session(ref).search("boat")]) {
				const error = await refusal(refused, "conflict");
				expect(error.message).toContain("hf.reembed()");
				expect(error.message).toContain("fakes/first");
				expect(error.message).toContain("fakes/second");
			}
			// What needs no vector goes on.
			expect((await memory.list()).items).toHaveLength(2);
			await two.session(ref).append(line("user", "still here"));
			expect(await two.reembed()).toEqual({ facts: 2 });
			const boat = await memory.search("boat", BOTH);
			expect(boat.method).toBe("hybrid");
			expect(boat.hits[0]?.content).toBe("The user has a vessel.");
			expect((await memory.search("bird", BOTH)).hits[0]?.content).toBe("I watched an egret");
			await two.idle();
			const third = fakeEmbedder("second", 3);
			const three = await world.open({ embedder: third.model });
			await three.memory("a", { userId: "u" }).search("bird", BOTH);
			expect(third.asked).toEqual(["bird"]);
			// The old one is refused now.
			const old = await world.open({ embedder: fakeEmbedder("first").model });
			await refusal(old.memory("a").search("x"), "conflict");
		});

		it("the same name with other dimensions is another embedder (FA6)", async () => {
			const one = await world.open({ embedder: fakeEmbedder("fake", 1).model });
			await one.memory("a").write("The user has a vessel.");
			const two = await world.open({ embedder: fakeEmbedder("fake", 4).model });
			await two
				.memory("a")
				.search("boat")
				.catch(() => undefined);
			await refusal(two.memory("a").search("boat"), "conflict");
			await two.reembed();
			expect((await two.memory("a").search("boat")).hits).toHaveLength(1);
		});

		it("the embedder is each tenant's own", async () => {
			const one = await world.open({ tenant: "one", embedder: fakeEmbedder("first").model });
			await one.memory("a").write("The user has a vessel.");
			const two = await world.open({ tenant: "two", embedder: fakeEmbedder("second").model });
			await two.memory("a").write("The user has a vessel.");
			expect(await two.reembed()).toEqual({ facts: 1 });
			expect((await one.memory("a").search("boat")).hits).toHaveLength(1);
		});

		it("reembed without need, or without embedder, is harmless", async () => {
			const hf = await world.open();
			await hf.memory("a").write("The user has a vessel.");
			expect(await hf.reembed()).toEqual({ facts: 1 });
			expect(await hf.reembed()).toEqual({ facts: 1 });
			expect((await hf.memory("a").search("vessel")).method).toBe("hybrid");
			const plain = await world.open({ embedder: false });
			expect(await plain.reembed()).toEqual({ facts: 0 });
			expect((await hf.memory("a").search("vessel")).method).toBe("hybrid");
		});

		it("an embedder that is none is refused at the start", async () => {
			for (const embedder of [7, {}, "", true, "unknown-provider/x", scriptedModel([])]) {
				const opened = holdfast({ store: world.store, embedder: garbage(embedder) });
				await expect(opened).rejects.toMatchObject({
					code: expect.stringMatching(/invalid|capability_missing/),
				});
			}
		});
	});
}
