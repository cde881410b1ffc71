import { describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { change, contents, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const NOW = "2026-06-01T00:00:00.000Z";
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * DAY).toISOString();
const old = (event: NewEvent, days: number): NewEvent => ({ ...event, at: daysAgo(days) });

export function describeRetention(backend: Backend): void {
	describe("retention", () => {
		const world = freshWorld(backend);

		test("SE12 events older than 90 days go, the younger stay, offsets stay monotonic and are never reused", async () => {
			const hf = await world.open();
			await hf
				.session(ref)
				.append([old(said("a"), 100), old(note({ x: 1 }), 91), old(said("b"), 89), old(said("c"), 1)]);
			expect(await hf.sweep({ now: NOW })).toEqual({ sessions: 1, events: 2, runs: 0 });
			expect(await hf.sessions.get(ref)).toMatchObject({ head: 4, eventCount: 2, messageCount: 2 });
			expect((await hf.session(ref).events()).map((event) => event.offset)).toEqual([2, 3]);
			expect(await hf.session(ref).append(said("d"))).toMatchObject([{ offset: 4 }]);
			expect(await hf.sweep({ now: NOW })).toEqual({ sessions: 0, events: 0, runs: 0 });
		});

		test("SE12 a whole log may go; the session, its state and its next offset stay", async () => {
			const hf = await world.open();
			await hf.session(ref).append([old(change({ k: 1, gone: 1 }), 200), old(change({}, ["gone"]), 200)]);
			await hf.sweep({ now: new Date(NOW) });
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

		test("SE12 an old event behind a younger one stays: what is kept has no gap", async () => {
			const hf = await world.open();
			await hf.session(ref).append([old(said("a"), 100), old(said("b"), 1), old(said("backfilled"), 300)]);
			await hf.sweep({ now: NOW });
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["b", "backfilled"]);
		});

		test("SE12 exactly at the horizon an event is kept", async () => {
			const hf = await world.open();
			await hf.session(ref).append([old(said("a"), 90)]);
			expect(await hf.sweep({ now: NOW })).toEqual({ sessions: 0, events: 0, runs: 0 });
		});

		test("SE12 the days are set for all agents and for single ones, `forever` keeps everything", async () => {
			const agents = { keeps: "forever", short: 1, constructor: 5 } as const;
			const hf = await world.open({ retention: { events: 10, agents } });
			const names = ["keeps", "short", "other", "constructor", "toString", "__proto__"];
			for (const agentId of names) {
				await hf
					.session({ agentId, sessionId: "s" })
					.append([20, 7, 2, 0].map((days) => old(said(`${days}`), days)));
			}
			await hf.sweep({ now: NOW });
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
				await hf.session({ agentId, sessionId: "s" }).append(old(said("x"), 5000));
			expect(await hf.sweep({ now: NOW })).toEqual({ sessions: 1, events: 1, runs: 0 });
			expect((await hf.sessions.get({ agentId: "a", sessionId: "s" })).eventCount).toBe(1);
		});

		test("SE12 a repeat of an append whose events are gone writes nothing", async () => {
			const hf = await world.open();
			await hf.session(ref).append(old(said("a"), 100), { idempotencyKey: "k" });
			await hf.sweep({ now: NOW });
			expect(await hf.session(ref).append(old(said("a"), 100), { idempotencyKey: "k" })).toEqual([]);
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE12 a sweep covers more sessions than one page", async () => {
			const hf = await world.open();
			const append = (i: number) =>
				hf.session({ agentId: "a", sessionId: `${i}` }).append([old(said("x"), 100), said("y")]);
			await Promise.all(Array.from({ length: 230 }, (_, i) => append(i)));
			expect(await hf.sweep({ now: NOW })).toEqual({ sessions: 230, events: 230, runs: 0 });
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
