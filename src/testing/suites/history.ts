import { describe, expect, it } from "vitest";
import type { LoadPlan, PruneLimits, SessionName } from "../../store/ports/index.ts";
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

function loadPlan(t: Fixture, sessionId: string, parts: Partial<LoadPlan> = {}): LoadPlan {
	return {
		name: t.name(sessionId),
		uid: newUid(),
		mode: "manual",
		title: "t",
		metadata: { external_id: "x" },
		baseState: new Map([["k", "0"]]),
		base: 5,
		head: 7,
		lastRunId: "r",
		createdAt: 1,
		updatedAt: 2,
		endedAt: 3,
		events: [
			{ ...draft("five", { stateDelta: { set: { k: 1, "user:u": 2, "app:a": 3 } } }), offset: 5 },
			{ ...draft("six", { kind: "custom" }), offset: 6 },
		],
		storedAt: 1,
		onConflict: "fail",
		...parts,
	};
}

/** Importing a history, pruning it, and reading past state. */
export function describeHistory(setup: Setup): void {
	describe("load", () => {
		it("SE11: an imported session has the offsets, times and settings of its export", async () => {
			const t = setup();
			const load = loadPlan(t, "s");
			expect(await t.store.sessions.load(load)).toBe("created");
			expect(await t.store.sessions.get({ name: load.name })).toEqual({
				uid: load.uid,
				tenant: t.tenant,
				agentId: "agent",
				userId: undefined,
				sessionId: "s",
				mode: "manual",
				title: "t",
				metadata: { external_id: "x" },
				base: 5,
				head: 7,
				messageCount: 1,
				lastRunId: "r",
				createdAt: 1,
				updatedAt: 2,
				endedAt: 3,
				consolidatedTo: 7,
				fence: 0,
			});
			const page = await t.store.log.read({ name: load.name }, { after: -1, limit: 9 });
			expect(page?.events).toEqual(load.events.map(({ offset, body }) => ({ offset, body })));
			expect((await t.append(load.name, drafts("seven"))).firstOffset).toBe(7);
			const query = { tenant: t.tenant, externalId: "x", order: "created" as const, limit: 9 };
			expect(await t.store.sessions.list(query)).toHaveLength(1);
		});

		it("SE10: an import never writes user: or app: state", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const baseState = new Map([
				["k", "0"],
				["user:base", "1"],
			]);
			await t.store.sessions.load(loadPlan(t, "s", { name, baseState }));
			const state = await t.store.state.read({ name });
			expect(state).toEqual({ session: new Map([["k", "1"]]), user: new Map(), app: new Map() });
		});

		it("SE11: an existing session is kept, refused or replaced, depending on the plan", async () => {
			const t = setup();
			const name = t.name("s");
			const idempotency = { key: "k", fingerprint: "f" };
			const { uid } = await t.append(name, [draft("a", { stateDelta: { set: { old: 1 } } })], {
				require: { idempotency },
				deliveries: [{ url: "https://example.com/" }],
				jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
			});
			const before = await t.snapshot(name);
			expect((await refusal(t.store.sessions.load(loadPlan(t, "s")))).code).toBe("already_exists");
			expect(await t.store.sessions.load(loadPlan(t, "s", { onConflict: "skip" }))).toBe("skipped");
			expect(await t.snapshot(name)).toEqual(before);
			expect(await t.store.sessions.load(loadPlan(t, "s", { onConflict: "replace" }))).toBe("replaced");
			expect(await t.texts(name)).toEqual(["five", "six"]);
			expect(await t.store.sessions.get({ uid, tenant: t.tenant })).toBeUndefined();
			const counts = await t.store.erasure.count({ tenant: t.tenant, everything: true });
			expect(counts).toMatchObject({ sessions: 1, events: 2, keys: 0, jobs: 0, deliveries: 0 });
			expect((await t.store.state.read({ name }))?.session.has("old")).toBe(false);
		});

		it("SE11: a session without events can be imported", async () => {
			const t = setup();
			const load = loadPlan(t, "s", { base: 3, head: 3, events: [] });
			await t.store.sessions.load(load);
			expect(await t.store.sessions.get({ name: load.name })).toMatchObject({
				base: 3,
				head: 3,
				messageCount: 0,
			});
			expect((await t.append(load.name, drafts("three"))).firstOffset).toBe(3);
		});
	});

	describe("prune", () => {
		const LONG_AGO = 1_000;
		const HORIZON = 2_000;
		const old = { at: LONG_AGO };
		const limits = (parts: Partial<PruneLimits> = {}): PruneLimits => ({
			storedBefore: HORIZON,
			consolidatedOnly: false,
			...parts,
		});
		const all = limits({ storedBefore: Number.MAX_SAFE_INTEGER });
		const went = (events: number, unread = false) => ({ events, unread });

		it("SE12: removes the longest expired prefix and no more; offsets are never used again", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("old1", "old2"), old);
			await t.append(name, drafts("new1"), { at: HORIZON });
			await t.append(name, drafts("old3"), old);
			expect(await t.store.sessions.prune({ name }, limits())).toEqual(went(2));
			expect(await t.store.sessions.get({ name })).toMatchObject({ base: 2, head: 4, messageCount: 2 });
			expect(await t.texts(name)).toEqual(["new1", "old3"]);
			expect(await t.store.sessions.prune({ name }, limits())).toEqual(went(0));
			expect(await t.store.sessions.prune({ name }, all)).toEqual(went(2));
			expect(await t.store.sessions.get({ name })).toMatchObject({ base: 4, head: 4, messageCount: 0 });
			expect((await t.append(name, drafts("next"))).firstOffset).toBe(4);
			expect(await t.store.sessions.prune({ name: t.name("no") }, all)).toEqual(went(0));
		});

		it("SE12: the state stays, and is the state before the first event that is kept", async () => {
			const t = setup();
			const name = t.name("s");
			const delta = (set: Record<string, number>, remove: string[] = []) => ({ stateDelta: { set, remove } });
			const events = [draft("old1", delta({ a: 1, b: 1 })), draft("old2", delta({ a: 2 }, ["b"]))];
			await t.append(name, events, { ...old, create: seed({ state: [{ key: "z", value: "0" }] }) });
			await t.append(name, [draft("new", delta({ c: 3 }))]);
			const before = await t.store.state.read({ name });
			await t.store.sessions.prune({ name }, limits());
			expect(await t.store.state.read({ name })).toEqual(before);
			const start = await t.store.sessions.stateAsOf({ name }, -1);
			expect(start).toEqual({
				hasUser: false,
				base: 2,
				head: 3,
				bodies: [],
				baseState: new Map([
					["z", "0"],
					["a", "2"],
				]),
			});
		});

		it("SE12: one prune removes any number of events", async () => {
			const t = setup();
			const name = t.name("s");
			for (let i = 0; i < 20; i++)
				await t.append(
					name,
					Array.from({ length: 64 }, () => draft("old")),
					old,
				);
			await t.append(name, drafts("new"));
			expect(await t.store.sessions.prune({ name }, limits())).toEqual(went(1280));
			expect(await t.texts(name)).toEqual(["new"]);
		});
	});

	describe("the time of storage", () => {
		const keeps = async (t: Fixture, name: SessionName, storedBefore: number) => {
			await t.store.sessions.prune({ name }, { storedBefore, consolidatedOnly: false });
			return t.texts(name);
		};

		it("SE12: the writer's clock counts, not the time of the event", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [draft("dated back", { at: 1 })], { at: 5_000 });
			await t.append(name, [draft("one", { at: 9_000 }), draft("two", { at: 9_000 })], { at: 6_000 });
			expect(await keeps(t, name, 5_000)).toEqual(["dated back", "one", "two"]);
			expect(await keeps(t, name, 5_001)).toEqual(["one", "two"]);
			expect(await keeps(t, name, 6_001)).toEqual([]);
		});

		it("SE12: appends that are committed together keep their own times", async () => {
			const t = setup();
			const names = Array.from({ length: 8 }, (_, i) => t.name(`s${i}`));
			await Promise.all(names.map((name) => t.append(name, drafts("a"), { at: 10 })));
			await Promise.all(names.map((name, i) => t.append(name, drafts("b", "c"), { at: 100 + i })));
			for (const [i, name] of names.entries()) {
				expect(await keeps(t, name, 100 + i)).toEqual(["b", "c"]);
				expect(await keeps(t, name, 101 + i)).toEqual([]);
			}
		});

		it("SE11, SE12: an import is stored when it is imported", async () => {
			const t = setup();
			const load = loadPlan(t, "s", { storedAt: 5_000 });
			await t.store.sessions.load(load);
			expect(await keeps(t, load.name, 5_000)).toEqual(["five", "six"]);
			expect(await keeps(t, load.name, 5_001)).toEqual([]);
		});

		it("SE10, ID6, SE12: copies of a fork, a re-key and a merge keep the time of the original", async () => {
			const t = setup();
			const [from, to, fork] = [t.name("from"), t.name("to"), t.name("fork")];
			await t.append(from, drafts("a"), { at: 1_000 });
			const source = { name: from };
			const copy = { source, offset: 0, to: fork, uid: newUid(), lifecycle: lifecycle("forked"), at: 5_000 };
			await t.store.sessions.fork(copy);
			expect(await keeps(t, fork, 1_000)).toEqual(["a", "forked"]);
			expect(await keeps(t, fork, 1_001)).toEqual(["forked"]);
			expect(await keeps(t, fork, 5_001)).toEqual([]);
			const rekey = { onConflict: "merge" as const, at: 5_000, lifecycle: () => lifecycle("rekeyed") };
			await t.store.sessions.rekey({ ...rekey, from: source, to });
			expect(await keeps(t, to, 1_001)).toEqual(["rekeyed"]);
			await t.append(from, drafts("b"), { at: 6_000 });
			await t.store.sessions.rekey({ ...rekey, from: source, to, at: 7_000 });
			expect(await keeps(t, to, 6_001)).toEqual(["rekeyed"]);
			expect(await keeps(t, to, 7_001)).toEqual([]);
		});

		it("SE12: with consolidatedOnly, unconsolidated events stay and are reported", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a", "b", "c"), { at: 1_000 });
			await t.append(name, drafts("young"), { at: 9_000 });
			const prune = (storedBefore = 2_000) =>
				t.store.sessions.prune({ uid, tenant: t.tenant }, { storedBefore, consolidatedOnly: true });
			expect(await prune()).toEqual({ events: 0, unread: true });
			await t.append(name, [], { patch: { consolidatedTo: 2 } });
			expect(await prune()).toEqual({ events: 2, unread: true });
			expect(await prune()).toEqual({ events: 0, unread: true });
			await t.append(name, [], { patch: { consolidatedTo: 3 } });
			expect(await prune()).toEqual({ events: 1, unread: false });
			expect(await prune()).toEqual({ events: 0, unread: false });
			expect(await t.texts(name)).toEqual(["young"]);
		});
	});

	describe("state as of an offset", () => {
		it("SE10: gives the initial state and the deltas up to and including the offset", async () => {
			const t = setup();
			const name = t.name("s");
			const events = ["a", "b", "c"].map((text, n) =>
				draft(text, n === 1 ? {} : { stateDelta: { set: { n } } }),
			);
			await t.append(name, events, { create: seed({ state: [{ key: "z", value: "0" }] }) });
			const at = async (offset: number) =>
				(await t.store.sessions.stateAsOf({ name }, offset))?.bodies.map(textOf);
			expect(await at(-1)).toEqual([]);
			expect(await at(0)).toEqual(["a"]);
			expect(await at(1)).toEqual(["a"]);
			expect(await at(2)).toEqual(["a", "c"]);
			expect(await t.store.sessions.stateAsOf({ name }, 2)).toMatchObject({
				hasUser: false,
				base: 0,
				head: 3,
			});
			expect((await t.store.sessions.stateAsOf({ name }, 2))?.baseState).toEqual(new Map([["z", "0"]]));
			expect(await t.store.sessions.stateAsOf({ name: t.name("no") }, 0)).toBeUndefined();
		});

		it("ER1: an erased event no longer has its delta", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [draft("a", { stateDelta: { set: { secret: 1 } } }), draft("b")]);
			await t.store.erasure.blank({ name }, [0], () => draft("blank").body);
			expect((await t.store.sessions.stateAsOf({ name }, 1))?.bodies).toEqual([]);
		});
	});
}
