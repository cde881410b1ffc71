import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantId, UserId } from "../../../src/event/index.ts";
import { type Holdfast, type HoldfastOptions, holdfast, type VectorIndex } from "../../../src/index.ts";
import { analyse } from "../../../src/memory/index/index.ts";
import { ownSpace } from "../../../src/memory/index.ts";
import type { IndexOwner } from "../../../src/store/index.ts";
import { postgres, postgresIndex } from "../../../src/store/postgres/index.ts";
import { sqlite } from "../../../src/store/sqlite/index.ts";
import { type PgliteServer, startPglite } from "./start-pglite.ts";

const AGENT = "support";
const FACTS = [
	"Ada prefers tea to coffee.",
	"Ada's sister Anna lives in Oslo.",
	"Ada plays the piano in a band.",
	"Ada is allergic to peanuts.",
	"Ada works as a nurse in a hospital.",
];

/** Both: the store's own index, and one beside a store of another sort. */
describe.each(["the store's own", "beside SQLite"])("an index outside of the process, %s", (which) => {
	let server: PgliteServer;
	let index: VectorIndex;
	let hf: Holdfast;
	let n = 0;
	let tenant: TenantId;
	const file = sqlite(":memory:");
	const open = (options: HoldfastOptions = {}) => {
		const more = { ...server.options, exactUpTo: 0 };
		const of =
			which === "beside SQLite"
				? { store: file, index: postgresIndex(server.url, more) }
				: { store: postgres(server.url, more) };
		return holdfast({ ...of, tenant, ...options });
	};
	const scope = (user?: string): { target: IndexOwner } => ({
		target: {
			tenant,
			space: ownSpace(AGENT as never),
			userId: user as UserId | undefined,
			uid: undefined,
			kind: "fact",
		},
	});

	beforeAll(async () => {
		server = await startPglite();
		index = postgresIndex(server.url, server.options);
		await index.open();
		await file.open();
	}, 60_000);
	afterAll(async () => {
		await file.close();
		await index?.close();
		await server?.stop();
	});
	beforeEach(async () => {
		tenant = `t${++n}` as TenantId;
		hf = await open();
		return async () => {
			await hf.close();
		};
	});

	const find = async (query: string, of = hf) =>
		(await of.memory(AGENT, { userId: "ada" }).search(query)).hits.map(({ content }) => content);

	test("what was acknowledged is found, what was changed or forgotten is not (FA2)", async () => {
		const memory = hf.memory(AGENT, { userId: "ada" });
		const ids = await memory.writeMany(FACTS);
		expect((await find("Where does her sister live?"))[0]).toBe(FACTS[1]);
		expect(await index.count(scope("ada"))).toEqual({ terms: 5, vectors: 5 });
		await memory.update(ids[1] as string, { content: "Ada's brother Carl lives in Rome." });
		expect((await find("brother"))[0]).toContain("Carl");
		expect(await find("Oslo")).not.toContain(FACTS[1]);
		await memory.update(ids[2] as string, { status: "superseded" });
		expect(await find("piano")).not.toContain(FACTS[2]);
		const id = await memory.write("Ada has a dog named Rex.");
		expect((await find("dog"))[0]).toContain("Rex");
		await memory.pin(id);
		expect((await find("dog"))[0]).toContain("Rex");
		expect(await index.count(scope("ada"))).toEqual({ terms: 5, vectors: 5 });
	});

	test("a second process writes and finds through the same index (FA2)", async () => {
		const other = await open();
		// One after the other: behind this server all connections are one.
		for (const [i, fact] of FACTS.entries()) {
			const [writer, reader] = i % 2 === 0 ? [hf, other] : [other, hf];
			await writer.memory(AGENT, { userId: "ada" }).write(fact);
			expect(await find(fact, reader)).toContain(fact);
			expect(await find(fact, writer)).toContain(fact);
		}
		expect(await find("sister")).toEqual(await find("sister", other));
		expect(await index.count(scope("ada"))).toEqual({ terms: 5, vectors: 5 });
		await other.close();
	});

	test("what is erased is gone from the index too, and the receipt has looked (ER1)", async () => {
		const memory = hf.memory(AGENT, { userId: "ada" });
		const fill = async () => {
			const ids = await memory.writeMany(FACTS);
			await hf.memory(AGENT).writeMany(FACTS);
			expect(await find("sister")).not.toEqual([]);
			return ids;
		};
		const [id] = await fill();
		expect(await memory.forget(id as string)).toMatchObject({ complete: true });
		expect(await index.count(scope("ada"))).toEqual({ terms: 4, vectors: 4 });
		const gone = { terms: 0, vectors: 0 };
		for (const erase of [
			() => hf.users.delete("ada"),
			() => memory.delete({ userId: "ada" }),
			() => hf.erase({ agentId: AGENT }),
			() => hf.erase({ everything: true }),
		]) {
			await fill();
			expect(await erase()).toMatchObject({ complete: true, remaining: gone });
			expect(await index.count(scope("ada"))).toEqual(gone);
		}
		expect(await index.count({ tenant, everything: true })).toEqual(gone);
		expect(await find("sister")).toEqual([]);
		await hf.compact();
	});

	test("a user's facts are found under the new name, and nothing is left under the old one (ID6)", async () => {
		await hf.memory(AGENT, { userId: "bob" }).writeMany(FACTS);
		await hf.memory(AGENT, { userId: "bob" }).search("sister");
		await hf.users.upsert("bob", {});
		await hf.users.rekey("bob", "ada");
		expect(await index.count(scope("bob"))).toEqual({ terms: 0, vectors: 0 });
		expect((await find("sister"))[0]).toBe(FACTS[1]);
	});

	test("with another embedder everything is indexed anew (FA6)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		await find("sister");
		await hf.close();
		hf = await open({ embedder: false });
		await hf.memory(AGENT, { userId: "ada" }).write("Ada has a dog named Rex.");
		// Whoever has no embedder finds by words, what is new too, and leaves the vectors as they are.
		expect((await find("dog"))[0]).toContain("Rex");
		expect(await index.count(scope("ada"))).toEqual({ terms: 5, vectors: 5 });
		const mark = await index.mark(scope("ada").target);
		expect(mark?.embedder).toBeDefined();
		await hf.close();
		hf = await open();
		expect((await find("dog"))[0]).toContain("Rex");
		expect(await index.count(scope("ada"))).toEqual({ terms: 6, vectors: 6 });
	});

	test("an index that was lost is made again (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		expect((await find("sister"))[0]).toBe(FACTS[1]);
		await index.erase({ tenant, everything: true });
		expect((await find("sister"))[0]).toBe(FACTS[1]);
		expect(await index.count(scope("ada"))).toEqual({ terms: 5, vectors: 5 });
	});

	test("hits of the index that the store does not have are dropped (FA2)", async () => {
		await hf.memory(AGENT, { userId: "ada" }).writeMany(FACTS);
		await find("sister");
		const { target } = scope("ada");
		const mark = await index.mark(target);
		if (!mark) throw new Error("nothing was indexed");
		const { terms, counts } = analyse("sister");
		const put = [{ owner: target, no: 999_999, terms, counts, vector: undefined }];
		await index.write({ target, from: mark, to: mark, clear: false, put, remove: [] });
		expect((await find("sister"))[0]).toBe(FACTS[1]);
	});
});
