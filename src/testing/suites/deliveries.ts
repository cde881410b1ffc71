import { describe, expect, it } from "vitest";
import type { DeliveryKey, DeliveryRecord } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, type Setup } from "../fixture.ts";

const LONG = 3_600_000;
const URL_A = "https://example.com/a";

/** Deliveries of events to URLs: claimed by one worker at a time, in order, until they are delivered. */
export function describeDeliveries(setup: Setup): void {
	/** A session with events, the first of which are not to be delivered. */
	const subscribe = async (t: Fixture, id: string, { url = URL_A, at = 1, events = 2 } = {}) => {
		const texts = Array.from({ length: events }, (_, n) => `${n}`);
		const { uid } = await t.append(t.name(id), drafts(...texts), { deliveries: [{ url }], at });
		return { uid, url };
	};
	const claim = (t: Fixture, limit = 9, aliveMs = LONG) =>
		t.store.deliveries.claim(t.tenant, aliveMs, { limit });
	const claimOne = async (t: Fixture, aliveMs = LONG): Promise<DeliveryRecord> => {
		const [delivery] = await claim(t, 1, aliveMs);
		if (!delivery) throw new Error("nothing to claim");
		return delivery;
	};
	const list = (t: Fixture) => t.store.deliveries.list({ tenant: t.tenant, limit: 999 });
	const only = async (t: Fixture): Promise<DeliveryRecord> => {
		const [delivery, ...more] = await list(t);
		if (!delivery || more.length > 0) throw new Error("not one delivery");
		return delivery;
	};
	const uidsOf = (deliveries: DeliveryKey[]): string[] => deliveries.map(({ uid }) => uid);
	const sorted = (deliveries: DeliveryKey[]): string[] => uidsOf(deliveries).sort();

	describe("deliveries", () => {
		it("IF3: a subscription is kept as requested until it is ended", async () => {
			const t = setup();
			await t.append(t.name("s"), drafts("before"));
			const key = await subscribe(t, "s", { at: 7 });
			const fresh = { status: "active", attempts: 0, error: undefined, failingSince: undefined };
			const { token, ...rest } = await only(t);
			expect(rest).toEqual({
				tenant: t.tenant,
				...key,
				subscription: undefined,
				events: undefined,
				...fresh,
				nextOffset: 1,
				dueAt: 7,
				createdAt: 7,
			});
			expect(Number.isSafeInteger(token)).toBe(true);
			await t.append(t.name("s"), [], { endDeliveries: [URL_A] });
			expect(await list(t)).toEqual([]);
		});

		it("IF3: subscriptions are listed page by page, each once, by status and session", async () => {
			const [t, other] = [setup(), setup()];
			const keys: DeliveryKey[] = [];
			for (let n = 0; n < 7; n++) keys.push(await subscribe(t, `s${n % 5}`, { url: `${URL_A}/${n}` }));
			await subscribe(other, "s");
			const query = { tenant: t.tenant, limit: 3 };
			const paged: DeliveryRecord[] = [];
			for (let page = await t.store.deliveries.list(query); page.length > 0; ) {
				paged.push(...page);
				const last = paged.at(-1);
				page = await t.store.deliveries.list({ ...query, after: last && { uid: last.uid, url: last.url } });
			}
			const textsOf = (found: DeliveryKey[]) => found.map(({ uid, url }) => `${uid} ${url}`);
			expect(textsOf(paged).sort()).toEqual(textsOf(keys).sort());
			expect(uidsOf(paged)).toEqual(sorted(paged));
			const [{ uid } = { uid: undefined }] = keys;
			expect(await t.store.deliveries.list({ tenant: t.tenant, uid, limit: 9 })).toHaveLength(2);
			const { token, url, uid: dead } = await claimOne(t);
			await t.store.deliveries.settle({
				tenant: t.tenant,
				key: { uid: dead, url },
				token,
				outcome: { dead: { error: "x", at: 1 } },
			});
			const byStatus = (status: "active" | "dead") =>
				t.store.deliveries.list({ tenant: t.tenant, status, limit: 9 });
			expect(await byStatus("active")).toHaveLength(6);
			expect(await byStatus("dead")).toMatchObject([{ uid: dead, url, status: "dead" }]);
		});

		it("IF3: a claim for one session claims only its deliveries", async () => {
			const [t, other] = [setup(), setup()];
			const first = await subscribe(t, "first");
			const second = await subscribe(t, "second", { at: 2 });
			const foreign = await subscribe(other, "first");
			const claimOf = (key: DeliveryKey) =>
				t.store.deliveries.claim(t.tenant, LONG, { limit: 9, uid: key.uid });
			expect(await claimOf(foreign)).toEqual([]);
			expect(uidsOf(await claimOf(second))).toEqual([second.uid]);
			expect(await claimOf(second)).toEqual([]);
			expect(uidsOf(await claim(t))).toEqual([first.uid]);
		});

		it("IF3: claimed deliveries are due and have events to deliver, longest wait first", async () => {
			const t = setup();
			const late = await subscribe(t, "late", { at: 3 });
			const early = await subscribe(t, "early", { at: 1 });
			const middle = await subscribe(t, "middle", { at: 2 });
			await subscribe(t, "nothing to deliver", { events: 0 });
			await subscribe(t, "not yet", { at: Date.now() + LONG });
			expect(await claim(t, 0)).toEqual([]);
			expect(uidsOf(await claim(t, 2))).toEqual([early.uid, middle.uid]);
			expect(await claim(t)).toMatchObject([{ ...late, nextOffset: 0, status: "active", attempts: 0 }]);
			expect(await claim(t)).toEqual([]);
			await t.append(t.name("nothing to deliver"), drafts("now there is"));
			expect(await claim(t)).toHaveLength(1);
		});

		it("IF3: no delivery is claimed twice, however many workers ask", async () => {
			const t = setup();
			const keys = await Promise.all(Array.from({ length: 30 }, (_, n) => subscribe(t, `s${n}`)));
			const claimed = (await Promise.all(Array.from({ length: 20 }, () => claim(t, 4)))).flat();
			// A caller that met others may get fewer, but never one that another caller has.
			expect(new Set(uidsOf(claimed)).size).toBe(claimed.length);
			for (;;) {
				const more = await claim(t, 4);
				if (more.length === 0) break;
				claimed.push(...more);
			}
			expect(sorted(claimed)).toEqual(sorted(keys));
		});

		it("IF3: the cursor moves with delivered events, and the claim is kept", async () => {
			const t = setup();
			const key = await subscribe(t, "s", { events: 3 });
			const { token } = await claimOne(t);
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 1, aliveMs: LONG }),
			).toBe(true);
			expect(await claim(t)).toEqual([]);
			expect(await only(t)).toMatchObject({ nextOffset: 1, attempts: 0 });
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 3, aliveMs: LONG }),
			).toBe(true);
			expect(await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { done: true } })).toBe(
				true,
			);
			expect(await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { done: true } })).toBe(
				false,
			);
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 4, aliveMs: LONG }),
			).toBe(false);
			// Everything is delivered; the next event makes it wait again.
			expect(await claim(t)).toEqual([]);
			await t.append(t.name("s"), drafts("3"));
			expect(await claim(t)).toMatchObject([{ nextOffset: 3, token: token + 1 }]);
		});

		it("IF3: a delivery that made progress goes behind those that are waiting", async () => {
			const t = setup();
			const first = await subscribe(t, "first", { at: 1, events: 5 });
			const second = await subscribe(t, "second", { at: 2 });
			const { token, uid } = await claimOne(t);
			expect(uid).toBe(first.uid);
			await t.store.deliveries.advance({ tenant: t.tenant, key: first, token, nextOffset: 1, aliveMs: LONG });
			await t.store.deliveries.settle({ tenant: t.tenant, key: first, token, outcome: { done: true } });
			expect(uidsOf(await claim(t))).toEqual([second.uid, first.uid]);
		});

		it("IF3: a holder whose claim expired loses the delivery and cannot change it", async () => {
			const t = setup();
			const key = await subscribe(t, "s");
			const { token } = await claimOne(t, 0);
			const next = await claimOne(t);
			expect(next.token).toBeGreaterThan(token);
			const { advance, settle } = t.store.deliveries;
			expect(await advance({ tenant: t.tenant, key, token, nextOffset: 2, aliveMs: LONG })).toBe(false);
			expect(await settle({ tenant: t.tenant, key, token, outcome: { done: true } })).toBe(false);
			expect(await settle({ tenant: t.tenant, key, token, outcome: { dead: { error: "x", at: 1 } } })).toBe(
				false,
			);
			expect(await only(t)).toMatchObject({ nextOffset: 0, status: "active", token: next.token });
			// A late holder keeps its claim if nobody else has claimed it.
			expect(await advance({ tenant: t.tenant, key, token: next.token, nextOffset: 1, aliveMs: 0 })).toBe(
				true,
			);
			expect(await advance({ tenant: t.tenant, key, token: next.token, nextOffset: 2, aliveMs: LONG })).toBe(
				true,
			);
		});

		it("IF3: the holder of an ended subscription does not hold its replacement", async () => {
			const t = setup();
			const key = await subscribe(t, "s");
			const { token } = await claimOne(t);
			await t.append(t.name("s"), [], { endDeliveries: [URL_A] });
			await subscribe(t, "s");
			const again = await claimOne(t);
			expect(again).toMatchObject({ ...key, nextOffset: 2 });
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 9, aliveMs: LONG }),
			).toBe(false);
			expect(await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { done: true } })).toBe(
				false,
			);
			expect(await only(t)).toMatchObject({ nextOffset: 2 });
		});

		it("IF3: failed attempts are counted and dated until a delivery succeeds", async () => {
			const t = setup();
			const key = await subscribe(t, "s");
			const fail = async (at: number, dueAt = at): Promise<void> => {
				const { token } = await claimOne(t);
				const retry = { dueAt, error: `at ${at}`, at };
				expect(await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { retry } })).toBe(
					true,
				);
			};
			await fail(10);
			await fail(20);
			const failing = { attempts: 2, error: "at 20", failingSince: 10, dueAt: 20, nextOffset: 0 };
			expect(await only(t)).toMatchObject({ ...failing, status: "active" });
			const { token } = await claimOne(t);
			await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 1, aliveMs: LONG });
			const fine = { attempts: 0, error: undefined, failingSince: undefined };
			expect(await only(t)).toMatchObject({ ...fine, nextOffset: 1 });
			await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { done: true } });
			await fail(30, Date.now() + LONG);
			expect(await only(t)).toMatchObject({ attempts: 1, failingSince: 30 });
			expect(await claim(t)).toEqual([]);
		});

		it("IF3: a dead letter stays visible; a person can retry it, with or without the failed event", async () => {
			const t = setup();
			const key = await subscribe(t, "s", { events: 3 });
			const { redrive, settle } = t.store.deliveries;
			const giveUp = async (): Promise<void> => {
				const { token } = await claimOne(t);
				expect(
					await settle({ tenant: t.tenant, key, token, outcome: { dead: { error: "gone", at: 9 } } }),
				).toBe(true);
			};
			await giveUp();
			const dead = { status: "dead", attempts: 1, error: "gone", failingSince: 9, nextOffset: 0 };
			expect(await only(t)).toMatchObject(dead);
			expect(await claim(t)).toEqual([]);
			await t.append(t.name("s"), drafts("more"));
			expect(await claim(t)).toEqual([]);
			expect(await redrive({ tenant: t.tenant, key, skip: false, at: 11 })).toBe(true);
			const fresh = { status: "active", attempts: 0, error: undefined, failingSince: undefined, dueAt: 11 };
			expect(await only(t)).toMatchObject({ ...fresh, nextOffset: 0 });
			await giveUp();
			expect(await redrive({ tenant: t.tenant, key, skip: true, at: 12 })).toBe(true);
			// Two retries skip only one event, and nothing is skipped that does not fail.
			expect(await redrive({ tenant: t.tenant, key, skip: true, at: 13 })).toBe(true);
			expect(await claim(t)).toMatchObject([{ ...fresh, dueAt: 13, nextOffset: 1 }]);
			expect(await redrive({ tenant: t.tenant, key: { ...key, url: `${URL_A}?` }, skip: false, at: 1 })).toBe(
				false,
			);
			expect(await redrive({ tenant: setup().tenant, key, skip: false, at: 1 })).toBe(false);
		});

		it("IF3: a worker for all tenants sees which tenants have waiting deliveries, longest wait first", async () => {
			const [t, other] = [setup(), setup()];
			const waiting = async () => {
				const found = await t.store.deliveries.waiting(100_000);
				const mine = found.filter(({ tenant }) => tenant === t.tenant || tenant === other.tenant);
				return mine.map(({ tenant, deliveries }) => [tenant === t.tenant ? "t" : "other", deliveries]);
			};
			await subscribe(t, "not yet", { at: Date.now() + LONG });
			await subscribe(t, "nothing", { events: 0 });
			expect(await waiting()).toEqual([]);
			const key = await subscribe(t, "a", { at: 3 });
			await subscribe(t, "b", { at: 4 });
			await subscribe(other, "c", { at: 2 });
			expect(await waiting()).toEqual([
				["other", 1],
				["t", 2],
			]);
			// A claimed delivery is not counted; one whose claim expired is waiting again.
			const { token } = await claimOne(t);
			await claim(other, 1, -1);
			expect(await waiting()).toEqual([
				["other", 1],
				["t", 1],
			]);
			await t.store.deliveries.settle({
				tenant: t.tenant,
				key,
				token,
				outcome: { dead: { error: "x", at: 1 } },
			});
			const [last] = await claim(t);
			if (last)
				await t.store.deliveries.advance({
					tenant: t.tenant,
					key: last,
					token: last.token,
					nextOffset: 2,
					aliveMs: LONG,
				});
			if (last)
				await t.store.deliveries.settle({
					tenant: t.tenant,
					key: last,
					token: last.token,
					outcome: { done: true },
				});
			expect(await waiting()).toEqual([["other", 1]]);
			expect(await t.store.deliveries.waiting(0)).toEqual([]);
			expect((await t.store.deliveries.waiting(1)).length).toBe(1);
		});

		it("ID1: a delivery cannot be changed from another tenant", async () => {
			const [t, other] = [setup(), setup()];
			const key = await subscribe(t, "s");
			const { token } = await claimOne(t);
			const before = await list(t);
			expect(await claim(other)).toEqual([]);
			expect(
				await other.store.deliveries.advance({
					tenant: other.tenant,
					key,
					token,
					nextOffset: 1,
					aliveMs: LONG,
				}),
			).toBe(false);
			expect(
				await other.store.deliveries.settle({ tenant: other.tenant, key, token, outcome: { done: true } }),
			).toBe(false);
			expect(await list(t)).toEqual(before);
		});

		it("ID6: the delivery of a renamed session continues; that of a merged session continues under the target, unclaimed", async () => {
			const t = setup();
			const key = await subscribe(t, "from", { events: 3 });
			const rekey = (from: string, to: string) =>
				t.store.sessions.rekey({
					from: { name: t.name(from) },
					to: t.name(to),
					onConflict: "merge",
					at: 1,
					lifecycle: () => lifecycle("rekeyed"),
				});
			const { token } = await claimOne(t);
			await rekey("from", "renamed");
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 1, aliveMs: LONG }),
			).toBe(true);
			const target = await t.append(t.name("to"), drafts("x", "y"));
			await rekey("renamed", "to");
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 2, aliveMs: LONG }),
			).toBe(false);
			expect(await claim(t)).toMatchObject([{ uid: target.uid, url: URL_A, nextOffset: 3 }]);
		});

		it("ER1: the claim on a delivery ends when its session is erased", async () => {
			const t = setup();
			const key = await subscribe(t, "s");
			const { token } = await claimOne(t);
			const scope = { tenant: t.tenant, session: key.uid };
			expect(await t.store.erasure.erase(scope)).toMatchObject({ deliveries: 1 });
			expect(
				await t.store.deliveries.advance({ tenant: t.tenant, key, token, nextOffset: 1, aliveMs: LONG }),
			).toBe(false);
			expect(await t.store.deliveries.settle({ tenant: t.tenant, key, token, outcome: { done: true } })).toBe(
				false,
			);
			expect(await t.store.deliveries.redrive({ tenant: t.tenant, key, skip: false, at: 1 })).toBe(false);
			expect(await list(t)).toEqual([]);
		});
	});
}
