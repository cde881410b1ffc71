import { describe, expect, it } from "vitest";
import { draft, drafts, refusal, type Setup, textOf } from "../fixture.ts";

const keyed = (key: string, fingerprint = "f") => ({ require: { idempotency: { key, fingerprint } } });

/** A repeat of an append is recognized. */
export function describeIdempotency(setup: Setup): void {
	describe("append: idempotency", () => {
		it("SE3: a repeat returns the first result and writes nothing", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("before"));
			const first = await t.append(name, drafts("a", "b"), keyed("k"));
			await t.append(name, drafts("after"));
			const before = await t.snapshot(name);
			const again = await t.append(name, drafts("a", "b"), keyed("k"));
			expect(first.replayed).toBeUndefined();
			expect(again).toMatchObject({ uid: first.uid, firstOffset: 1, head: 4, created: false });
			expect(again.replayed?.map(({ offset, body }) => [offset, textOf(body)])).toEqual([
				[1, "a"],
				[2, "b"],
			]);
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("SE3: a repeat of the append that created the session returns its result too", async () => {
			const t = setup();
			const name = t.name("s");
			const first = await t.append(name, drafts("a"), keyed("k"));
			const again = await t.append(name, drafts("a"), keyed("k"));
			expect(again).toMatchObject({ uid: first.uid, firstOffset: 0, created: false });
			expect(await t.texts(name)).toEqual(["a"]);
		});

		it("SE3: a repeat is recognized even if its expected offset, fence and mode are outdated", async () => {
			const t = setup();
			const name = t.name("s");
			const require = { expectedOffset: 0, fence: 0, mode: "auto" as const, ...keyed("k").require };
			await t.append(name, drafts("a"), { require });
			await t.append(name, drafts("b"), { patch: { advanceFence: true, mode: "manual" } });
			const again = await t.append(name, drafts("a"), { require });
			expect(again.replayed?.map(({ body }) => textOf(body))).toEqual(["a"]);
			expect(await t.texts(name)).toEqual(["a", "b"]);
		});

		it("SE3: the same key with other content is a conflict that writes nothing", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), keyed("k", "one"));
			const before = await t.snapshot(name);
			const error = await refusal(t.append(name, drafts("b"), keyed("k", "two")));
			expect(error).toMatchObject({ code: "conflict", precondition: "idempotency" });
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("SE3: a refused append does not use up its key", async () => {
			const t = setup();
			const name = t.name("s");
			const stale = { require: { ...keyed("k").require, expectedOffset: 9 } };
			expect((await refusal(t.append(name, drafts("a"), stale))).code).toBe("conflict");
			const retry = await t.append(name, drafts("a"), keyed("k"));
			expect(retry.replayed).toBeUndefined();
			expect(await t.texts(name)).toEqual(["a"]);
		});

		it("SE3: a key belongs to one session, and not to a later session with the same name", async () => {
			const t = setup();
			const [one, two] = [t.name("one"), t.name("two")];
			const { uid } = await t.append(one, drafts("a"), keyed("k", "one"));
			expect((await t.append(two, drafts("b"), keyed("k", "two"))).replayed).toBeUndefined();
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			expect((await t.append(one, drafts("c"), keyed("k", "three"))).replayed).toBeUndefined();
			expect([await t.texts(one), await t.texts(two)]).toEqual([["c"], ["b"]]);
		});

		it("SE3: a repeat does not reopen an ended session, and does not count its state again", async () => {
			const t = setup();
			const name = t.name("s");
			const events = [draft("a", { stateDelta: { set: { n: 1 } } })];
			await t.append(name, events, keyed("k"));
			await t.append(name, [draft("b", { stateDelta: { set: { n: 2 } } })], {
				reopen: undefined,
				patch: { endedAt: 5 },
			});
			await t.append(name, events, keyed("k"));
			expect((await t.store.sessions.get({ name }))?.endedAt).toBe(5);
			expect((await t.store.state.read({ name }))?.session).toEqual(new Map([["n", "2"]]));
		});

		it("SE3: in the first result, events that retention removed are missing and erased events are blank", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [draft("old", { at: 1 }), draft("kept"), draft("secret")], keyed("k"));
			await t.prune(name, 1);
			await t.store.erasure.blank({ name }, [2], () => draft("blank").body);
			const again = await t.append(name, drafts("x"), keyed("k"));
			expect(again.replayed?.map(({ offset, body }) => [offset, textOf(body)])).toEqual([
				[1, "kept"],
				[2, "blank"],
			]);
		});

		it("SE3: sixteen concurrent repeats write one result", async () => {
			const t = setup();
			const name = t.name("s");
			const repeats = Array.from({ length: 16 }, () => t.append(name, drafts("a", "b"), keyed("k")));
			const outcomes = await Promise.all(repeats);
			expect(new Set(outcomes.map(({ firstOffset }) => firstOffset))).toEqual(new Set([0]));
			expect(outcomes.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
			expect(await t.texts(name)).toEqual(["a", "b"]);
		});
	});
}
