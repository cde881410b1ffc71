import { describe, expect, it, onTestFinished } from "vitest";
import type { Store } from "../../src/index.ts";
import { sweepRetention } from "../../src/session/retention.ts";
import { onDay } from "../api/on-day.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { offsetsOf, startReceiver } from "./receiver.ts";
import { isSigned } from "./verify.ts";
import { numbered, range, type WebhookOptions, type WebhookWorld, webhookWorld } from "./webhook-world.ts";

const DAY = 86_400_000;

const noFacts = async (): Promise<boolean> => false;

/** Writes as if it were that day. */
const stored100DaysAgo = (write: () => Promise<unknown>) => onDay(-100, write);

/** IF3 on one store. */
export function describeDelivering(backend: Backend): void {
	describe(`webhooks, ${backend.name}`, () => {
		/** A world of its own; several deliverers may share its store. */
		async function open(options: WebhookOptions = {}) {
			const world = await backend.create();
			await world.store.open();
			onTestFinished(async () => {
				await world.store.close();
				await world.end();
			});
			return { store: world.store, ...webhookWorld(world.store, options) };
		}
		const onlyDelivery = async ({ webhooks }: WebhookWorld) => {
			const { items } = await webhooks.list();
			expect(items).toHaveLength(1);
			const [item] = items;
			if (!item) throw new Error("no delivery");
			return item;
		};
		/** Resolves when the only delivery is given up. */
		const untilDead = async (world: WebhookWorld) => {
			for (;;) {
				const delivery = await onlyDelivery(world);
				if (delivery.status === "dead") return delivery;
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
		};

		it("IF3: one POST for each event from the subscription on, in order, the JSON that reading gives, signed", async () => {
			const world = await open();
			const receiver = await startReceiver();
			const session = world.session("Straße/1?", "ü ser");
			await session.append(numbered(0));
			await session.subscribe({ url: `${receiver.url}/hook?x=1` });
			await session.append([numbered(1), numbered(2)]);
			await session.history.append({ role: "user", content: 'Grüße "quoted" \u{1F680}' });
			await session.state.set({ k: 1 });
			await world.deliverer.idle();
			const events = await session.events();
			expect(receiver.received.map(({ event }) => event)).toEqual(events.slice(1));
			const { secret } = await world.webhooks.secret();
			expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
			for (const [i, one] of receiver.received.entries()) {
				expect(one.path).toBe("/hook?x=1");
				expect(isSigned(one, secret)).toBe(true);
				expect(isSigned({ ...one, text: `${one.text} ` }, secret)).toBe(false);
				expect(one.headers).toMatchObject({
					"content-type": "application/json",
					"webhook-id": events[i + 1]?.id,
					"holdfast-agent": "a",
					"holdfast-session": encodeURIComponent("Straße/1?"),
					"holdfast-user": encodeURIComponent("ü ser"),
					"holdfast-offset": String(i + 1),
				});
			}
			expect(await onlyDelivery(world)).toMatchObject({ status: "active", pending: 0, attempts: 0 });
		});

		it("IF3: order holds under concurrent appends to several sessions", async () => {
			const world = await open();
			const receiver = await startReceiver();
			const ids = ["s1", "s2", "s3"];
			for (const id of ids) await world.session(id).subscribe({ url: `${receiver.url}/${id}` });
			await Promise.all(
				range(0, 90).map((n) => world.session(ids[n % 3] as string).append([numbered(n), numbered(n)])),
			);
			await world.deliverer.idle();
			for (const id of ids) {
				const events = await world.session(id).events({ limit: 1_000 });
				expect(receiver.taken(`/${id}`).map(({ event }) => event)).toEqual(events);
			}
		});

		it("IF3: failures hold the session up, are tried again with the same id, and nothing is left out", async () => {
			const world = await open();
			const tries = new Map<number, number>();
			const receiver = await startReceiver(({ event }, response) => {
				const n = (tries.get(event.offset) ?? 0) + 1;
				tries.set(event.offset, n);
				if (event.offset % 3 === 1 && n < 3) {
					if (n === 2) response.destroy();
					return n === 1 ? 500 : 0;
				}
				return 200;
			});
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			for (const n of range(0, 10)) await session.append(numbered(n));
			await receiver.until(() => receiver.taken().length === 10);
			const expected = range(0, 10).flatMap((n) => (n % 3 === 1 ? [n, n, n] : [n]));
			expect(offsetsOf(receiver.received)).toEqual(expected);
			const idsOf = (offset: number) =>
				new Set(
					receiver.received
						.filter(({ event }) => event.offset === offset)
						.map(({ headers }) => headers["webhook-id"]),
				);
			for (const n of range(0, 10)) expect(idsOf(n).size).toBe(1);
		});

		it("IF3: what fails is shown with its reason, and waits longer each time", async () => {
			const world = await open({ patience: { delaysMs: [1, 2, 50_000], giveUpMs: DAY } });
			const receiver = await startReceiver(() => 503);
			await world.session("s").subscribe({ url: receiver.url });
			const before = Date.now();
			await world.session("s").append([numbered(0), numbered(1)]);
			await receiver.until(({ length }) => length === 3);
			await world.deliverer.idle();
			const delivery = await onlyDelivery(world);
			expect(delivery).toMatchObject({
				session: { agentId: "a", sessionId: "s" },
				url: receiver.url,
				status: "active",
				nextOffset: 0,
				pending: 2,
				attempts: 3,
				error: "answered 503",
			});
			expect(Date.parse(delivery.dueAt)).toBeGreaterThanOrEqual(before + 50_000);
			expect(Date.parse(String(delivery.failingSince))).toBeGreaterThanOrEqual(before);
			expect(receiver.received).toHaveLength(3);
		});

		it("IF3: after a day of failures it is given up, and stays to be seen; retry begins where it stopped", async () => {
			const world = await open({ patience: { delaysMs: [1], giveUpMs: 30 } });
			const receiver = await startReceiver(() => 500);
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			await session.append([numbered(0), numbered(1)]);
			expect(await untilDead(world)).toMatchObject({ error: "answered 500", pending: 2 });
			expect((await world.webhooks.list({ status: "active" })).items).toEqual([]);
			expect((await world.webhooks.list({ status: "dead" })).items).toHaveLength(1);
			receiver.answerWith(() => 200);
			await session.append(numbered(2));
			await world.deliverer.idle();
			expect(receiver.taken()).toEqual([]);
			await world.webhooks.retry({ agentId: "a", sessionId: "s" });
			await world.deliverer.idle();
			expect(offsetsOf(receiver.taken())).toEqual([0, 1, 2]);
			expect(await onlyDelivery(world)).toMatchObject({ status: "active", attempts: 0, pending: 0 });
		});

		it("IF3: 410 ends it at once; retry with skip goes on behind the event", async () => {
			const world = await open();
			const receiver = await startReceiver(({ event }) => (event.offset === 1 ? 410 : 200));
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			await session.append([numbered(0), numbered(1), numbered(2)]);
			expect(await untilDead(world)).toMatchObject({ error: "answered 410", nextOffset: 1 });
			expect(offsetsOf(receiver.received)).toEqual([0, 1]);
			await world.webhooks.retry("s", { skip: true });
			await world.deliverer.idle();
			expect(offsetsOf(receiver.received)).toEqual([0, 1, 2]);
		});

		it("IF3: a session without subscription, and none at all, cannot be retried", async () => {
			const world = await open();
			await world.session("s").append(numbered(0));
			await refusal(world.webhooks.retry("s"), "not_found");
			await refusal(world.webhooks.retry({ agentId: "a", sessionId: "nobody" }), "not_found");
		});

		it("IF3: redirects are failures, and their target is not asked", async () => {
			const world = await open({ patience: { delaysMs: [50_000], giveUpMs: DAY } });
			const inside = await startReceiver();
			const receiver = await startReceiver((_, response) => {
				response.writeHead(307, { location: inside.url }).end();
				return 307;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(numbered(0));
			await world.deliverer.idle();
			expect((await onlyDelivery(world)).error).toBe("answered 307, a redirect, which is not followed");
			expect(inside.received).toEqual([]);
		});

		it("IF3: a URL that policy forbids by now is not asked; the reason says what to do", async () => {
			const lenient = await open();
			const receiver = await startReceiver();
			await lenient.session("s").subscribe({ url: receiver.url });
			await lenient.deliverer.close();
			await lenient.session("s").append(numbered(0));
			const strict = webhookWorld(lenient.store, { network: { loopback: false, allow: [] } });
			await strict.deliverer.idle();
			expect((await onlyDelivery(strict)).error).toContain("network.allow");
			expect(receiver.received).toEqual([]);
		});

		it("IF3: a slow receiver holds up its own session alone, and is left after its time", async () => {
			const world = await open({ timeoutMs: 200, patience: { delaysMs: [50_000], giveUpMs: DAY } });
			const released = Promise.withResolvers<void>();
			const receiver = await startReceiver(async ({ path }) => {
				if (path === "/slow") await released.promise;
				return 200;
			});
			for (const id of ["slow", "fast"]) await world.session(id).subscribe({ url: `${receiver.url}/${id}` });
			await world.session("slow").append(numbered(0));
			await world.session("fast").append(range(0, 20).map(numbered));
			await receiver.until(() => receiver.taken("/fast").length === 20);
			await world.deliverer.idle();
			const { items } = await world.webhooks.list();
			expect(items.find(({ session }) => session.sessionId === "slow")).toMatchObject({
				error: "no response within 0.2 s",
				attempts: 1,
			});
			released.resolve();
		});

		it("IF3: many slow receivers of one tenant do not hold up another tenant", async () => {
			const one = await open({ tenant: "one", all: true });
			const released = Promise.withResolvers<void>();
			const receiver = await startReceiver(async ({ path }) => {
				if (path === "/slow") await released.promise;
				return 200;
			});
			const slow = range(0, 40).map((n) => one.session(`s${n}`));
			for (const session of slow) await session.subscribe({ url: `${receiver.url}/slow` });
			await Promise.all(slow.map((session) => session.append(numbered(0))));
			const two = webhookWorld(one.store, { tenant: "two", deaf: true });
			await two.deliverer.close();
			await two.session("s").subscribe({ url: `${receiver.url}/fast` });
			await two.session("s").append(numbered(0));
			await receiver.until(() => receiver.taken("/fast").length === 1);
			released.resolve();
			await one.deliverer.idle();
			expect(receiver.taken("/slow")).toHaveLength(40);
		});

		it("IF3: answers are not read beyond a little, however long they are", async () => {
			const world = await open();
			const receiver = await startReceiver((_, response) => {
				response.writeHead(200);
				const pump = (): void => {
					while (!response.destroyed && response.write("x".repeat(65_536)));
				};
				response.on("drain", pump);
				pump();
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append([numbered(0), numbered(1)]);
			await world.deliverer.idle();
			expect(offsetsOf(receiver.received)).toEqual([0, 1]);
		});

		it("IF3: another URL in the metadata stops the old one at once and begins at its own place; none ends deliveries", async () => {
			const world = await open({ patience: { delaysMs: [1], giveUpMs: DAY } });
			const receiver = await startReceiver(({ path }) => (path === "/old" ? 500 : 200));
			const session = world.session("s");
			await session.subscribe({ url: `${receiver.url}/old` });
			await session.append(numbered(0));
			await receiver.until(({ length }) => length > 1);
			await session.updateMetadata({ set: { event_webhook_url: `${receiver.url}/new` } });
			await world.deliverer.idle();
			const old = receiver.received.filter(({ path }) => path === "/old").length;
			await session.append(numbered(1));
			await world.deliverer.idle();
			expect(offsetsOf(receiver.taken("/new"))).toEqual([1]);
			await session.updateMetadata({ unset: ["event_webhook_url"] });
			await session.append(numbered(2));
			await world.deliverer.idle();
			expect(receiver.received.filter(({ path }) => path === "/old")).toHaveLength(old);
			expect(offsetsOf(receiver.taken("/new"))).toEqual([1]);
			expect((await world.webhooks.list()).items).toEqual([]);
		});

		it("IF3: what retention removed is skipped, what was erased is delivered blank", async () => {
			const world = await open({ patience: { delaysMs: [60_000], giveUpMs: DAY } });
			const receiver = await startReceiver(() => 500);
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			await stored100DaysAgo(() => session.append([numbered(0), numbered(1)]));
			await world.deliverer.idle();
			await session.append([numbered(2), numbered(3)]);
			await session.erase(2);
			await sweepRetention(world.platform, noFacts);
			receiver.answerWith(() => 200);
			await world.webhooks.retry("s");
			await world.deliverer.idle();
			expect(offsetsOf(receiver.taken())).toEqual([2, 3]);
			const [blank] = await session.events();
			expect(blank).toMatchObject({ erased: true });
			expect(receiver.taken()[0]?.event).toEqual(blank);
		});

		it("IF3, ER1: what is erased while a slow receiver has the event before it is delivered blank", async () => {
			const world = await open({ freshMs: 0 });
			const receiver = await startReceiver(async ({ event }) => {
				if (event.offset === 0) await world.session("s").erase(1);
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(range(0, 3).map(numbered));
			await world.deliverer.idle();
			expect(receiver.received.map(({ event }) => event)).toEqual(await world.session("s").events());
			expect(receiver.received[1]?.event).toMatchObject({ erased: true });
		});

		it("IF3: when retention removed all that was owed, nothing is owed", async () => {
			const world = await open({ patience: { delaysMs: [60_000], giveUpMs: DAY } });
			const receiver = await startReceiver(() => 500);
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			await stored100DaysAgo(() => session.append(numbered(0)));
			await world.deliverer.idle();
			await sweepRetention(world.platform, noFacts);
			await world.webhooks.retry("s");
			await world.deliverer.idle();
			expect(await onlyDelivery(world)).toMatchObject({ nextOffset: 1, pending: 0, attempts: 0 });
			expect(await world.store.deliveries.claim(world.platform.tenant, 1_000, { limit: 10 })).toEqual([]);
		});

		it("IF3, ID6: a session that is re-keyed keeps its cursor, and is named as it is called now", async () => {
			const world = await open();
			const receiver = await startReceiver();
			await world.session("before").subscribe({ url: receiver.url });
			await world.session("before").append(numbered(0));
			await world.deliverer.idle();
			await world.sessions.rekey({ agentId: "a", sessionId: "before" }, { userId: "u", sessionId: "after" });
			await world.session("after", "u").append(numbered(1));
			await world.deliverer.idle();
			const events = await world.session("after", "u").events();
			expect(receiver.received.map(({ event }) => event)).toEqual(events);
			expect(receiver.received.map(({ headers }) => headers["holdfast-session"])).toEqual([
				"before",
				...events.slice(1).map(() => "after"),
			]);
			expect((await onlyDelivery(world)).session).toEqual({ agentId: "a", userId: "u", sessionId: "after" });
		});

		it("IF3: a session that is deleted while it is delivered ends quietly", async () => {
			const world = await open();
			const receiver = await startReceiver(async ({ event }) => {
				if (event.offset === 1) await world.sessions.delete("s");
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(range(0, 5).map(numbered));
			await world.deliverer.idle();
			expect(offsetsOf(receiver.received)).toEqual([0, 1]);
			expect((await world.webhooks.list()).items).toEqual([]);
		});

		it("IF3: a rotated secret signs beside the old one until its time is over", async () => {
			const world = await open();
			const receiver = await startReceiver();
			const session = world.session("s");
			await session.subscribe({ url: receiver.url });
			const { secret: first } = await world.webhooks.secret();
			expect((await world.webhooks.secret()).secret).toBe(first);
			const { secret: second } = await world.webhooks.rotateSecret({ keepOldHours: 1 });
			expect([second === first, (await world.webhooks.secret()).secret]).toEqual([false, second]);
			await session.append(numbered(0));
			await world.deliverer.idle();
			const { secret: third } = await world.webhooks.rotateSecret({ keepOldHours: 0 });
			await session.append(numbered(1));
			await world.deliverer.idle();
			const signedBy = receiver.received.map((one) =>
				[first, second, third].map((secret) => isSigned(one, secret)),
			);
			expect(signedBy).toEqual([
				[true, true, false],
				[false, false, true],
			]);
			const made = await Promise.all(range(0, 8).map(() => world.webhooks.rotateSecret()));
			expect(new Set(made.map(({ secret }) => secret)).size).toBe(8);
			await session.append(numbered(2));
			await world.deliverer.idle();
			expect(String(receiver.received.at(-1)?.headers["webhook-signature"]).split(" ")).toHaveLength(5);
		});

		it("IF3: each tenant has its own secret, and sees its own deliveries", async () => {
			const one = await open({ tenant: "one", all: true });
			const two = webhookWorld(one.store, { tenant: "two", deaf: true });
			const receiver = await startReceiver();
			await one.session("s").subscribe({ url: `${receiver.url}/one` });
			await two.session("s").subscribe({ url: `${receiver.url}/two` });
			await two.deliverer.close();
			await one.session("s").append(numbered(1));
			await two.session("s").append(numbered(2));
			await receiver.until(({ length }) => length === 2);
			const secrets = [await one.webhooks.secret(), await two.webhooks.secret()];
			expect(secrets[0]).not.toEqual(secrets[1]);
			const signed = ["/one", "/two"].map((path) =>
				secrets.map(({ secret }) => receiver.taken(path).every((message) => isSigned(message, secret))),
			);
			expect(signed).toEqual([
				[true, false],
				[false, true],
			]);
			expect((await one.webhooks.list()).items.map(({ url }) => url)).toEqual([`${receiver.url}/one`]);
		});

		it("IF3: the list has pages", async () => {
			const world = await open();
			const receiver = await startReceiver();
			for (const n of range(0, 5)) await world.session(`s${n}`).subscribe({ url: receiver.url });
			const seen: string[] = [];
			for (let cursor: string | undefined; ; ) {
				const { items, next } = await world.webhooks.list({ limit: 2, cursor });
				seen.push(...items.map(({ session }) => session.sessionId));
				cursor = next;
				if (next === undefined) break;
			}
			expect(seen.sort()).toEqual(range(0, 5).map((n) => `s${n}`));
			await refusal(world.webhooks.list({ cursor: "x" }), "invalid");
		});

		it("IF3: closing lets the request under way end; the next one goes on behind it", async () => {
			const world = await open();
			const asked = Promise.withResolvers<void>();
			const go = Promise.withResolvers<void>();
			const receiver = await startReceiver(async () => {
				asked.resolve();
				await go.promise;
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(range(0, 3).map(numbered));
			await asked.promise;
			const closed = world.deliverer.close();
			go.resolve();
			await closed;
			expect(offsetsOf(receiver.received)).toEqual([0]);
			const next = webhookWorld(world.store);
			next.deliverer.nudge();
			await next.deliverer.idle();
			expect(offsetsOf(receiver.received)).toEqual([0, 1, 2]);
		});

		it("IF3: closing cuts off a receiver that does not answer; its event is sent again, and was no failure", async () => {
			const world = await open({ graceMs: 20 });
			let hangs = true;
			const asked = Promise.withResolvers<void>();
			const receiver = await startReceiver(async () => {
				asked.resolve();
				if (hangs) await new Promise(() => {});
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(numbered(0));
			await asked.promise;
			await world.deliverer.close();
			expect(await onlyDelivery(world)).toMatchObject({ attempts: 0, pending: 1 });
			hangs = false;
			const next = webhookWorld(world.store);
			await next.deliverer.idle();
			expect(offsetsOf(receiver.received)).toEqual([0]);
		});

		it("IF3: several deliverers on one store send each event once, in order", async () => {
			const world = await open();
			const others = [webhookWorld(world.store), webhookWorld(world.store, { all: true })];
			const receiver = await startReceiver();
			const ids = range(0, 6).map((n) => `s${n}`);
			for (const id of ids) await world.session(id).subscribe({ url: `${receiver.url}/${id}` });
			await Promise.all(
				range(0, 120).map((n) => {
					const writer = [world, ...others][n % 3] as WebhookWorld;
					return writer.session(ids[n % 6] as string).append(numbered(n));
				}),
			);
			await receiver.until(({ length }) => length >= 120);
			for (const each of [world, ...others]) await each.deliverer.idle();
			for (const id of ids) expect(offsetsOf(receiver.taken(`/${id}`))).toEqual(range(0, 20));
		});

		it("IF3: a holder that comes back when its time is over does not go on", async () => {
			const world = await open({ deaf: true });
			await world.deliverer.close();
			const late = Promise.withResolvers<void>();
			const asked = Promise.withResolvers<void>();
			let isFirst = true;
			const receiver = await startReceiver(async () => {
				if (!isFirst) return 200;
				isFirst = false;
				asked.resolve();
				await late.promise;
				return 200;
			});
			await world.session("s").subscribe({ url: receiver.url });
			await world.session("s").append(range(0, 3).map(numbered));
			// To the store it has slept for as long as its claim held.
			const { deliveries } = world.store;
			const sleeping: Store = {
				...world.store,
				deliveries: { ...deliveries, claim: (tenant, _, which) => deliveries.claim(tenant, 1, which) },
			};
			const slow = webhookWorld(sleeping, { pollMs: 3_600_000 });
			slow.deliverer.nudge();
			await asked.promise;
			const other = webhookWorld(world.store);
			await receiver.until(() => receiver.taken().length === 3);
			late.resolve();
			await slow.deliverer.idle();
			await other.deliverer.idle();
			expect(offsetsOf(receiver.taken())).toEqual([0, 1, 2, 0]);
			expect(await onlyDelivery(world)).toMatchObject({ nextOffset: 3, pending: 0 });
		});
	});
}
