import { describe, expect, test } from "vitest";
import type { SessionUid, TenantId } from "../../src/event/index.ts";
import type { JobOutcome } from "../../src/store/ports/index.ts";
import { change, contents, gathered, note, said } from "./drafts.ts";
import { dayFromNow, onDay, sweepAll } from "./on-day.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const NOTHING = { sessions: 0, events: 0, unread: 0, runs: 0 };

export function describeRetention(backend: Backend): void {
	describe("retention", () => {
		const world = freshWorld(backend);

		test("SE12 events stored more than 90 days ago go, the younger stay, offsets stay monotonic and are never reused", async () => {
			const hf = await world.open();
			const session = hf.session(ref);
			await onDay(-100, () => session.append([said("a"), note({ x: 1 })]));
			await onDay(-89, () => session.append(said("b")));
			await session.append(said("c"));
			expect(await sweepAll(hf)).toEqual({ ...NOTHING, sessions: 1, events: 2 });
			expect(await hf.sessions.get(ref)).toMatchObject({ head: 4, eventCount: 2, messageCount: 2 });
			expect((await session.events()).map((event) => event.offset)).toEqual([2, 3]);
			expect(await session.append(said("d"))).toMatchObject([{ offset: 4 }]);
			expect(await hf.sweep()).toEqual(NOTHING);
		});

		test("SE12 the time of storage counts, not the time that an event carries", async () => {
			const hf = await world.open();
			await hf.session(ref).append([{ ...said("long ago"), at: "2001-01-01T00:00:00Z" }, said("today")]);
			expect(await sweepAll(hf)).toEqual(NOTHING);
			expect(await sweepAll(hf, dayFromNow(89))).toEqual(NOTHING);
			expect(await sweepAll(hf, dayFromNow(91))).toMatchObject({ events: 2 });
		});

		test("SE11, SE12 what is imported is kept as long as what is said today; exports do not change by it", async () => {
			const hf = await world.open();
			await onDay(-300, () => hf.session(ref).append([said("a"), said("b")]));
			const lines = await gathered(hf.sessions.export(ref));
			await hf.sessions.import(lines, { onConflict: "replace" });
			const other = { agentId: "support", sessionId: "chat" };
			await hf.sessions.import([{ role: "user", content: "hi" }], { to: other });
			expect(await sweepAll(hf, dayFromNow(89))).toEqual(NOTHING);
			expect(await gathered(hf.sessions.export(ref))).toEqual(lines);
			expect(await hf.sweep({ now: dayFromNow(91) })).toMatchObject({ sessions: 2, events: 3 });
		});

		test("SE12 what consolidation has not read stays; the session is read without being ended, and its events go after that", async () => {
			const hf = await world.open();
			const session = hf.session({ ...ref, userId: "u" });
			await onDay(-100, () => session.append(said("My name is Ada.")));
			const before = await hf.sessions.get({ ...ref, userId: "u" });
			expect(await hf.sweep()).toEqual({ ...NOTHING, unread: 1 });
			expect(contents(await session.history.last(9))).toEqual(["My name is Ada."]);
			await hf.idle();
			expect(await hf.sessions.get({ ...ref, userId: "u" })).toEqual({ ...before, consolidatedTo: 1 });
			expect((await hf.memory("support", { userId: "u" }).list()).items).toHaveLength(1);
			expect(await hf.sweep()).toEqual({ ...NOTHING, sessions: 1, events: 1 });
			expect((await hf.memory("support", { userId: "u" }).list()).items).toHaveLength(1);
			expect(await hf.sessions.get({ ...ref, userId: "u" })).not.toHaveProperty("endedAt");
		});

		test("SE12 the consolidation that a sweep asks for is stored once, and not at all if one was given up", async () => {
			const hf = await world.open();
			await onDay(-100, () => hf.session(ref).append(said("a")));
			const { uid } = await hf.sessions.get(ref);
			const { tenant } = await hf.about();
			const of = async () => {
				const jobs = await world.store.work.jobs({ tenant: tenant as TenantId, limit: 100 });
				return jobs.filter(({ kind }) => kind === "consolidate");
			};
			const settle = (id: string, outcome: JobOutcome) =>
				world.store.work.settle({ tenant: tenant as TenantId, id, attempt: undefined, outcome });
			for (const { id } of await of()) await settle(id, { done: true });
			const [at, job] = [Date.now(), { id: "given up", kind: "consolidate", payload: {}, dueAt: 1 }];
			await world.store.work.enqueue({ tenant: tenant as TenantId, job, at, uid: uid as SessionUid });
			await settle(job.id, { dead: { error: "no model" } });
			expect(await hf.sweep()).toMatchObject({ events: 0, unread: 1 });
			await hf.idle();
			expect(await of()).toMatchObject([{ id: "given up", status: "dead" }]);
			expect(await hf.sweep()).toMatchObject({ events: 0, unread: 1 });
			const { findings } = await hf.doctor();
			const finding = findings.find(({ about }) => about === "retention");
			expect(finding).toMatchObject({ status: "warning" });
			expect(finding?.message).toContain("holdfast jobs retry given up");
			await hf.jobs.retry("given up");
			await hf.idle();
			expect(await hf.sweep()).toMatchObject({ events: 1, unread: 0 });
			const after = (await hf.doctor()).findings.find(({ about }) => about === "retention");
			expect(after).toMatchObject({ status: "ok" });
			expect(after?.message).toContain("for 90 days after they are stored");
		});

		test("SE12 where an agent makes no facts, nothing waits for consolidation", async () => {
			const [store, agents] = [world.store, [{ id: "plain", memory: { facts: false as const } }]];
			await using hf = await world.connect({ store, agents });
			const session = hf.session({ agentId: "plain", sessionId: "s" });
			await onDay(-100, () => session.append(said("a")));
			expect(await hf.sweep()).toEqual({ ...NOTHING, sessions: 1, events: 1 });
		});

		test("SE12 a whole log may go; the session, its state and its next offset stay", async () => {
			const hf = await world.open();
			await onDay(-200, () => hf.session(ref).append([change({ k: 1, gone: 1 }), change({}, ["gone"])]));
			await sweepAll(hf);
			expect(await hf.sessions.get(ref)).toMatchObject({ head: 2, eventCount: 0, messageCount: 0 });
			expect(await hf.session(ref).events()).toEqual([]);
			expect(await hf.session(ref).state.get()).toEqual({ k: 1 });
			expect(await hf.session(ref).append(change({ l: 2 }), { expectedOffset: 2 })).toMatchObject([
				{ offset: 2 },
			]);
			expect(await hf.session(ref).state.asOf(2)).toEqual({ k: 1, l: 2 });
			const follower = hf.session(ref).follow();
			expect((await follower.next()).value).toMatchObject({ offset: 2 });
			await follower.return?.();
		});

		test("SE12 the days are set for all agents and for single ones, `forever` keeps everything", async () => {
			const agents = { keeps: "forever", short: 1, constructor: 5 } as const;
			const hf = await world.open({ retention: { events: 10, agents } });
			const names = ["keeps", "short", "other", "constructor", "toString", "__proto__"];
			for (const days of [20, 7, 2, 0]) {
				await onDay(-days, async () => {
					for (const agentId of names) await hf.session({ agentId, sessionId: "s" }).append(said(`${days}`));
				});
			}
			await sweepAll(hf);
			const kept = async (agentId: string) =>
				contents(await hf.sessions.getMessages({ agentId, sessionId: "s" }));
			expect(await kept("keeps")).toEqual(["20", "7", "2", "0"]);
			expect(await kept("short")).toEqual(["0"]);
			expect(await kept("other")).toEqual(["7", "2", "0"]);
			expect(await kept("constructor")).toEqual(["2", "0"]);
			expect(await kept("toString")).toEqual(["7", "2", "0"]);
			expect(await kept("__proto__")).toEqual(["7", "2", "0"]);
		});

		test("SE12 `forever` for all agents, with a single exception", async () => {
			const hf = await world.open({ retention: { events: "forever", agents: { short: 1 } } });
			for (const agentId of ["a", "short"])
				await onDay(-5000, () => hf.session({ agentId, sessionId: "s" }).append(said("x")));
			expect(await sweepAll(hf)).toEqual({ ...NOTHING, sessions: 1, events: 1 });
			expect((await hf.sessions.get({ agentId: "a", sessionId: "s" })).eventCount).toBe(1);
		});

		test("SE12 a repeat of an append whose events are gone writes nothing", async () => {
			const hf = await world.open();
			const append = () => hf.session(ref).append(said("a"), { idempotencyKey: "k" });
			await onDay(-100, append);
			await sweepAll(hf);
			expect(await append()).toEqual([]);
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE12 a sweep covers more sessions than one page", async () => {
			const hf = await world.open();
			const append = (i: number) => hf.session({ agentId: "a", sessionId: `${i}` }).append(said("x"));
			const all = () => Promise.all(Array.from({ length: 230 }, (_, i) => append(i)));
			await onDay(-100, all);
			await all();
			expect(await sweepAll(hf)).toEqual({ ...NOTHING, sessions: 230, events: 230 });
		});

		test("SE12 a clock that jumps ahead while the process runs removes nothing", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await onDay(400, () => hf.sweep());
			await hf.idle();
			expect(await onDay(400, () => hf.sweep())).toEqual(NOTHING);
			expect((await hf.sessions.get(ref)).eventCount).toBe(1);
		});

		test.each([
			{ events: -1 },
			{ events: "never" },
			{ events: Number.NaN },
			{ agents: { a: null } },
			{ agents: [] },
			90,
		])("SE12 retention %j is refused at the start", async (retention) => {
			await refusal(world.open(garbage({ retention })), "invalid");
		});

		test("SE12 a sweep at no valid time is refused", async () => {
			const hf = await world.open();
			for (const now of ["soon", 7, new Date(Number.NaN), null])
				await refusal(hf.sweep(garbage({ now })), "invalid");
			await refusal(hf.sweep(garbage(null)), "invalid");
		});
	});
}
