import { describe, expect, test } from "vitest";
import type { Holdfast } from "../../src/index.ts";
import { said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const url = "https://example.com/hook";
const other = "https://example.com/other";

export function describeSubscriptions(backend: Backend): void {
	describe("subscriptions", () => {
		const world = freshWorld(backend);
		const urlsOf = async (hf: Holdfast) => (await hf.session(ref).subscriptions()).map((one) => one.url);

		test("IF3 a session subscribes several URLs, each with its filter; the first is its event_webhook_url", async () => {
			const hf = await world.open();
			const session = hf.session(ref);
			await session.subscribe({ url });
			await session.subscribe({ url: other, events: ["message", "mode:manual", "message"] });
			const at = expect.stringMatching(/^\d{4}-.*Z$/);
			expect(await session.subscriptions()).toEqual([
				{ url, createdAt: at },
				{ url: other, events: ["message", "mode:manual"], createdAt: at },
			]);
			expect((await hf.sessions.get(ref)).metadata).toEqual({ event_webhook_url: url });
			await session.subscribe({ url, events: ["status:failed"] });
			await session.subscribe({ url: other });
			expect((await session.subscriptions()).map(({ events }) => events)).toEqual([
				["status:failed"],
				undefined,
			]);
		});

		test("IF3 unsubscribing ends one URL; setting and unsetting event_webhook_url adds and removes that URL", async () => {
			const hf = await world.open();
			const session = hf.session(ref);
			for (const one of [url, other]) await session.subscribe({ url: one });
			await session.unsubscribe({ url });
			await session.unsubscribe({ url: "https://example.com/never" });
			expect(await urlsOf(hf)).toEqual([other]);
			expect((await hf.sessions.get(ref)).metadata).toEqual({});
			await session.updateMetadata({ set: { event_webhook_url: url } });
			expect(await urlsOf(hf)).toEqual([url, other]);
			await session.updateMetadata({ unset: ["event_webhook_url"] });
			expect(await urlsOf(hf)).toEqual([other]);
		});

		test("IF3 a session that does not exist has no subscriptions to see or to end; subscribing creates it", async () => {
			const hf = await world.open();
			await refusal(hf.session(ref).subscriptions(), "not_found");
			await refusal(hf.session(ref).unsubscribe({ url }), "not_found");
			await hf.session(ref).subscribe({ url });
			expect(await urlsOf(hf)).toEqual([url]);
		});

		test("IF3 a session has at most twenty URLs", async () => {
			const hf = await world.open();
			for (let n = 0; n < 20; n++) await hf.session(ref).subscribe({ url: `${url}/${n}` });
			const error = await refusal(hf.session(ref).subscribe({ url: other }), "limit_exceeded");
			expect(error.message).toContain("20");
		});

		test("IF8 subscriptions of agents and of the tenant are made, listed page by page, and removed", async () => {
			const hf = await world.open();
			const all = await hf.webhooks.subscribe({ url, id: "a" });
			expect(all).toEqual({ id: "a", url, createdAt: expect.stringMatching(/Z$/) });
			const events = ["mode:manual", "status:failed"];
			const mine = await hf.webhooks.subscribe({ url: other, agentId: "support", events });
			expect(mine).toMatchObject({ url: other, agentId: "support", events });
			await hf.webhooks.subscribe({ url, agentId: "sales", id: "b" });
			const first = await hf.webhooks.subscriptions({ limit: 2 });
			expect(first.items).toHaveLength(2);
			const rest = await hf.webhooks.subscriptions({ limit: 2, cursor: first.next });
			expect(rest).toEqual({ items: [expect.anything()] });
			const found = [...first.items, ...rest.items].map(({ id }) => id);
			expect(found.sort()).toEqual(["a", "b", mine.id].sort());
			expect(await hf.webhooks.subscriptions({ agentId: "support" })).toEqual({ items: [mine] });
			await hf.webhooks.unsubscribe(mine.id);
			await refusal(hf.webhooks.unsubscribe(mine.id), "not_found");
			expect((await hf.webhooks.subscriptions()).items.map(({ id }) => id)).toEqual(["a", "b"]);
		});

		test("IF8 asked twice with an id, there is one subscription; the id of another one is refused", async () => {
			const hf = await world.open();
			const wanted = { url, id: "./..", agentId: "support", events: ["message", "reply"] };
			const made = await hf.webhooks.subscribe(wanted);
			expect(await hf.webhooks.subscribe({ ...wanted, events: ["reply", "message"] })).toEqual(made);
			for (const change of [{ url: other }, { agentId: undefined }, { events: undefined }])
				await refusal(hf.webhooks.subscribe({ ...wanted, ...change }), "already_exists");
			expect((await hf.webhooks.subscriptions()).items).toEqual([made]);
			for (const id of [".", "..", "a/b?c#d"]) {
				await hf.webhooks.subscribe({ url, id });
				await hf.webhooks.unsubscribe(id);
			}
		});

		test("IF8 what is wrong with a subscription is said; unknown kinds are refused with the list", async () => {
			const hf = await world.open();
			const both = (given: object) => [
				hf.webhooks.subscribe(garbage(given)),
				hf.session(ref).subscribe(garbage(given)),
			];
			for (const call of both({ url, events: ["massage"] })) {
				const error = await refusal(call, "invalid");
				expect(error.message).toContain("message, tool_call, tool_result, reply, status");
			}
			for (const events of [[], "message", ["mode:silent"], ["state:x"], ["custom:"], [7], [""]])
				for (const call of both({ url, events })) await refusal(call, "invalid");
			const tooMany = Array.from({ length: 51 }, (_, n) => `custom:${n}`);
			for (const call of both({ url, events: tooMany })) await refusal(call, "invalid");
			for (const bad of ["ftp://example.com", "https://u:p@example.com", "nonsense", 7, undefined])
				for (const call of both({ url: bad })) await refusal(call, "invalid");
			for (const call of both({ url: "http://127.0.0.1:9/" })) await refusal(call, "forbidden");
			await refusal(hf.webhooks.subscribe({ url, id: "" }), "invalid");
			await refusal(hf.webhooks.subscribe({ url, agentId: "a\u0000" }), "invalid");
			await refusal(hf.webhooks.subscribe(garbage({ url, tenant: "x" })), "invalid");
			await refusal(hf.webhooks.subscriptions(garbage({ limit: 0 })), "invalid");
			expect((await hf.webhooks.subscriptions()).items).toEqual([]);
		});

		test("IF8, ER1 an agent that is erased takes its subscriptions with it; everything takes all", async () => {
			const hf = await world.open();
			await hf.webhooks.subscribe({ url, id: "all" });
			await hf.webhooks.subscribe({ url, id: "mine", agentId: "support" });
			await hf.session(ref).append(said("hello"));
			await hf.erase({ agentId: "support" });
			expect((await hf.webhooks.subscriptions()).items.map(({ id }) => id)).toEqual(["all"]);
			await hf.erase({ everything: true });
			expect((await hf.webhooks.subscriptions()).items).toEqual([]);
		});

		test("ID1, IF8 a tenant sees and ends its own subscriptions alone", async () => {
			const [hf, foreign] = [await world.open(), await world.open({ tenant: "other" })];
			await hf.webhooks.subscribe({ url, id: "mine" });
			expect((await foreign.webhooks.subscriptions()).items).toEqual([]);
			await refusal(foreign.webhooks.unsubscribe("mine"), "not_found");
			expect((await hf.webhooks.subscriptions()).items).toHaveLength(1);
		});
	});
}
