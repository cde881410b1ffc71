import { describe, expect, it } from "vitest";
import { draft, drafts, lifecycle, newUid, refusal, type Setup, seed, unit } from "../fixture.ts";

/** Offsets, batches, and preconditions of appends. */
export function describeAppend(setup: Setup): void {
	describe("append", () => {
		it("SE2: offsets start at 0 and have no gaps, for any batch sizes", async () => {
			const t = setup();
			const name = t.name("s");
			const first = await t.append(name, drafts("a"));
			const second = await t.append(name, drafts("b", "c", "d"));
			const third = await t.append(name, drafts("e"));
			expect([first.firstOffset, second.firstOffset, third.firstOffset]).toEqual([0, 1, 4]);
			expect([first.head, second.head, third.head]).toEqual([1, 4, 5]);
			const page = await t.store.log.read({ name }, { after: -1, limit: 10 });
			expect(page?.events.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4]);
			expect(await t.texts(name)).toEqual(["a", "b", "c", "d", "e"]);
		});

		it("SE1: the first append creates the session and reports it once", async () => {
			const t = setup();
			const name = t.name("s");
			const first = await t.append(name, drafts("a"));
			const second = await t.append(name, drafts("b"));
			expect([first.created, second.created]).toEqual([true, false]);
			expect(second.uid).toBe(first.uid);
			expect((await t.store.sessions.get({ name }))?.uid).toBe(first.uid);
		});

		it("SE1: an append without events creates the session and uses no offset", async () => {
			const t = setup();
			const name = t.name("s");
			const outcome = await t.append(name, []);
			expect(outcome).toMatchObject({ created: true, head: 0, replayed: undefined });
			expect(await t.store.sessions.get({ name })).toMatchObject({ head: 0, messageCount: 0 });
		});

		it("SE2: a body is returned byte for byte as stored", async () => {
			const t = setup();
			const name = t.name("s");
			const odd = draft("", {
				data: { content: "\u0000 \ud83d\ude80 \u2028 \\ \" '", 10: "x", 9: [1.5e300, null, false] },
			});
			await t.append(name, [odd]);
			const page = await t.store.log.read({ name }, { after: -1, limit: 10 });
			expect(page?.events[0]?.body).toBe(odd.body);
		});

		it("ID2: a write by uid never creates a session: a late write cannot resurrect a deleted one", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"));
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			const late = unit({ uid, tenant: t.tenant }, { events: drafts("late") });
			expect((await refusal(t.store.log.append(late))).code).toBe("not_found");
			expect(await t.store.sessions.get({ name })).toBeUndefined();
		});

		it("ID2: without a seed, a missing session is not_found and stays missing", async () => {
			const t = setup();
			const name = t.name("s");
			const call = t.append(name, drafts("a"), { create: undefined });
			expect((await refusal(call)).code).toBe("not_found");
			expect(await t.store.sessions.get({ name })).toBeUndefined();
		});

		it("SE8: counts messages and replies, keeps the newest time and the last run", async () => {
			const t = setup();
			const name = t.name("s");
			const events = [
				draft("a"),
				draft("b", { kind: "reply" }),
				draft("c", { kind: "tool_call" }),
				lifecycle("x"),
			];
			await t.append(name, events, { create: seed({ createdAt: 1_000 }), at: 5_000 });
			await t.append(name, drafts("d"), { at: 3_000, patch: { lastRunId: "run-1" } });
			expect(await t.store.sessions.get({ name })).toMatchObject({
				messageCount: 3,
				head: 5,
				base: 0,
				lastRunId: "run-1",
				createdAt: 1_000,
				updatedAt: 5_000,
			});
		});
	});

	describe("append: preconditions", () => {
		it("SE3: expectedOffset must be the head; a conflict names expected and actual and writes nothing", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), { require: { expectedOffset: 0 } });
			await t.append(name, drafts("b", "c"), { require: { expectedOffset: 1 } });
			const before = await t.snapshot(name);
			for (const wrong of [0, 2, 4]) {
				const error = await refusal(t.append(name, drafts("no"), { require: { expectedOffset: wrong } }));
				expect(error).toMatchObject({ code: "conflict", precondition: "offset", expected: wrong, actual: 3 });
			}
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("SE3: a refused first append leaves no session, state, job or delivery behind", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const before = await t.snapshot(name);
			const work = {
				create: seed({ state: [{ key: "app:k", value: "1" }] }),
				jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
				deliveries: [{ url: "https://example.com/hook" }],
			};
			const events = [draft("a", { stateDelta: { set: { k: 1, "user:k": 2, "app:k": 3 } } })];
			for (const require of [{ expectedOffset: 1 }, { fence: 1 }, { mode: "manual" as const }]) {
				expect((await refusal(t.append(name, events, { ...work, require }))).code).toBe("conflict");
			}
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("AG8: a fence must be the newest token; advancing it locks out the previous holder", async () => {
			const t = setup();
			const name = t.name("s");
			const { fence: none } = await t.append(name, []);
			const { fence: one } = await t.append(name, [], { patch: { advanceFence: true } });
			await t.append(name, drafts("by one"), { require: { fence: one } });
			const { fence: two } = await t.append(name, [], { patch: { advanceFence: true } });
			expect([none, one, two]).toEqual([0, 1, 2]);
			const before = await t.snapshot(name);
			const error = await refusal(t.append(name, drafts("late"), { require: { fence: one } }));
			expect(error).toMatchObject({ code: "conflict", precondition: "fence" });
			expect(await t.snapshot(name)).toEqual(before);
			await t.append(name, drafts("by two"), { require: { fence: two } });
			expect(await t.texts(name)).toEqual(["by one", "by two"]);
		});

		it("SE7: an append can require a mode; a session that is being created has the mode of its seed", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), { require: { mode: "auto" }, patch: { mode: "manual" } });
			expect((await t.store.sessions.get({ name }))?.mode).toBe("manual");
			const error = await refusal(t.append(name, drafts("b"), { require: { mode: "auto" } }));
			expect(error).toMatchObject({
				code: "conflict",
				precondition: "mode",
				expected: "auto",
				actual: "manual",
			});
			expect(await t.texts(name)).toEqual(["a"]);
		});

		it("SE9: an append can require an open session", async () => {
			const t = setup();
			const name = t.name("s");
			const end = { reopen: undefined, patch: { endedAt: 7 }, require: { open: true as const } };
			await t.append(name, [lifecycle("ended")], end);
			expect((await t.store.sessions.get({ name }))?.endedAt).toBe(7);
			const error = await refusal(t.append(name, [lifecycle("ended")], end));
			expect(error).toMatchObject({ code: "conflict", precondition: "open" });
			expect(await t.texts(name)).toEqual(["ended"]);
		});

		it("SE1: an append can require that the session does not exist", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), { require: { absent: true } });
			const before = await t.snapshot(name);
			expect((await refusal(t.append(name, drafts("b"), { require: { absent: true } }))).code).toBe(
				"already_exists",
			);
			expect(await t.snapshot(name)).toEqual(before);
		});
	});
}
