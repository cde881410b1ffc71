import { describe, expect, it, onTestFinished } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { createSessionHandle } from "../../src/session/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { offsetsOf, type Receiver, startReceiver } from "./receiver.ts";
import { numbered, range, type WebhookOptions, type WebhookWorld, webhookWorld } from "./webhook-world.ts";

const said = (content: string): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content },
});

/** Subscriptions of sessions, agents and tenants on one store (IF3, IF8). */
export function describeSubscribing(backend: Backend): void {
	describe(`subscriptions, ${backend.name}`, () => {
		async function open(options: WebhookOptions = {}) {
			const world = await backend.create();
			await world.store.open();
			onTestFinished(async () => {
				await world.store.close();
				await world.end();
			});
			return { store: world.store, ...webhookWorld(world.store, options) };
		}
		const sessionOf = ({ platform }: WebhookWorld, agentId: string, sessionId: string) =>
			createSessionHandle(platform, { agentId, sessionId });
		/** What came to a path: the session and the offset of each. */
		const cameTo = (receiver: Receiver, path: string): string[] =>
			receiver.taken(path).map(({ headers, event }) => `${headers["holdfast-session"]}/${event.offset}`);

		it("IF8: a tenant's subscription gets what is written from then on, to old and new sessions of every agent", async () => {
			const world = await open();
			const receiver = await startReceiver();
			await world.session("old").append(numbered(0));
			const { id } = await world.webhooks.subscribe({ url: `${receiver.url}/all` });
			await world.session("old").append([numbered(1), numbered(2)]);
			await sessionOf(world, "b", "new").append(numbered(0));
			await world.deliverer.idle();
			expect(cameTo(receiver, "/all").sort()).toEqual(["new/0", "old/1", "old/2"]);
			const [first] = receiver.received;
			expect(first?.headers["holdfast-subscription"]).toBe(id);
			// What was delivered leaves no row behind.
			expect((await world.webhooks.list()).items).toEqual([]);
		});

		it("IF8: an agent's subscription gets events of its sessions alone, beside those of session and tenant", async () => {
			const world = await open();
			const receiver = await startReceiver();
			await world.webhooks.subscribe({ url: `${receiver.url}/b`, agentId: "b" });
			await world.webhooks.subscribe({ url: `${receiver.url}/all` });
			await sessionOf(world, "b", "s").subscribe({ url: `${receiver.url}/s` });
			await sessionOf(world, "b", "s").append(numbered(0));
			await sessionOf(world, "b", "t").append(numbered(0));
			await world.session("u").append(numbered(0));
			await world.deliverer.idle();
			expect(cameTo(receiver, "/b").sort()).toEqual(["s/0", "t/0"]);
			expect(cameTo(receiver, "/all").sort()).toEqual(["s/0", "t/0", "u/0"]);
			expect(cameTo(receiver, "/s")).toEqual(["s/0"]);
			const own = receiver.received.find(({ path }) => path === "/s");
			expect(own?.headers).not.toHaveProperty("holdfast-subscription");
		});

		it("IF8: filters choose events by kind and value; the cursor passes over the others, and order holds", async () => {
			const world = await open();
			const receiver = await startReceiver();
			const session = world.session("s");
			const filters = ["message", "mode:manual", "session:ended", "custom:order", "tool_call:refund"];
			await world.webhooks.subscribe({ url: `${receiver.url}/some`, events: filters });
			await session.subscribe({ url: `${receiver.url}/failed`, events: ["status:failed"] });
			await session.append(range(0, 70).map(numbered));
			await session.append({ kind: "custom", source: "integration", data: { type: "order" } });
			await session.setMode("manual");
			await session.setMode("auto");
			const call = { kind: "tool_call", source: "agent" } as const;
			await session.append({ ...call, data: { toolCallId: "1", name: "refund", input: {} } });
			await session.append({ ...call, data: { toolCallId: "2", name: "look", input: {} } });
			for (const status of ["completed", "failed"])
				await session.append({ kind: "status", source: "agent", data: { status } });
			await session.append(said("Hello"));
			await session.append(range(0, 40).map(numbered));
			await session.end();
			await world.deliverer.idle();
			const came = (path: string) => receiver.taken(path).map(({ event }) => event);
			const events = await session.events({ limit: 1_000 });
			const wanted = events.filter(
				({ kind, data }) =>
					kind === "message" ||
					(kind === "mode" && data.to === "manual") ||
					(kind === "session" && data.change === "ended") ||
					(kind === "custom" && data.type === "order") ||
					(kind === "tool_call" && data.name === "refund"),
			);
			expect(wanted).toHaveLength(5);
			expect(came("/some")).toEqual(wanted);
			expect(came("/failed")).toEqual(
				events.filter(({ kind, data }) => kind === "status" && data.status === "failed"),
			);
			expect((await world.webhooks.list()).items).toMatchObject([
				{ url: `${receiver.url}/failed`, events: ["status:failed"], pending: 0, nextOffset: events.length },
			]);
		});

		it("IF8: what is passed over costs no write for each event", async () => {
			const world = await open({ deaf: true });
			await world.deliverer.close();
			const receiver = await startReceiver();
			await world.webhooks.subscribe({ url: receiver.url, events: ["custom:wanted"] });
			await world.session("s").append(range(0, 300).map(numbered));
			await world.session("s").append({ kind: "custom", source: "integration", data: { type: "wanted" } });
			await world.session("s").append(range(0, 300).map(numbered));
			let moves = 0;
			const { deliveries } = world.store;
			const counting = {
				...world.store,
				deliveries: {
					...deliveries,
					advance: (...args: Parameters<typeof deliveries.advance>) => {
						moves += 1;
						return deliveries.advance(...args);
					},
				},
			};
			const other = webhookWorld(counting);
			await other.deliverer.idle();
			expect(offsetsOf(receiver.taken())).toEqual([300]);
			expect(moves).toBeLessThanOrEqual(2);
			expect((await other.webhooks.list()).items).toEqual([]);
		});

		it("IF8: an event that is not taken is the one that is skipped by hand, whatever was passed over before it", async () => {
			const world = await open();
			const receiver = await startReceiver(({ event }) => (event.offset === 5 ? 410 : 200));
			const session = world.session("s");
			await world.webhooks.subscribe({ url: receiver.url, events: ["message"] });
			await session.append([...range(0, 5).map(numbered), said("refused"), numbered(6), said("taken")]);
			await world.deliverer.idle();
			expect((await world.webhooks.list({ status: "dead" })).items).toMatchObject([{ nextOffset: 5 }]);
			await world.webhooks.retry("s", { skip: true });
			await world.deliverer.idle();
			expect(offsetsOf(receiver.taken())).toEqual([7]);
		});

		it("IF3: several URLs of a session, one of which fails, each get everything; unsubscribing ends one at once", async () => {
			const world = await open();
			let isDown = true;
			const receiver = await startReceiver(({ path }) => (path === "/down" && isDown ? 500 : 200));
			const session = world.session("s");
			for (const path of ["/down", "/up", "/third"]) await session.subscribe({ url: receiver.url + path });
			await session.append(range(0, 5).map(numbered));
			await receiver.until(() => receiver.taken("/up").length === 5 && receiver.taken("/third").length === 5);
			expect((await session.subscriptions()).map(({ url }) => url)).toEqual(
				["/down", "/third", "/up"].map((path) => receiver.url + path),
			);
			await session.unsubscribe({ url: `${receiver.url}/third` });
			isDown = false;
			await session.append(numbered(5));
			await receiver.until(() => receiver.taken("/down").length === 6);
			await world.deliverer.idle();
			for (const path of ["/down", "/up"]) expect(offsetsOf(receiver.taken(path))).toEqual(range(0, 6));
			expect(offsetsOf(receiver.taken("/third"))).toEqual(range(0, 5));
		});

		it("IF8: unsubscribing stops at once, also what a receiver that fails is still owed", async () => {
			const world = await open();
			const receiver = await startReceiver(() => 500);
			const { id } = await world.webhooks.subscribe({ url: receiver.url });
			await world.session("s").append(range(0, 3).map(numbered));
			await receiver.until(({ length }) => length > 1);
			await world.webhooks.unsubscribe(id);
			await world.deliverer.idle();
			const { length } = receiver.received;
			receiver.answerWith(() => 200);
			await world.session("s").append(numbered(3));
			await world.deliverer.idle();
			expect(receiver.received).toHaveLength(length);
			expect((await world.webhooks.subscriptions()).items).toEqual([]);
			await refusal(world.webhooks.unsubscribe(id), "not_found");
		});

		it("IF8: order holds for each session under concurrent appends, and nothing is left out", async () => {
			const world = await open();
			const others = [webhookWorld(world.store, { deaf: true }), webhookWorld(world.store, { all: true })];
			const receiver = await startReceiver(({ event }) => (Math.random() < 0.05 ? 500 : event ? 200 : 0));
			await world.webhooks.subscribe({ url: receiver.url });
			const ids = range(0, 12).map((n) => `s${n}`);
			await Promise.all(
				range(0, 240).map((n) => {
					const writer = [world, ...others][n % 3] as WebhookWorld;
					return writer.session(ids[n % 12] as string).append(numbered(n));
				}),
			);
			await receiver.until(() => receiver.taken().length >= 240);
			for (const each of [world, ...others]) await each.deliverer.idle();
			for (const id of ids) {
				const taken = receiver.taken().filter(({ headers }) => headers["holdfast-session"] === id);
				expect(offsetsOf(taken)).toEqual(range(0, 20));
			}
		});

		it("IF8: a receiver that does not answer does not hold up another URL, however many sessions wait for it", async () => {
			const world = await open();
			const released = Promise.withResolvers<void>();
			const receiver = await startReceiver(async ({ path }) => {
				if (path === "/slow") await released.promise;
				return 200;
			});
			await world.webhooks.subscribe({ url: `${receiver.url}/slow`, id: "a-slow" });
			await world.webhooks.subscribe({ url: `${receiver.url}/fast`, id: "b-fast" });
			await Promise.all(range(0, 60).map((n) => world.session(`s${n}`).append([numbered(0), numbered(1)])));
			await receiver.until(() => receiver.taken("/fast").length === 120);
			expect(receiver.taken("/slow")).toEqual([]);
			released.resolve();
			await receiver.until(() => receiver.taken("/slow").length === 120);
		});

		it("IF8: a process that knew nothing of the subscription finds what it has to deliver", async () => {
			const world = await open({ deaf: true });
			await world.deliverer.close();
			const receiver = await startReceiver();
			const other = webhookWorld(world.store);
			await other.session("s").append(numbered(0));
			await other.deliverer.idle();
			await world.webhooks.subscribe({ url: receiver.url });
			await other.session("s").append(numbered(1));
			await receiver.until(({ length }) => length === 1);
			expect(offsetsOf(receiver.received)).toEqual([1]);
		});

		it("IF8, ID6: a re-keyed session keeps its place, and its renaming is told; a fork tells of itself alone", async () => {
			const world = await open();
			const receiver = await startReceiver();
			await world.webhooks.subscribe({ url: receiver.url });
			await world.session("before").append([numbered(0), numbered(1)]);
			await world.sessions.rekey({ agentId: "a", sessionId: "before" }, { userId: "u", sessionId: "after" });
			const after = { agentId: "a", userId: "u", sessionId: "after" };
			await world.deliverer.idle();
			await world.sessions.fork(after, { offset: 1 }, { agentId: "a", sessionId: "fork" });
			await world.deliverer.idle();
			const told = receiver.taken().map(({ event }) => [event.offset, event.kind, event.data.change]);
			expect(told).toEqual([
				[0, "custom", undefined],
				[1, "custom", undefined],
				[2, "session", "rekeyed"],
				[2, "session", "forked"],
			]);
		});

		it("IF3: what policy forbids is refused when subscribing, and not asked when policy changes", async () => {
			const lenient = await open({ deaf: true });
			await lenient.deliverer.close();
			const receiver = await startReceiver();
			await lenient.webhooks.subscribe({ url: receiver.url });
			await lenient.session("s").append(numbered(0));
			const strict = webhookWorld(lenient.store, { network: { loopback: false, allow: [] } });
			await refusal(strict.webhooks.subscribe({ url: receiver.url }), "forbidden");
			await refusal(strict.session("s").subscribe({ url: receiver.url }), "forbidden");
			await strict.deliverer.idle();
			expect((await strict.webhooks.list()).items[0]?.error).toContain("network.allow");
			expect(receiver.received).toEqual([]);
		});

		it("IF8: each tenant's subscriptions cover its own sessions", async () => {
			const one = await open({ tenant: "one", all: true });
			const two = webhookWorld(one.store, { tenant: "two" });
			const receiver = await startReceiver();
			await one.webhooks.subscribe({ url: `${receiver.url}/one` });
			await two.session("s").append(numbered(0));
			await one.session("s").append(numbered(0));
			for (const each of [one, two]) await each.deliverer.idle();
			expect(receiver.received).toHaveLength(1);
			expect((await two.webhooks.subscriptions()).items).toEqual([]);
		});
	});
}
