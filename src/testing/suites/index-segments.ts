import { describe, expect, it } from "vitest";
import { blankBody, type SessionUid } from "../../event/index.ts";
import type { IndexSegment, MemberQuery } from "../../store/ports/index.ts";
import { factOwner, getFact, know } from "../draft-fact.ts";
import { agent, drafts, type Fixture, lifecycle, newUid, type Setup, seed, user } from "../fixture.ts";

const segment = (from: number, to: number, ...bytes: number[]): IndexSegment => ({
	from,
	to,
	documents: to - from,
	vectors: 0,
	body: new Uint8Array(bytes),
});

/** The index of messages: which sessions are searched, and segments that trail the log. */
export function describeIndexSegments(setup: Setup): void {
	const put = (t: Fixture, uid: SessionUid, piece: IndexSegment, blanked = 0) =>
		t.store.index.put({ tenant: t.tenant, uid, segment: piece, blanked });
	const ranges = async (t: Fixture, uid: SessionUid) =>
		(await t.store.index.segments([uid], t.tenant)).map(({ from, to }) => [from, to]);

	describe("members of a search", () => {
		it("FA2: are the sessions of the agents and the user, in order of creation", async () => {
			const t = setup();
			const make = async (id: string, owner: object = {}, parent?: SessionUid) =>
				(await t.append(t.name(id, owner), drafts("a", "b"), { create: seed({ parent }) })).uid;
			const first = await make("z", { user: "u" });
			await make("y", { user: "v" });
			await make("x");
			await make("w", { agent: "other", user: "u" });
			await make("v", { user: "u" });
			const child = await make("child", { user: "u" }, first);
			const members = async (query: Partial<MemberQuery>) => {
				const agents = [agent("agent")];
				const found = await t.store.index.members({ tenant: t.tenant, agents, ...query });
				return found.map(({ sessionId }) => sessionId);
			};
			expect(await members({ userId: user("u") })).toEqual(["z", "v"]);
			expect(await members({ userId: null })).toEqual(["x"]);
			expect(await members({})).toEqual(["z", "y", "x", "v"]);
			const both = [agent("other"), agent("agent"), agent("other")];
			expect(await members({ agents: both, userId: user("u") })).toEqual(["z", "w", "v"]);
			expect(await members({ agents: [] })).toEqual([]);
			expect(await members({ uid: child })).toEqual(["child"]);
			expect(await members({ uid: child, userId: user("v") })).toEqual([]);
			expect(await members({ uid: child, agents: [agent("other")] })).toEqual([]);
			expect(await members({ uid: newUid() })).toEqual([]);
			const other = setup();
			expect(await other.store.index.members({ tenant: other.tenant, agents: both })).toEqual([]);
			expect(await other.store.index.members({ tenant: other.tenant, agents: both, uid: first })).toEqual([]);
		});

		it("FA2: report what there is to index, and how many times events were blanked", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const { uid } = await t.append(name, drafts("a", "b", "c"));
			const query = { tenant: t.tenant, agents: [agent("agent")], userId: user("u") };
			const member = { uid, agentId: "agent", userId: "u", sessionId: "s", base: 0, head: 3, blanked: 0 };
			expect(await t.store.index.members(query)).toEqual([member]);
			await t.prune(name, 1);
			await t.store.erasure.blank({ name }, [1], blankBody);
			await t.store.erasure.blank({ name }, [7], blankBody);
			const later = { ...member, base: 1, blanked: 1 };
			expect(await t.store.index.members(query)).toEqual([later]);
			expect(await t.store.index.members({ ...query, uid })).toEqual([later]);
		});
	});

	describe("segments of the index", () => {
		it("FA2: are returned as stored, ordered by offset; a new one replaces those that begin at or after it", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			expect(await t.store.index.segments([uid], t.tenant)).toEqual([]);
			const piece = { from: 0, to: 4, documents: 3, vectors: 2, body: new Uint8Array([0, 255]) };
			expect(await put(t, uid, piece)).toBe(true);
			expect(await t.store.index.segments([uid], t.tenant)).toEqual([{ ...piece, uid }]);
			piece.body[0] = 9;
			const [read] = await t.store.index.segments([uid], t.tenant);
			expect(read?.body).toEqual(new Uint8Array([0, 255]));
			read?.body.fill(1);
			expect((await t.store.index.segments([uid], t.tenant))[0]?.body).toEqual(new Uint8Array([0, 255]));
			await put(t, uid, segment(4, 6));
			await put(t, uid, segment(6, 8));
			await put(t, uid, segment(8, 9));
			expect(await ranges(t, uid)).toEqual([
				[0, 4],
				[4, 6],
				[6, 8],
				[8, 9],
			]);
			await put(t, uid, segment(4, 9));
			expect(await ranges(t, uid)).toEqual([
				[0, 4],
				[4, 9],
			]);
			await put(t, uid, segment(0, 9));
			expect(await ranges(t, uid)).toEqual([[0, 9]]);
		});

		it("ID1: belong to their session and tenant", async () => {
			const t = setup();
			const other = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			await put(t, uid, segment(0, 1));
			expect(await other.store.index.segments([uid], other.tenant)).toEqual([]);
			expect(await put(other, uid, segment(0, 1))).toBe(false);
			expect(await put(t, newUid(), segment(0, 1))).toBe(false);
		});

		it("SE2: are deleted when one of their events is erased; a segment that was built before is refused", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a", "secret", "c"));
			await put(t, uid, segment(0, 2));
			await put(t, uid, segment(2, 3));
			await t.store.erasure.blank({ name }, [9], blankBody);
			expect(await ranges(t, uid)).toHaveLength(2);
			await t.store.erasure.blank({ name }, [1], blankBody);
			expect(await ranges(t, uid)).toEqual([]);
			expect(await put(t, uid, segment(0, 3), 0)).toBe(false);
			expect(await put(t, uid, segment(0, 3), 1)).toBe(true);
		});

		it("SE12: are deleted when retention removes their events; others stay", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("old", "old", "old", "new", "new"));
			for (const [from, to] of [
				[0, 2],
				[2, 4],
				[4, 5],
			] as [number, number][])
				await put(t, uid, segment(from, to));
			await t.prune(name, 3);
			expect(await ranges(t, uid)).toEqual([[4, 5]]);
			expect(await put(t, uid, segment(2, 5))).toBe(false);
			expect(await put(t, uid, segment(3, 5))).toBe(true);
		});

		it("ID6: stay when the session is renamed, and are deleted when it is merged into another; a fork has none", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			await put(t, uid, segment(0, 1));
			const plan = (to: string) => ({
				from: { uid, tenant: t.tenant },
				to: t.name(to),
				onConflict: "merge" as const,
				at: 1,
				lifecycle: () => lifecycle("rekeyed"),
			});
			await t.store.sessions.rekey(plan("renamed"));
			expect(await ranges(t, uid)).toEqual([[0, 1]]);
			const fork = await t.store.sessions.fork({
				source: { uid, tenant: t.tenant },
				offset: 0,
				to: t.name("fork"),
				uid: newUid(),
				at: 1,
				lifecycle: lifecycle("forked"),
			});
			expect(await ranges(t, fork.uid)).toEqual([]);
			const target = await t.append(t.name("target"), drafts("a"));
			await put(t, target.uid, segment(0, 1));
			await t.store.sessions.rekey(plan("target"));
			expect(await ranges(t, uid)).toEqual([]);
			expect(await ranges(t, target.uid)).toEqual([[0, 1]]);
		});
	});

	describe("the embedder of the index", () => {
		it("FA6: is set only if the expected one is stored", async () => {
			const t = setup();
			const [a, b] = [
				{ name: "a", dimensions: 3 },
				{ name: "b", dimensions: 4 },
			];
			const set = (to: typeof a, expected?: typeof a) =>
				t.store.index.setEmbedder({ tenant: t.tenant, embedder: to, expected, clear: false });
			expect(await t.store.index.embedder(t.tenant)).toBeUndefined();
			expect(await set(a, b)).toBe(false);
			expect(await set(a)).toBe(true);
			expect(await set(b)).toBe(false);
			expect(await set(b, { ...a, dimensions: 4 })).toBe(false);
			expect(await t.store.index.embedder(t.tenant)).toEqual(a);
			expect(await set(b, a)).toBe(true);
			expect(await t.store.index.embedder(t.tenant)).toEqual(b);
		});

		it("FA6: can be replaced with all its segments and entries, of this tenant only", async () => {
			const t = setup();
			const other = setup();
			const made = [];
			for (const each of [t, other]) {
				const { uid } = await each.append(each.name("s"), drafts("a"));
				await put(each, uid, segment(0, 1));
				const entry = new Uint8Array([1]);
				made.push({ uid, fact: await know(each, factOwner(each), "a", { entry, vector: true }) });
			}
			const [mine, theirs] = made;
			if (!mine || !theirs) throw new Error("not stored");
			const embedder = { name: "m", dimensions: 3 };
			expect(
				await t.store.index.setEmbedder({ tenant: t.tenant, embedder, expected: undefined, clear: true }),
			).toBe(true);
			expect(await ranges(t, mine.uid)).toEqual([]);
			expect(await getFact(t, mine.fact.id)).toEqual({ ...mine.fact, entry: undefined, vector: false });
			expect(await ranges(other, theirs.uid)).toEqual([[0, 1]]);
			expect(await getFact(other, theirs.fact.id)).toEqual(theirs.fact);
		});
	});
}
