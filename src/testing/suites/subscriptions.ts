import { describe, expect, it } from "vitest";
import type { AgentId } from "../../event/index.ts";
import type { DeliveryRecord, SubscriptionRecord } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, refusal, type Setup } from "../fixture.ts";

const LONG = 3_600_000;
const URL_A = "https://example.com/a";
const URL_B = "https://example.com/b";

/** Subscriptions of agents and tenants: an append creates a delivery for each that covers its session. */
export function describeSubscriptions(setup: Setup): void {
	const subscribe = (t: Fixture, id: string, more: Partial<SubscriptionRecord> = {}) =>
		t.store.subscriptions.put({
			tenant: t.tenant,
			id,
			url: URL_A,
			agentId: undefined,
			events: undefined,
			createdAt: 5,
			...more,
		});
	const idsOf = (found: SubscriptionRecord[]): string[] => found.map(({ id }) => id);
	const owed = async (t: Fixture) =>
		(await t.store.deliveries.list({ tenant: t.tenant, limit: 999 })).map(
			({ subscription, nextOffset }) => [subscription, nextOffset] as const,
		);
	const claim = (t: Fixture, limit = 9, aliveMs = LONG) =>
		t.store.deliveries.claim(t.tenant, aliveMs, { limit });
	const claimOne = async (t: Fixture): Promise<DeliveryRecord> => {
		const [delivery] = await claim(t, 1);
		if (!delivery) throw new Error("nothing to claim");
		return delivery;
	};
	const advance = (t: Fixture, held: DeliveryRecord, to: number) =>
		t.store.deliveries.advance({
			tenant: t.tenant,
			key: held,
			token: held.token,
			nextOffset: to,
			aliveMs: LONG,
		});
	const settle = (t: Fixture, held: DeliveryRecord) =>
		t.store.deliveries.settle({ tenant: t.tenant, key: held, token: held.token, outcome: { done: true } });
	const rekey = (t: Fixture, from: string, to: string) =>
		t.store.sessions.rekey({
			from: { name: t.name(from) },
			to: t.name(to),
			onConflict: "merge",
			at: 1,
			lifecycle: () => lifecycle("rekeyed"),
		});

	describe("subscriptions", () => {
		it("IF3: a subscription is stored as requested; the first with an id stays", async () => {
			const t = setup();
			const wanted = { url: URL_B, agentId: "agent" as AgentId, events: ["message", "custom:x"] };
			const stored = await subscribe(t, "one", wanted);
			expect(stored).toEqual({ tenant: t.tenant, id: "one", ...wanted, createdAt: 5 });
			expect(await subscribe(t, "one", { url: "https://example.com/other" })).toEqual(stored);
			const query = { tenant: t.tenant, limit: 9 };
			expect(await t.store.subscriptions.list(query)).toEqual([stored]);
			expect(await t.store.subscriptions.remove(t.tenant, "one")).toBe(true);
			expect(await t.store.subscriptions.remove(t.tenant, "one")).toBe(false);
			expect(await t.store.subscriptions.list(query)).toEqual([]);
		});

		it("IF3: subscriptions are listed page by page, sorted by id, optionally of one agent only", async () => {
			const t = setup();
			for (const id of ["b", "ä", "a", "C"]) await subscribe(t, id);
			await subscribe(t, "d", { agentId: "agent" as AgentId });
			const list = (more: object) => t.store.subscriptions.list({ tenant: t.tenant, limit: 2, ...more });
			expect(idsOf(await list({}))).toEqual(["C", "a"]);
			expect(idsOf(await list({ after: "a" }))).toEqual(["b", "d"]);
			expect(idsOf(await list({ after: "d" }))).toEqual(["ä"]);
			expect(idsOf(await list({ agentId: "agent" }))).toEqual(["d"]);
			expect(idsOf(await list({ agentId: "nobody" }))).toEqual([]);
		});

		it("IF3: a tenant can have at most 100", async () => {
			const t = setup();
			for (let n = 0; n < 100; n++) await subscribe(t, `s${n}`);
			expect((await refusal(subscribe(t, "one more"))).code).toBe("limit_exceeded");
			// An existing one does not count again.
			expect((await subscribe(t, "s7")).id).toBe("s7");
			await t.store.subscriptions.remove(t.tenant, "s7");
			expect((await subscribe(t, "one more")).id).toBe("one more");
		});

		it("IF3: later appends are delivered, to existing and new sessions, of the given agent", async () => {
			const t = setup();
			await t.append(t.name("old"), drafts("before", "before"));
			await subscribe(t, "all");
			await subscribe(t, "mine", { agentId: "agent" as AgentId, url: URL_B, events: ["message"] });
			await subscribe(t, "others", { agentId: "another" as AgentId });
			expect(await claim(t)).toEqual([]);
			const { uid } = await t.append(t.name("old"), drafts("a", "b"));
			const own = { uid, nextOffset: 2, status: "active", attempts: 0, error: undefined };
			expect(await t.store.deliveries.list({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ ...own, subscription: "all", url: URL_A, events: undefined },
				{ ...own, subscription: "mine", url: URL_B, events: ["message"] },
			]);
			// Existing deliveries keep their position.
			await t.append(t.name("old"), drafts("c"));
			expect(await owed(t)).toEqual([
				["all", 2],
				["mine", 2],
			]);
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			await t.append(t.name("new", { agent: "another" }), drafts("x"));
			expect(await owed(t)).toEqual([
				["all", 0],
				["others", 0],
			]);
			expect((await claim(t)).map(({ url }) => url)).toEqual([URL_A, URL_A]);
		});

		it("IF3: a refused append creates no delivery, nor does one without events", async () => {
			const t = setup();
			await subscribe(t, "all");
			await t.append(t.name("s"), [], { patch: { title: "x" } });
			await refusal(t.append(t.name("s"), drafts("a"), { require: { expectedOffset: 7 } }));
			expect(await owed(t)).toEqual([]);
		});

		it("IF3: a completed delivery is removed; the next append creates another", async () => {
			const t = setup();
			await subscribe(t, "all");
			const { uid } = await t.append(t.name("s"), drafts("a", "b"));
			const held = await claimOne(t);
			expect(held).toMatchObject({ uid, subscription: "all", url: URL_A, nextOffset: 0 });
			expect(await advance(t, held, 2)).toBe(true);
			expect(await settle(t, held)).toBe(true);
			expect(await owed(t)).toEqual([]);
			expect(await advance(t, held, 3)).toBe(false);
			await t.append(t.name("s"), drafts("c"));
			expect(await owed(t)).toEqual([["all", 2]]);
			// The holder of the first does not hold the second.
			expect(await advance(t, held, 3)).toBe(false);
			expect(await claimOne(t)).toMatchObject({ nextOffset: 2 });
		});

		it("IF3: a delivery with remaining events is not removed", async () => {
			const t = setup();
			await subscribe(t, "all");
			await t.append(t.name("s"), drafts("a"));
			const held = await claimOne(t);
			await advance(t, held, 1);
			await t.append(t.name("s"), drafts("b"));
			expect(await settle(t, held)).toBe(true);
			expect(await claim(t)).toMatchObject([{ subscription: "all", nextOffset: 1 }]);
		});

		it("IF3: concurrent appends and removals of completed deliveries lose nothing", async () => {
			const t = setup();
			await subscribe(t, "all");
			const seen: number[] = [];
			let isWriting = true;
			const write = async (): Promise<void> => {
				for (let n = 0; n < 60; n++) await t.append(t.name("s"), drafts(`${n}`));
				isWriting = false;
			};
			const deliver = async (): Promise<void> => {
				for (;;) {
					const wasWriting = isWriting;
					const [held] = await claim(t, 1);
					if (!held && !wasWriting) return;
					if (!held) continue;
					const page = await t.store.log.read(
						{ uid: held.uid, tenant: t.tenant },
						{ after: held.nextOffset - 1, limit: 99 },
					);
					seen.push(...(page?.events ?? []).map(({ offset }) => offset));
					await advance(t, held, page?.head ?? 0);
					await settle(t, held);
				}
			};
			await Promise.all([write(), deliver()]);
			expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => n));
			expect(await owed(t)).toEqual([]);
		});

		it("IF3: an append that is committed after a concurrent subscription is delivered", async () => {
			const t = setup();
			for (let round = 0; round < 10; round++) {
				const name = t.name(`s${round}`);
				await t.append(name, drafts("first"));
				let isInForce = false;
				const writing = (async () => {
					let late: number | undefined;
					for (let n = 0; n < 30 && late === undefined; n++) {
						const was = isInForce;
						const { firstOffset } = await t.append(name, drafts(`${n}`));
						if (was) late = firstOffset;
					}
					return late;
				})();
				await subscribe(t, `r${round}`, { agentId: "agent" as AgentId });
				isInForce = true;
				const late = await writing;
				const { uid } = (await t.store.sessions.get({ name })) ?? {};
				const found = await t.store.deliveries.list({ tenant: t.tenant, uid, limit: 99 });
				const mine = found.find(({ subscription }) => subscription === `r${round}`);
				if (late !== undefined) expect(mine?.nextOffset).toBeLessThanOrEqual(late);
			}
		});

		it("IF3: unsubscribing ends its deliveries immediately, including claimed ones", async () => {
			const t = setup();
			await subscribe(t, "one");
			await subscribe(t, "two");
			await t.append(t.name("s"), drafts("a", "b"));
			const held = (await claim(t)).find(({ subscription }) => subscription === "one");
			expect(held && (await advance(t, held, 1))).toBe(true);
			expect(await t.store.subscriptions.remove(t.tenant, "one")).toBe(true);
			expect(held && (await advance(t, held, 2))).toBe(false);
			expect(held && (await settle(t, held))).toBe(false);
			await t.append(t.name("s"), drafts("c"));
			expect(await owed(t)).toEqual([["two", 0]]);
			// Under the same id, it starts again.
			await subscribe(t, "one");
			await t.append(t.name("s"), drafts("d"));
			expect(await owed(t)).toEqual([
				["one", 3],
				["two", 0],
			]);
		});

		it("IF3: a session's own URL and a subscription with the same URL are two deliveries; pages include both", async () => {
			const t = setup();
			await subscribe(t, "all");
			const { uid } = await t.append(t.name("s"), drafts("a"), { deliveries: [{ url: URL_A }] });
			const query = { tenant: t.tenant, uid, limit: 1 };
			const [own] = await t.store.deliveries.list(query);
			expect(own).toMatchObject({ subscription: undefined, url: URL_A });
			const [second] = await t.store.deliveries.list({ ...query, after: own });
			expect(second).toMatchObject({ subscription: "all", url: URL_A });
			expect(await t.store.deliveries.list({ ...query, after: second })).toEqual([]);
			expect(await claim(t)).toHaveLength(2);
		});

		it("IF3: deliveries to excluded URLs are not claimed", async () => {
			const t = setup();
			await subscribe(t, "a");
			await subscribe(t, "b", { url: URL_B });
			await t.append(t.name("s"), drafts("x"), { deliveries: [{ url: URL_A }] });
			const claimed = await t.store.deliveries.claim(t.tenant, LONG, { limit: 9, except: [URL_A] });
			expect(claimed.map(({ subscription }) => subscription)).toEqual(["b"]);
			expect(await claim(t)).toHaveLength(2);
		});

		it("IF3: a dead letter stays with its subscription and can be retried", async () => {
			const t = setup();
			await subscribe(t, "all");
			await t.append(t.name("s"), drafts("a", "b"));
			const held = await claimOne(t);
			await t.store.deliveries.settle({
				tenant: t.tenant,
				key: held,
				token: held.token,
				outcome: { dead: { error: "gone", at: 9 } },
			});
			await t.append(t.name("s"), drafts("c"));
			expect(await claim(t)).toEqual([]);
			expect(await t.store.deliveries.list({ tenant: t.tenant, status: "dead", limit: 9 })).toMatchObject([
				{ subscription: "all", url: URL_A, error: "gone", nextOffset: 0 },
			]);
			expect(await t.store.deliveries.redrive({ tenant: t.tenant, key: held, skip: true, at: 1 })).toBe(true);
			expect(await claimOne(t)).toMatchObject({ subscription: "all", nextOffset: 1 });
		});

		it("IF3: the event of a fork is delivered, copied events are not; an imported log is not delivered", async () => {
			const t = setup();
			await t.append(t.name("s"), drafts("a", "b", "c"));
			await subscribe(t, "all");
			const fork = { uid: crypto.randomUUID() as never, at: 1, lifecycle: lifecycle("forked") };
			await t.store.sessions.fork({ source: { name: t.name("s") }, to: t.name("fork"), offset: 1, ...fork });
			expect(await owed(t)).toEqual([["all", 2]]);
		});

		it("ID6: a renamed session keeps its deliveries, and the event of the re-key is delivered; so does a merged one", async () => {
			const t = setup();
			await t.append(t.name("quiet"), drafts("a", "b"));
			await subscribe(t, "all");
			await t.append(t.name("from"), drafts("a", "b", "c"));
			const held = await claimOne(t);
			await advance(t, held, 1);
			await rekey(t, "from", "renamed");
			expect(await advance(t, held, 2)).toBe(true);
			expect(await owed(t)).toEqual([["all", 2]]);
			await rekey(t, "renamed", "quiet");
			// Offset 2 of the source, after the two events of the target.
			expect(await owed(t)).toEqual([["all", 4]]);
			expect(await advance(t, held, 3)).toBe(false);
			const again = await claimOne(t);
			await advance(t, again, 99);
			await settle(t, again);
			await t.append(t.name("more"), drafts("a"));
			const more = await claimOne(t);
			await advance(t, more, 1);
			await settle(t, more);
			await rekey(t, "more", "quiet");
			const { head = 0 } = (await t.store.sessions.get({ name: t.name("quiet") })) ?? {};
			expect(await owed(t)).toEqual([["all", head - 1]]);
		});

		it("ER1: an agent is erased with its subscriptions, a user with none, a tenant with all", async () => {
			const t = setup();
			await subscribe(t, "all");
			await subscribe(t, "mine", { agentId: "agent" as AgentId });
			await subscribe(t, "others", { agentId: "another" as AgentId });
			await t.append(t.name("s", { user: "ada" }), drafts("a"));
			const list = () => t.store.subscriptions.list({ tenant: t.tenant, limit: 9 });
			const { erase, count } = t.store.erasure;
			const user = { tenant: t.tenant, user: "ada" as never };
			expect(await count(user)).toMatchObject({ deliveries: 2 });
			expect(await erase(user)).toMatchObject({ deliveries: 2 });
			expect(idsOf(await list())).toEqual(["all", "mine", "others"]);
			const agent = { tenant: t.tenant, agent: "agent" as AgentId };
			expect(await count(agent)).toMatchObject({ deliveries: 1 });
			expect(await erase(agent)).toMatchObject({ deliveries: 1 });
			expect(idsOf(await list())).toEqual(["all", "others"]);
			const everything = { tenant: t.tenant, everything: true as const };
			expect(await count(everything)).toMatchObject({ deliveries: 2 });
			expect(await erase(everything)).toMatchObject({ deliveries: 2 });
			expect(await list()).toEqual([]);
		});

		it("ID1: subscriptions are separate for each tenant", async () => {
			const [t, other] = [setup(), setup()];
			await subscribe(t, "same");
			await subscribe(other, "same", { url: URL_B });
			await t.append(t.name("s"), drafts("a"));
			expect(await owed(other)).toEqual([]);
			expect((await claim(t)).map(({ url }) => url)).toEqual([URL_A]);
			expect(await other.store.subscriptions.remove(other.tenant, "same")).toBe(true);
			expect(await owed(t)).toEqual([["same", 0]]);
			expect(idsOf(await t.store.subscriptions.list({ tenant: t.tenant, limit: 9 }))).toEqual(["same"]);
		});
	});

	describe("URLs of a session", () => {
		const session = (t: Fixture) => t.store.sessions.get({ name: t.name("s") });
		const urlsOf = async (t: Fixture) =>
			(await t.store.deliveries.list({ tenant: t.tenant, limit: 99 })).map(
				({ url, nextOffset, events }) => [url, nextOffset, events] as const,
			);
		const KEY = "event_webhook_url";

		it("IF3: a session has several URLs, each with its cursor and filter; the first is in its metadata", async () => {
			const t = setup();
			await t.append(t.name("s"), drafts("a"), { deliveries: [{ url: URL_A }] });
			await t.append(t.name("s"), drafts("b"), { deliveries: [{ url: URL_B, events: ["message"] }] });
			expect(await urlsOf(t)).toEqual([
				[URL_A, 0, undefined],
				[URL_B, 1, ["message"]],
			]);
			expect((await session(t))?.metadata).toEqual({ [KEY]: URL_A });
			// Subscribing the same URL again sets the filter and keeps the position.
			await t.append(t.name("s"), [], { deliveries: [{ url: URL_A, events: ["status:failed"] }] });
			await t.append(t.name("s"), [], { deliveries: [{ url: URL_B }] });
			expect(await urlsOf(t)).toEqual([
				[URL_A, 0, ["status:failed"]],
				[URL_B, 1, undefined],
			]);
			await t.append(t.name("s"), [], { endDeliveries: [URL_A] });
			expect(await urlsOf(t)).toEqual([[URL_B, 1, undefined]]);
			expect((await session(t))?.metadata).toEqual({});
		});

		it("IF3: setting the metadata key subscribes a URL; another value or none ends it, and no other URL", async () => {
			const t = setup();
			const patch = (set: Record<string, string>, unset: string[] = []) =>
				t.append(t.name("s"), drafts("x"), { patch: { metadata: { set, unset } } });
			await patch({ [KEY]: URL_A });
			await t.append(t.name("s"), [], { deliveries: [{ url: URL_B }] });
			await patch({ [KEY]: "https://example.com/c" });
			expect(await urlsOf(t)).toEqual([
				[URL_B, 1, undefined],
				["https://example.com/c", 1, undefined],
			]);
			await patch({ other: "x" });
			await patch({}, [KEY]);
			expect(await urlsOf(t)).toEqual([[URL_B, 1, undefined]]);
			expect((await session(t))?.metadata).toEqual({ other: "x" });
		});

		it("IF3: a session can have at most 20 URLs, and one more is refused and changes nothing", async () => {
			const t = setup();
			const urls = Array.from({ length: 20 }, (_, n) => ({ url: `${URL_A}/${n}` }));
			await t.append(t.name("s"), drafts("a"), { deliveries: urls });
			const more = t.append(t.name("s"), drafts("b"), { deliveries: [{ url: URL_B }] });
			expect((await refusal(more)).code).toBe("limit_exceeded");
			expect((await session(t))?.head).toBe(1);
			await t.append(t.name("s"), [], { deliveries: urls.slice(3, 5) });
			await t.append(t.name("s"), [], { deliveries: [{ url: URL_B }], endDeliveries: [`${URL_A}/0`] });
			expect(await urlsOf(t)).toHaveLength(20);
		});
	});
}
