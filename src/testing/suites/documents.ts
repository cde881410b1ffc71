import { describe, expect, it } from "vitest";
import { type AgentId, blankBody } from "../../event/index.ts";
import type { DocumentDraft } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, newUid, type Setup, seed } from "../fixture.ts";

const HOUR = 3_600_000;
const LONG_GONE = 1_000;

const doc = (id: string, parts: Partial<DocumentDraft> = {}): DocumentDraft => ({
	kind: "key",
	id,
	body: { of: id },
	...parts,
});

/** By code point, as every store compares text. */
const inOrder = (ids: readonly string[]): string[] =>
	[...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Small records of a tenant. */
export function describeDocuments(setup: Setup): void {
	const put = (t: Fixture, document: DocumentDraft, expected?: "absent" | number, at = 5) =>
		t.store.documents.put({ tenant: t.tenant, document, expect: expected, at });
	const get = (t: Fixture, id: string, kind = "key") => t.store.documents.get(t.tenant, kind, id);
	const ids = async (
		t: Fixture,
		query: { kind?: string; prefix?: string; after?: string; limit?: number },
	) => {
		const found = await t.store.documents.list({ tenant: t.tenant, kind: "key", limit: 99, ...query });
		return found.map(({ id }) => id);
	};
	const need = (rev: number | false): number => {
		if (rev === false) throw new Error("the document was not put");
		return rev;
	};
	/** A session with a document of each kind. */
	const furnish = async (t: Fixture, id: string) => {
		const { uid } = await t.append(t.name(id), drafts("a"));
		await put(t, doc(`${id} feed`, { kind: "feed", uid }));
		await put(t, doc(`${id} key`, { uid }));
		return uid;
	};

	describe("documents", () => {
		it("IF1: a document is returned as stored, only under its tenant, kind and id", async () => {
			const [t, other] = [setup(), setup()];
			const body = { text: "né ✓ 🚀 \u2028", number: 1.5, list: [1, { deep: null }], nothing: {} };
			const rev = need(await put(t, doc("a", { body })));
			const rest = { createdAt: 5, updatedAt: 5, expiresAt: undefined, uid: undefined };
			expect(await get(t, "a")).toEqual({ tenant: t.tenant, kind: "key", id: "a", rev, body, ...rest });
			expect(await get(t, "b")).toBeUndefined();
			expect(await get(t, "a", "secret")).toBeUndefined();
			expect(await get(other, "a")).toBeUndefined();
			expect(await ids(other, {})).toEqual([]);
			expect(await other.store.documents.remove({ tenant: other.tenant, kind: "key", id: "a" })).toBe(false);
			expect(await other.store.documents.sweep(other.tenant, Number.MAX_SAFE_INTEGER)).toBe(0);
			need(await put(other, doc("a", { body: { theirs: true } }), "absent"));
			expect((await get(t, "a"))?.body).toEqual(body);
		});

		it("IF1: inputs and results are copies", async () => {
			const t = setup();
			const draft = doc("a", { body: { list: [1] } });
			await put(t, draft);
			(draft.body as { list: number[] }).list.push(2);
			const read = await get(t, "a");
			if (read) (read.body as { list: number[] }).list.push(3);
			expect((await get(t, "a"))?.body).toEqual({ list: [1] });
		});

		it("IF1: a put whose expectation fails writes nothing", async () => {
			const t = setup();
			expect(await put(t, doc("a"), 1)).toBe(false);
			expect(await get(t, "a")).toBeUndefined();
			const first = need(await put(t, doc("a"), "absent", 10));
			expect(await put(t, doc("a", { body: { n: 2 } }), "absent", 11)).toBe(false);
			expect(await put(t, doc("a", { body: { n: 2 } }), first + 1, 11)).toBe(false);
			expect(await get(t, "a")).toMatchObject({ rev: first, body: { of: "a" } });
			const second = need(await put(t, doc("a", { body: { n: 2 }, expiresAt: 2 ** 45 }), first, 12));
			expect(second).toBeGreaterThan(first);
			expect(await put(t, doc("a", { body: { n: 3 } }), first, 13)).toBe(false);
			const times = { createdAt: 10, updatedAt: 12, expiresAt: 2 ** 45 };
			expect(await get(t, "a")).toMatchObject({ rev: second, body: { n: 2 }, ...times });
			const third = need(await put(t, doc("a", { body: { n: 4 } }), undefined, 14));
			expect(third).toBeGreaterThan(second);
			// All its fields are replaced.
			expect(await get(t, "a")).toMatchObject({ createdAt: 10, updatedAt: 14, expiresAt: undefined });
		});

		it("IF1: of many puts with the same expectation, one succeeds", async () => {
			const t = setup();
			for (let round = 0, expected: "absent" | number = "absent"; round < 5; round++) {
				const before = expected;
				const puts = Array.from({ length: 12 }, (_, n) => put(t, doc("a", { body: { round, n } }), before));
				const outcomes = await Promise.all(puts);
				const winner = outcomes.findIndex((rev) => rev !== false);
				expect(outcomes.filter((rev) => rev !== false)).toHaveLength(1);
				expect((await get(t, "a"))?.body).toEqual({ round, n: winner });
				expected = need(outcomes[winner] ?? false);
			}
		});

		it("IF1: puts without an expectation all succeed", async () => {
			const t = setup();
			const revs = await Promise.all(Array.from({ length: 12 }, () => put(t, doc("a"))));
			expect(new Set(revs).size).toBe(12);
			expect(Math.max(...revs.map(need))).toBe((await get(t, "a"))?.rev);
		});

		it("IF1: a document is removed, with a given revision only in that one; a new document is not mistaken for it", async () => {
			const t = setup();
			const remove = (rev?: number) =>
				t.store.documents.remove({ tenant: t.tenant, kind: "key", id: "a", rev });
			const first = need(await put(t, doc("a")));
			expect(await remove(first + 1)).toBe(false);
			expect(await remove(first)).toBe(true);
			expect(await remove()).toBe(false);
			const again = need(await put(t, doc("a"), "absent"));
			expect(again).not.toBe(first);
			expect(await put(t, doc("a", { body: {} }), first)).toBe(false);
			expect(await remove(first)).toBe(false);
			expect(await remove()).toBe(true);
			expect(await get(t, "a")).toBeUndefined();
		});

		it("IF1: an expired document counts as deleted, and its id can be used again", async () => {
			const t = setup();
			const old = need(await put(t, doc("a", { expiresAt: LONG_GONE }), "absent", 1));
			await put(t, doc("b", { expiresAt: Date.now() + HOUR }));
			expect(await get(t, "a")).toBeUndefined();
			expect(await ids(t, {})).toEqual(["b"]);
			expect(await t.store.documents.remove({ tenant: t.tenant, kind: "key", id: "a" })).toBe(false);
			expect(await put(t, doc("a"), old)).toBe(false);
			const rev = need(await put(t, doc("a", { body: { new: true } }), "absent", 7));
			expect(rev).not.toBe(old);
			expect(await get(t, "a")).toMatchObject({ rev, body: { new: true }, createdAt: 7, updatedAt: 7 });
			expect(await put(t, doc("a"), "absent")).toBe(false);
			// A caller that knows the old document cannot write to the new one.
			expect(await put(t, doc("a"), old)).toBe(false);
			await put(t, doc("c", { expiresAt: LONG_GONE }), undefined, 1);
			await put(t, doc("c", { expiresAt: Date.now() + HOUR }), undefined, 9);
			expect(await get(t, "c")).toMatchObject({ createdAt: 9 });
		});

		it("IF1: of many puts that replace an expired document, one succeeds", async () => {
			const t = setup();
			await put(t, doc("a", { expiresAt: LONG_GONE }));
			const outcomes = await Promise.all(Array.from({ length: 12 }, () => put(t, doc("a"), "absent")));
			expect(outcomes.filter((rev) => rev !== false)).toHaveLength(1);
		});

		it("IF1: a sweep removes the tenant's expired documents and returns their number", async () => {
			const [t, other] = [setup(), setup()];
			const later = Date.now() + HOUR;
			await Promise.all([
				...Array.from({ length: 700 }, (_, n) => put(t, doc(`${n}`, { expiresAt: LONG_GONE + (n % 2) }))),
				put(t, doc("later", { expiresAt: later })),
				put(t, doc("never")),
				put(other, doc("a", { expiresAt: LONG_GONE })),
			]);
			expect(await t.store.documents.sweep(t.tenant, LONG_GONE - 1)).toBe(0);
			expect(await t.store.documents.sweep(t.tenant, LONG_GONE)).toBe(350);
			expect(await t.store.documents.sweep(t.tenant, LONG_GONE + 1)).toBe(350);
			expect(await t.store.documents.sweep(t.tenant, Date.now())).toBe(0);
			expect(await ids(t, {})).toEqual(["later", "never"]);
			expect(await t.store.documents.sweep(t.tenant, later)).toBe(1);
			expect(await other.store.documents.sweep(other.tenant, Date.now())).toBe(1);
		});

		it("IF1: ids are listed by code point, page by page, with a literal prefix", async () => {
			const t = setup();
			const all = [
				"a",
				"A",
				"ab",
				"a%b",
				"a%",
				"a_b",
				"a_",
				"a\\b",
				"a*",
				"a?",
				"a'",
				'a"',
				"a{now}",
				"a:1",
				"a:10",
				"a:2",
				"ä",
				"a\u0308",
				"é",
				"ß",
				"日本",
				"日",
				"\uffee",
				"🚀",
				"🚀x",
				"a🚀",
				"a\uffee",
				"b",
				"x".repeat(512),
				`${"x".repeat(511)}y`,
				"日".repeat(512),
				"0",
				"00",
			];
			await Promise.all([
				...all.map((id) => put(t, doc(id))),
				...all.map((id) => put(t, doc(id, { kind: "other" }))),
			]);
			expect(await ids(t, {})).toEqual(inOrder(all));
			for (const prefix of ["", ...all, "%", "_", "a:", "zz", "\u{10ffff}"]) {
				const expected = inOrder(all.filter((id) => id.startsWith(prefix)));
				expect(await ids(t, { prefix })).toEqual(expected);
				const paged: string[] = [];
				for (let after: string | undefined; ; after = paged.at(-1)) {
					const page = await ids(t, { prefix, limit: 7, ...(after !== undefined && { after }) });
					paged.push(...page);
					if (page.length < 7) break;
				}
				expect(paged).toEqual(expected);
			}
			expect(await ids(t, { after: "a:1", prefix: "a:" })).toEqual(["a:10", "a:2"]);
			expect(await ids(t, { after: "b", prefix: "a" })).not.toContain("a");
			for (const id of all) expect(await get(t, id)).toMatchObject({ id, body: { of: id } });
		});
	});

	describe("documents of a session", () => {
		it("ER1: cannot be stored without the session, nor for a session of another tenant", async () => {
			const [t, other] = [setup(), setup()];
			expect(await put(t, doc("a", { uid: newUid() }))).toBe(false);
			const { uid } = await other.append(other.name("s"), drafts("a"));
			expect(await put(t, doc("a", { uid }), "absent")).toBe(false);
			expect(await get(t, "a")).toBeUndefined();
			need(await put(other, doc("a", { uid }), "absent"));
			expect(await get(other, "a")).toMatchObject({ uid });
			need(await put(other, doc("a")));
			expect((await get(other, "a"))?.uid).toBeUndefined();
		});

		it("ER1: are erased with it, count as keys, and those of other sessions stay", async () => {
			const t = setup();
			const [gone, kept] = [await furnish(t, "gone"), await furnish(t, "kept")];
			const child = await t.append(t.name("child"), drafts("a"), {
				create: seed({ parent: gone }),
			});
			await put(t, doc("of the child", { uid: child.uid }));
			await put(t, doc("expired", { uid: gone, expiresAt: LONG_GONE }));
			await put(t, doc("of nobody"));
			const scope = { tenant: t.tenant, session: gone };
			expect(await t.store.erasure.count(scope)).toMatchObject({ sessions: 2, keys: 4 });
			expect(await t.store.erasure.erase(scope)).toMatchObject({ sessions: 2, keys: 4 });
			expect(await t.store.erasure.count(scope)).toMatchObject({ sessions: 0, keys: 0 });
			expect(await ids(t, {})).toEqual(["kept key", "of nobody"]);
			expect(await ids(t, { kind: "feed" })).toEqual(["kept feed"]);
			expect(await t.store.documents.sweep(t.tenant, Date.now())).toBe(0);
			expect(await put(t, doc("late", { uid: gone }))).toBe(false);
			expect(await get(t, "kept key")).toMatchObject({ uid: kept });
		});

		it("ER1: cannot be stored while the session is being erased", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			const puts = Array.from({ length: 20 }, (_, n) => put(t, doc(`${n}`, { uid })));
			const erased = t.store.erasure.erase({ tenant: t.tenant, session: uid });
			const more = Array.from({ length: 20 }, (_, n) => put(t, doc(`more ${n}`, { uid })));
			await Promise.all([...puts, erased, ...more]);
			expect(await ids(t, {})).toEqual([]);
		});

		it("ER1: all documents with content are erased with the whole tenant; its configuration stays", async () => {
			const [t, other] = [setup(), setup()];
			for (const each of [t, other]) {
				await furnish(each, "s");
				await put(each, doc("answer", { kind: "answer" }));
				await put(each, doc("feed", { kind: "feed" }));
				await put(each, doc("configured"));
				await put(each, doc("secret", { kind: "token-secret" }));
			}
			const scope = { tenant: t.tenant, everything: true } as const;
			expect(await t.store.erasure.count(scope)).toMatchObject({ keys: 4 });
			expect(await t.store.erasure.erase(scope)).toMatchObject({ keys: 4 });
			expect(await t.store.erasure.count(scope)).toMatchObject({ keys: 0 });
			expect(await ids(t, {})).toEqual(["configured"]);
			expect(await ids(t, { kind: "token-secret" })).toEqual(["secret"]);
			for (const kind of ["answer", "feed"]) expect(await ids(t, { kind })).toEqual([]);
			expect(await ids(other, { kind: "feed" })).toEqual(["feed", "s feed"]);
		});

		it("ER1: documents of an agent are erased with the agent and with the whole tenant, and no others", async () => {
			const [t, other] = [setup(), setup()];
			const kind = "agent_memory";
			for (const each of [t, other]) {
				for (const id of ["a", "b", "a%"]) await put(each, doc(id, { kind }));
				await put(each, doc("a"));
			}
			const agent = { tenant: t.tenant, agent: "a" as AgentId } as const;
			expect(await t.store.erasure.count(agent)).toMatchObject({ keys: 1 });
			expect(await t.store.erasure.erase(agent)).toMatchObject({ keys: 1 });
			expect(await t.store.erasure.count(agent)).toMatchObject({ keys: 0 });
			expect(await ids(t, { kind })).toEqual(["a%", "b"]);
			expect(await t.store.erasure.erase({ tenant: t.tenant, everything: true })).toMatchObject({ keys: 2 });
			expect(await ids(t, { kind })).toEqual([]);
			expect(await ids(t, {})).toEqual(["a"]);
			expect(await ids(other, { kind })).toEqual(["a", "a%", "b"]);
		});

		it("ER1: those with content are erased when events of the session are", async () => {
			const t = setup();
			await furnish(t, "s");
			await furnish(t, "other");
			await t.store.erasure.blank({ name: t.name("s") }, [7], blankBody);
			expect(await ids(t, { kind: "feed" })).toEqual(["other feed", "s feed"]);
			await t.store.erasure.blank({ name: t.name("s") }, [0], blankBody);
			expect(await ids(t, { kind: "feed" })).toEqual(["other feed"]);
			expect(await ids(t, {})).toEqual(["other key", "s key"]);
		});

		it("ID6: stay with the session under a new name, and are deleted when it is merged into another", async () => {
			const t = setup();
			const uid = await furnish(t, "s");
			const rekey = (from: string, to: string) =>
				t.store.sessions.rekey({
					from: { name: t.name(from) },
					to: t.name(to),
					onConflict: "merge",
					at: 1,
					lifecycle: () => lifecycle("rekeyed"),
				});
			await rekey("s", "renamed");
			expect(await get(t, "s key")).toMatchObject({ uid });
			const target = await furnish(t, "target");
			await rekey("renamed", "target");
			expect(await ids(t, {})).toEqual(["target key"]);
			expect(await get(t, "target key")).toMatchObject({ uid: target });
		});

		it("SE9: are not copied to a fork", async () => {
			const t = setup();
			const uid = await furnish(t, "s");
			const fork = newUid();
			await t.store.sessions.fork({
				source: { uid, tenant: t.tenant },
				offset: 0,
				to: t.name("fork"),
				uid: fork,
				at: 1,
				lifecycle: lifecycle("forked"),
			});
			expect(await t.store.erasure.count({ tenant: t.tenant, session: fork })).toMatchObject({ keys: 0 });
			expect(await get(t, "s key")).toMatchObject({ uid });
		});
	});
}
