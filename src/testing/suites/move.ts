import { describe, expect, it } from "vitest";
import type { RekeyFacts, RekeyPlan, SessionName } from "../../store/ports/index.ts";
import {
	draft,
	drafts,
	type Fixture,
	lifecycle,
	newUid,
	refusal,
	type Setup,
	seed,
	textOf,
} from "../fixture.ts";

const plan = (from: SessionName, to: SessionName, onConflict: "refuse" | "merge" = "refuse"): RekeyPlan => ({
	from: { name: from },
	to,
	onConflict,
	at: Date.now(),
	lifecycle: (facts: RekeyFacts) =>
		draft("", {
			kind: "session",
			source: "system",
			data: { change: "rekeyed" },
			stateDelta: {
				set: Object.fromEntries(Array.from(facts.state, ([key, value]) => [key, JSON.parse(value)])),
			},
		}),
});

/** Forking, re-keying and merging sessions. */
export function describeMove(setup: Setup): void {
	const fork = (t: Fixture, from: SessionName, offset: number, to: SessionName) =>
		t.store.sessions.fork({
			source: { name: from },
			offset,
			to,
			uid: newUid(),
			at: 4_000,
			lifecycle: lifecycle("forked"),
		});

	describe("fork", () => {
		it("SE10: a fork has the log up to and including the offset, and is independent afterwards", async () => {
			const t = setup();
			const [from, to] = [t.name("s"), t.name("f")];
			const events = ["a", "b", "c"].map((text, n) => draft(text, { stateDelta: { set: { n } } }));
			await t.append(from, events, { create: seed({ title: "t", metadata: { m: 1 }, mode: "manual" }) });
			const record = await fork(t, from, 1, to);
			expect(record).toMatchObject({
				sessionId: "f",
				head: 3,
				base: 0,
				messageCount: 2,
				title: "t",
				mode: "auto",
				metadata: {},
				consolidatedTo: 3,
				createdAt: 4_000,
				endedAt: undefined,
			});
			expect(await t.store.sessions.get({ name: to })).toEqual(record);
			await t.append(to, drafts("only here"));
			await t.store.erasure.blank({ name: from }, [0], () => draft("blank").body);
			expect(await t.texts(to)).toEqual(["a", "b", "forked", "only here"]);
			expect(await t.texts(from)).toEqual(["blank", "b", "c"]);
			expect((await t.store.state.read({ name: to }))?.session).toEqual(new Map([["n", "1"]]));
		});

		it("SE10: a fork starts from the initial state, and never writes user: or app: state", async () => {
			const t = setup();
			const from = t.name("s");
			const create = seed({ state: [{ key: "k", value: "1" }] });
			await t.append(from, [draft("a", { stateDelta: { set: { "user:u": 1, "app:a": 1 } } })], { create });
			await t.append(from, [draft("b", { stateDelta: { set: { "app:a": 2 } } })]);
			await fork(t, from, 0, t.name("f", { user: "u", agent: "other" }));
			const state = await t.store.state.read({ name: t.name("f", { user: "u", agent: "other" }) });
			expect(state).toEqual({ session: new Map([["k", "1"]]), user: new Map(), app: new Map() });
			await fork(t, from, 0, t.name("g"));
			const same = await t.store.state.read({ name: t.name("g") });
			expect(same?.app).toEqual(new Map([["app:a", "2"]]));
			expect(same?.session).toEqual(
				new Map([
					["k", "1"],
					["user:u", "1"],
				]),
			);
		});

		it("SE10: refuses a missing source, an existing target, and an offset outside of the log", async () => {
			const t = setup();
			const from = t.name("s");
			await t.append(from, drafts("a", "b", "c"));
			await t.prune(from, 1);
			expect((await refusal(fork(t, t.name("no"), 0, t.name("f")))).code).toBe("not_found");
			expect((await refusal(fork(t, from, 1, from))).code).toBe("already_exists");
			expect((await refusal(fork(t, from, 0, t.name("f")))).code).toBe("not_found");
			expect((await refusal(fork(t, from, 3, t.name("f")))).code).toBe("invalid");
			expect(await t.store.sessions.get({ name: t.name("f") })).toBeUndefined();
			expect(await fork(t, from, 1, t.name("f"))).toMatchObject({ base: 1, head: 3, messageCount: 1 });
		});
	});

	describe("re-key", () => {
		it("ID6: a session moves with its log, keys, jobs and deliveries; its uid stays", async () => {
			const t = setup();
			const [from, to] = [t.name("anon"), t.name("known", { user: "u" })];
			const idempotency = { key: "k", fingerprint: "f" };
			const { uid } = await t.append(from, drafts("a"), {
				require: { idempotency },
				deliveries: [{ url: "https://example.com/" }],
				jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
			});
			const record = await t.store.sessions.rekey(plan(from, to));
			expect(record).toMatchObject({ uid, userId: "u", sessionId: "known", head: 2 });
			expect(await t.store.sessions.get({ name: from })).toBeUndefined();
			expect(await t.store.sessions.get({ uid, tenant: t.tenant })).toEqual(record);
			expect(await t.texts(to)).toEqual(["a", "rekeyed"]);
			expect((await t.append(to, drafts("a"), { require: { idempotency } })).replayed).toHaveLength(1);
			expect((await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).map((job) => job.uid)).toEqual([uid]);
			expect(
				(await t.store.deliveries.list({ tenant: t.tenant, limit: 9 })).map((delivery) => delivery.uid),
			).toEqual([uid]);
			expect((await t.append(from, drafts("new"))).created).toBe(true);
		});

		it("ST4: user: keys of an anonymous session move to the user; existing keys of the user stay", async () => {
			const t = setup();
			const [from, to] = [t.name("anon"), t.name("known", { user: "u" })];
			await t.append(t.name("earlier", { user: "u" }), [
				draft("x", { stateDelta: { set: { "user:a": "kept" } } }),
			]);
			const set = { "user:a": "lost", "user:b": "moved", k: 1 };
			await t.append(from, [draft("a", { stateDelta: { set } })]);
			await t.store.sessions.rekey(plan(from, to));
			expect(await t.store.state.read({ name: to })).toEqual({
				session: new Map([["k", "1"]]),
				user: new Map([
					["user:a", '"kept"'],
					["user:b", '"moved"'],
				]),
				app: new Map(),
			});
		});

		it("ID6: an existing target is refused, and nothing is changed", async () => {
			const t = setup();
			const [from, to] = [t.name("a"), t.name("b")];
			await t.append(from, drafts("a"));
			await t.append(to, drafts("b"));
			const before = [await t.snapshot(from), await t.snapshot(to)];
			expect((await refusal(t.store.sessions.rekey(plan(from, to)))).code).toBe("already_exists");
			expect((await refusal(t.store.sessions.rekey(plan(t.name("no"), to)))).code).toBe("not_found");
			expect([await t.snapshot(from), await t.snapshot(to)]).toEqual(before);
		});

		it("ID6: a re-key to the same name changes nothing and adds no event", async () => {
			const t = setup();
			const name = t.name("a");
			const { uid } = await t.append(name, drafts("a"));
			expect(await t.store.sessions.rekey(plan(name, name, "merge"))).toMatchObject({ uid, head: 1 });
			expect(await t.texts(name)).toEqual(["a"]);
		});
	});

	describe("merge", () => {
		it("ID6: the source's events follow the target's with new offsets; the source no longer exists", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to")];
			await t.append(from, drafts("f0", "f1", "f2"));
			await t.prune(from, 1);
			const { uid } = await t.append(to, drafts("t0", "t1"));
			let facts: RekeyFacts | undefined;
			const merge = plan(from, to, "merge");
			const record = await t.store.sessions.rekey({
				...merge,
				lifecycle: (given) => {
					facts = given;
					return merge.lifecycle(given);
				},
			});
			expect(record).toMatchObject({ uid, head: 5, base: 0, messageCount: 4 });
			expect(facts).toMatchObject({ from: { sessionId: "from" }, merged: { firstOffset: 2, events: 2 } });
			expect(await t.texts(to)).toEqual(["t0", "t1", "f1", "f2", "rekeyed"]);
			expect(await t.store.sessions.get({ name: from })).toBeUndefined();
			expect(await t.store.erasure.count({ tenant: t.tenant, everything: true })).toMatchObject({
				sessions: 1,
				events: 5,
			});
		});

		it("ID6: state merges in the order of the log, and the log replays to the state that is stored", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			const initial = seed({ state: [{ key: "initial", value: "1" }] });
			const set = { both: "from", gone: 1, "user:x": "moved" };
			await t.append(
				from,
				[draft("f0", { stateDelta: { set } }), draft("f1", { stateDelta: { remove: ["gone"] } })],
				{
					create: initial,
				},
			);
			await t.append(to, [draft("t0", { stateDelta: { set: { both: "to", gone: 2, mine: 3 } } })]);
			await t.store.sessions.rekey(plan(from, to, "merge"));
			const merged = new Map([
				["both", '"from"'],
				["mine", "3"],
				["initial", "1"],
			]);
			const state = await t.store.state.read({ name: to });
			expect(state).toEqual({ session: merged, user: new Map([["user:x", '"moved"']]), app: new Map() });
			const asOf = await t.store.sessions.stateAsOf({ name: to }, 3);
			expect(asOf?.bodies.map(textOf)).toEqual(["t0", "f0", "f1", "rekeyed"]);
			expect(asOf?.baseState).toEqual(new Map());
		});

		it("ID6: idempotency keys, jobs and delivery cursors continue at their new offsets", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to")];
			const keyed = (key: string) => ({ require: { idempotency: { key, fingerprint: key } } });
			await t.append(from, drafts("old"), keyed("old"));
			await t.append(from, drafts("f1"), {
				...keyed("f1"),
				deliveries: [{ url: "https://example.com/" }],
				jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
			});
			await t.prune(from, 1);
			const { uid } = await t.append(to, drafts("t0", "t1", "t2"), keyed("t"));
			await t.store.sessions.rekey(plan(from, to, "merge"));
			expect(await t.texts(to)).toEqual(["t0", "t1", "t2", "f1", "rekeyed"]);
			const replay = async (key: string) =>
				(await t.append(to, drafts("x"), keyed(key))).replayed?.map(({ offset, body }) => [
					offset,
					textOf(body),
				]);
			expect(await replay("f1")).toEqual([[3, "f1"]]);
			expect(await replay("old")).toEqual([]);
			expect((await replay("t"))?.length).toBe(3);
			const deliveries = await t.store.deliveries.list({ tenant: t.tenant, limit: 9 });
			expect(deliveries.map((delivery) => [delivery.uid, delivery.nextOffset])).toEqual([[uid, 3]]);
			expect((await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).map((job) => job.uid)).toEqual([uid]);
		});

		it("ID6: merged sessions keep the URLs of both; if both have a URL, the target's cursor counts", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to")];
			const [both, one, other] = ["both", "from", "to"].map((path) => ({
				url: `https://example.com/${path}`,
			}));
			const urls = (...found: (typeof both)[]) => found.filter((url) => url !== undefined);
			await t.append(from, drafts("f"), { deliveries: urls(one, both) });
			await t.append(to, drafts("t", "u"), { deliveries: urls(other, both) });
			await t.store.sessions.rekey(plan(from, to, "merge"));
			const found = await t.store.deliveries.list({ tenant: t.tenant, limit: 9 });
			expect(found.map(({ url, nextOffset }) => [url, nextOffset])).toEqual([
				["https://example.com/both", 0],
				["https://example.com/from", 2],
				["https://example.com/to", 0],
			]);
			const merged = await t.store.sessions.get({ name: to });
			expect(merged?.metadata).toEqual({ event_webhook_url: "https://example.com/to" });
		});

		it("SE9: merged sessions are ended only if both were", async () => {
			const t = setup();
			const ended = { reopen: undefined, patch: { endedAt: 5 } };
			const cases = [
				[ended, ended, 5],
				[{}, ended, undefined],
				[ended, {}, undefined],
			] as const;
			for (const [i, [from, to, result]] of cases.entries()) {
				const names = [t.name(`from${i}`), t.name(`to${i}`)] as const;
				await t.append(names[0], drafts("a"), from);
				await t.append(names[1], drafts("a"), to);
				expect((await t.store.sessions.rekey(plan(...names, "merge"))).endedAt).toBe(result);
			}
		});
	});
}
