import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { madeUpFacts, madeUpQueries } from "../../bench/children/made-up-facts.ts";
import { HoldfastError } from "../../src/error/index.ts";
import type { TenantId, UserId } from "../../src/event/index.ts";
import { type Holdfast, type HoldfastOptions, holdfast, memoryStore, type Store } from "../../src/index.ts";
import { decodeFact } from "../../src/memory/recall/fact-entry.ts";
import type { IndexScope } from "../../src/store/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { type MemoryIndex, memoryIndex } from "../../src/testing/vector-index/memory-index.ts";
import { fakeEmbedder } from "./fake-embedder.ts";

const AGENT = "support";
const FACTS = [
	"Ada prefers tea to coffee.",
	"Ada's sister Anna lives in Oslo.",
	"Ada plays the piano in a band.",
	"Ada is allergic to peanuts.",
	"Ada works as a nurse in a hospital.",
];
const everything: IndexScope = { tenant: "default" as TenantId, everything: true };

describe.each(["memory", "SQLite"])("an index of vectors only, with a store in %s", (which) => {
	let store: Store;
	let index: MemoryIndex;
	let hf: Holdfast;
	const opened: Holdfast[] = [];
	const open = async (options: HoldfastOptions = { index }): Promise<Holdfast> => {
		const made = await holdfast({ store, ...options });
		opened.push(made);
		return made;
	};

	beforeEach(async () => {
		store = which === "memory" ? memoryStore() : sqlite(":memory:");
		await store.open();
		index = memoryIndex();
		hf = await open();
	});
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((one) => one.close()));
		await store.close();
	});

	const find = async (query: string, of = hf, scope: Parameters<Holdfast["memory"]>[1] = { userId: "ada" }) =>
		(await of.memory(AGENT, scope).search(query)).hits.map(({ content }) => content);
	const vectors = async () => (await index.count(everything)).vectors;
	/** Makes the index fail, like a server that is down. */
	const breakDown = (): (() => void) => {
		const { nearest, mark, write, count } = index;
		const fail = async () => {
			throw new HoldfastError("unavailable", "the index is down");
		};
		Object.assign(index, { nearest: fail, mark: fail, write: fail, count: fail });
		return () => Object.assign(index, { nearest, mark, write, count });
	};

	test("the same hits with nearly the same scores as in the process, for a user and for a whole space (FA2, ME8)", async () => {
		const facts = madeUpFacts(3_000);
		const inside = await open({});
		await inside.memory(AGENT, { userId: "ada" }).writeMany(facts.slice(0, 2_400));
		await inside.memory(AGENT).writeMany(facts.slice(2_400));
		// The index is built in the background.
		const scopes = [{ userId: "ada" }, { everybody: true as const }];
		for (const scope of scopes) await hf.memory(AGENT, scope).search("first");
		await hf.idle();
		let [same, all, near] = [0, 0, 0];
		const { nearest } = index;
		index.nearest = (query) => {
			near++;
			return nearest(query);
		};
		for (const scope of scopes) {
			const differences: number[] = [];
			for (const query of madeUpQueries(20, facts)) {
				const ours = await hf.memory(AGENT, scope).search(query, { limit: 10 });
				const exact = await inside.memory(AGENT, scope).search(query, { limit: 10 });
				expect(ours.method).toBe(exact.method);
				const scores = new Map(ours.hits.map(({ id, score }) => [id, score]));
				for (const { id, score } of exact.hits) {
					const own = scores.get(id);
					if (own !== undefined) same++;
					differences.push(Math.abs((own ?? score) - score));
				}
				all += exact.hits.length;
			}
			differences.sort((a, b) => a - b);
			// The sample of cosines is another one than in the process.
			expect(differences[differences.length >> 1]).toBeLessThan(0.01);
			expect(differences.at(-1)).toBeLessThan(0.05);
		}
		expect(all).toBeGreaterThan(300);
		expect(same / all).toBeGreaterThanOrEqual(0.98);
		// Each search asked the index: once for the user and once for the space itself, or once for everybody.
		expect(near).toBeGreaterThanOrEqual(40);
	}, 120_000);

	test("a search by date finds facts of that day without a shared word, as in the process (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		const inside = await open({});
		const query = "what did she mention today?";
		expect(await find(query)).toEqual(await find(query, inside));
		expect(await find(query)).not.toEqual([]);
	});

	test("what was acknowledged is found, what was changed or forgotten is not (FA2, ER1)", async () => {
		const memory = hf.memory(AGENT, { userId: "ada" });
		const ids = await memory.writeMany(FACTS);
		expect((await find("Where does her sister live?"))[0]).toBe(FACTS[1]);
		expect(await vectors()).toBe(5);
		await memory.update(ids[1] as string, { content: "Ada's brother Carl lives in Rome." });
		expect((await find("brother"))[0]).toContain("Carl");
		expect(await find("Oslo")).not.toContain(FACTS[1]);
		await memory.update(ids[2] as string, { status: "superseded" });
		expect(await find("piano")).not.toContain(FACTS[2]);
		expect(await vectors()).toBe(4);
		expect(await memory.forget(ids[0] as string)).toMatchObject({ complete: true });
		expect(await vectors()).toBe(3);
		expect(await find("tea")).not.toContain(FACTS[0]);
	});

	test("what is erased is gone from the index too, of sessions and whole spaces too (ER1)", async () => {
		const memory = hf.memory(AGENT, { userId: "ada" });
		const session = hf.session({ agentId: AGENT, userId: "ada", sessionId: "s" });
		const fill = async () => {
			await memory.writeMany(FACTS);
			await session.history.append({ role: "user", content: "Hello" });
			await session.write("Ada wants a refund.");
			await hf.memory(AGENT).write("The shop opens at nine.");
			await find("sister");
			expect((await find("refund", hf, { everybody: true })).join()).toContain("refund");
		};
		for (const [erase, left] of [
			[() => hf.sessions.delete(session.ref), 6],
			[() => hf.users.delete("ada"), 1],
			[() => memory.delete({ userId: "ada" }), 1],
			[() => hf.erase({ agentId: AGENT }), 0],
			[() => hf.erase({ everything: true }), 0],
		] as const) {
			await fill();
			expect(await vectors()).toBe(7);
			expect(await erase()).toMatchObject({ complete: true, remaining: { vectors: 0 } });
			expect(await vectors()).toBe(left);
			expect((await find("sister refund", hf, { everybody: true })).join()).not.toContain("refund");
		}
	});

	test("facts are found under the new name of a user, and nothing under the old one (ID6)", async () => {
		await hf.memory(AGENT, { userId: "bob" }).writeMany(FACTS);
		await find("sister", hf, { userId: "bob" });
		await find("sister", hf, { everybody: true });
		await hf.users.upsert("bob", {});
		await hf.users.rekey("bob", "ada");
		expect(await find("sister", hf, { userId: "bob" })).toEqual([]);
		expect((await find("sister"))[0]).toBe(FACTS[1]);
		expect((await find("sister", hf, { everybody: true }))[0]).toBe(FACTS[1]);
		expect(await vectors()).toBe(5);
	});

	test("an index that lags is caught up; one that answers from the past shows nothing deleted or foreign (FA2, ID1)", async () => {
		const [first] = await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		await hf.memory(AGENT, { userId: "bob" }).write("Bob's sister lives in Rome.");
		await find("sister");
		// Another process, without the index, writes.
		const other = await open({});
		await other.memory(AGENT, { userId: "ada" }).write("Ada has a dog named Rex.");
		expect((await find("a pet that barks"))[0]).toContain("Rex");
		// From now on, the index answers with numbers of deleted facts and of other owners.
		await find("sister", hf, { userId: "bob" });
		const all = await index.nearest({
			target: { tenant: "default" as TenantId, space: "agent:support", kind: "fact", everybody: true },
			vector: new Int8Array(256).fill(1),
			limit: 99,
		});
		expect(all.entries).toHaveLength(7);
		index.nearest = async () => all;
		await hf.memory(AGENT, { userId: "ada" }).forget(first as string);
		const found = await find("sister tea");
		expect(found[0]).toBe(FACTS[1]);
		expect(found.join()).not.toMatch(/Bob|prefers tea/);
	});

	test("an index that is down is replaced by the store: the same hits, by the same method (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		const memory = hf.memory(AGENT, { userId: "ada" });
		const query = "Where does her sister live?";
		const before = await memory.search(query);
		const repair = breakDown();
		const without = await memory.search(query);
		expect(without.method).toBe("hybrid");
		expect(without.hits.map(({ id }) => id)).toEqual(before.hits.map(({ id }) => id));
		await memory.write("Ada has a dog named Rex.");
		expect((await find("dog"))[0]).toContain("Rex");
		repair();
		const later = await open();
		expect((await find("dog", later))[0]).toContain("Rex");
		expect(await vectors()).toBe(6);
	});

	test("an index that was emptied is filled again by the next search (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		const query = "a relative abroad";
		const before = await find(query);
		index.empty();
		expect(await find(query)).toEqual(before);
		expect(await vectors()).toBe(5);
	});

	test("an index that is ahead of a restored store is built again (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		await find("sister");
		const older = await open({ store: memoryStore(), index });
		const cleared: boolean[] = [];
		const { write } = index;
		index.write = (change) => {
			cleared.push(change.clear);
			return write(change);
		};
		await older.memory(AGENT, { userId: "ada" }).write("Ada has a dog named Rex.");
		expect(await find("a pet that barks", older)).toEqual(["Ada has a dog named Rex."]);
		expect(cleared).toEqual([true]);
		expect(await vectors()).toBe(1);
	});

	test("two processes that write and search at the same time leave one current entry for each fact (FA2)", async () => {
		const other = await open();
		const ids = await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		for (let round = 0; round < 8; round++) {
			const [writer, reader] = round % 2 === 0 ? [hf, other] : [other, hf];
			const content = `Ada's sister Anna lives in house ${round}.`;
			await Promise.all([
				writer.memory(AGENT, { userId: "ada" }).update(ids[1] as string, { content }),
				find("sister", reader),
				find("sister", writer),
			]);
			expect((await find("sister", reader))[0]).toBe(content);
			expect((await find("sister", writer))[0]).toBe(content);
		}
		expect(await vectors()).toBe(5);
	});

	test.each(["before", "after"])(
		"contents that a slow process writes late are corrected; the other process ends %s it (FA2)",
		async (order) => {
			const memory = hf.memory(AGENT, { userId: "ada" });
			const [id] = await memory.writeMany(FACTS);
			await find("sister");
			const last = new Map<number, string>();
			const { write } = index;
			index.write = async (change) => {
				const isMade = await write(change);
				for (const { no, vector } of isMade ? change.put : []) last.set(no, String(vector));
				return isMade;
			};
			let late: (() => Promise<unknown>) | undefined;
			const slow: MemoryIndex = {
				...index,
				async write(change) {
					const work = late;
					late = undefined;
					if (!work) return index.write(change);
					// It has compared the mark already when the other process writes.
					await work();
					const from = await index.mark(change.target);
					return index.write({ ...change, from, to: order === "before" || !from ? change.to : from });
				},
			};
			const other = await open({ index: slow });
			await find("sister", other);
			await memory.update(id as string, { content: "Ada prefers juice." });
			late = async () => {
				await memory.update(id as string, { content: "Ada sails a boat." });
				await find("boat");
			};
			await find("juice", other);
			const [no, current] = [...last][0] ?? [0, ""];
			expect(last.size).toBe(1);
			const { facts } = await store.facts.changes(
				{ tenant: "default" as TenantId, space: "agent:support", userId: "ada" as UserId, uid: undefined },
				0,
				9,
			);
			const entry = facts.find((fact) => fact.no === no)?.entry;
			expect(entry && String(decodeFact(entry)?.vector)).toBe(current);
			expect((await find("a trip on the sea", other))[0]).toContain("boat");
		},
	);

	test("after a change of the embedder, all vectors are replaced; without one, they stay (FA6)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		const scopes = [{ userId: "ada" }, { everybody: true as const }];
		for (const scope of scopes) await find("sister", hf, scope);
		const plain = await open({ index, embedder: false });
		expect((await find("sister", plain))[0]).toBe(FACTS[1]);
		expect(await vectors()).toBe(5);
		await hf.close();
		const other = await open({ index, embedder: fakeEmbedder().model });
		await other.reembed();
		for (const scope of scopes) expect((await find("a hot beverage", other, scope))[0]).toBe(FACTS[0]);
		expect(await vectors()).toBe(5);
		const { entries } = await index.nearest({
			target: { tenant: "default" as TenantId, space: "agent:support", kind: "fact", everybody: true },
			vector: new Int8Array(256).fill(1),
			limit: 9,
		});
		expect(entries).toEqual([]);
	});

	test("vectors that the index refuses are searched in the process, and doctor gives the reason (BE3)", async () => {
		const [small, asked] = [memoryIndex(), [] as number[]];
		small.check = async (dimensions) => {
			asked.push(dimensions);
			return "only vectors of 2 dimensions";
		};
		const of = await open({ index: small });
		await of.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		expect((await find("sister", of))[0]).toBe(FACTS[1]);
		expect((await small.count(everything)).vectors).toBe(0);
		expect(asked).toEqual([256]);
		const { findings } = await of.doctor();
		const found = findings.find(({ about }) => about === "index");
		expect([found?.status, found?.message]).toEqual([
			"warning",
			expect.stringContaining("only vectors of 2 dimensions"),
		]);
	});
});
