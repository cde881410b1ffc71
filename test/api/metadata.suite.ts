import { describe, expect, test, vi } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const tenant = garbage<TenantId>("default");

export function describeMetadata(backend: Backend): void {
	describe("metadata and mode", () => {
		const world = freshWorld(backend);

		test("SE6 metadata is set and unset key by key, without an event", async () => {
			const hf = await world.open();
			await hf.session(ref).updateMetadata({ set: { a: 1, b: { deep: [null] } } });
			await hf.session(ref).updateMetadata({ set: { c: null }, unset: ["a", "never"] });
			expect(await hf.sessions.get(ref)).toMatchObject({
				metadata: { b: { deep: [null] }, c: null },
				head: 0,
			});
			await hf.session(ref).updateMetadata({});
			expect((await hf.sessions.get(ref)).metadata).toEqual({ b: { deep: [null] }, c: null });
		});

		test("SE6 concurrent changes of different keys are all kept", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const write = (i: number) => (i % 2 ? a : b).session(ref).updateMetadata({ set: { [`k${i}`]: i } });
			await Promise.all(Array.from({ length: 20 }, (_, i) => write(i)));
			expect(Object.keys((await a.sessions.get(ref)).metadata)).toHaveLength(20);
		});

		test("SE6 external_id finds the session, per agent, while it is set", async () => {
			const hf = await world.open();
			const other = { agentId: "sales", sessionId: "s" };
			expect(await hf.sessions.find({ externalId: "wa:1" })).toBeUndefined();
			await hf.sessions.create(ref, { metadata: { external_id: "wa:1" } });
			expect(await hf.sessions.find({ externalId: "wa:1" })).toEqual(await hf.sessions.get(ref));
			await hf.session(other).updateMetadata({ set: { external_id: "wa:1" } });
			const error = await refusal(hf.sessions.find({ externalId: "wa:1" }), "ambiguous");
			expect(error.candidates).toEqual(expect.arrayContaining([ref, other]));
			expect(await hf.sessions.find({ externalId: "wa:1", agentId: "sales" })).toMatchObject(other);
			await hf.session(ref).updateMetadata({ unset: ["external_id"] });
			expect(await hf.sessions.find({ externalId: "wa:1" })).toMatchObject(other);
			await hf.session(other).updateMetadata({ set: { external_id: "wa:2" } });
			expect(await hf.sessions.find({ externalId: "wa:1" })).toBeUndefined();
			expect(await hf.sessions.find({ externalId: "wa:2" })).toMatchObject(other);
		});

		test.each([
			{ external_id: 1 },
			{ external_id: "" },
			{ external_id: "x".repeat(513) },
			{ external_id: "a\uD800" },
			{ external_id: "a\u0000" },
			{ session_key: null },
			{ event_webhook_url: "ftp://example.com" },
			{ event_webhook_url: "javascript:alert(1)" },
			{ event_webhook_url: "https://user:secret@example.com/" },
			{ event_webhook_url: "https://example.com/\uD800" },
			{ event_webhook_url: 1 },
			{ step_outputs: {} },
			{ fn: () => 1 },
		])("SE6 metadata %o is refused at creation and later, and changes nothing", async (set) => {
			const hf = await world.open();
			const metadata = garbage<Record<string, never>>(set);
			await refusal(hf.sessions.create(ref, { metadata }), "invalid");
			await refusal(hf.session(ref).updateMetadata({ set: { fine: 1, ...metadata } }), "invalid");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE6 step_outputs cannot be removed by a caller either", async () => {
			const hf = await world.open();
			await refusal(hf.session(ref).updateMetadata({ unset: ["step_outputs"] }), "invalid");
		});

		test("SE6 subscribe writes event_webhook_url and owes events from then on; another value takes its place", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("before"));
			await hf.session(ref).subscribe({ url: "https://example.com/one" });
			const { uid, metadata } = await hf.sessions.get(ref);
			expect(metadata).toEqual({ event_webhook_url: "https://example.com/one" });
			const deliveries = () => world.store.deliveries.list({ tenant, limit: 10 });
			expect(await deliveries()).toMatchObject([{ uid, url: "https://example.com/one", nextOffset: 1 }]);
			await hf.session(ref).append(said("after"));
			await hf.session(ref).updateMetadata({ set: { event_webhook_url: "https://example.com/two" } });
			expect(await deliveries()).toMatchObject([{ uid, url: "https://example.com/two", nextOffset: 2 }]);
			await hf.session(ref).updateMetadata({ unset: ["event_webhook_url"] });
			expect(await deliveries()).toEqual([]);
		});

		test("SE6 a webhook URL given at creation owes the session from its first event", async () => {
			const hf = await world.open();
			const url = "https://example.com/hook";
			await hf.sessions.open(ref, { metadata: { event_webhook_url: url } });
			await hf.sessions.open(ref, { metadata: { event_webhook_url: "https://example.com/ignored" } });
			expect(await world.store.deliveries.list({ tenant, limit: 10 })).toMatchObject([
				{ url, nextOffset: 0 },
			]);
		});

		test("SE7 switching the mode writes one event with who did it; to the same mode, nothing", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("help"));
			await hf.session(ref).setMode("manual", "ann");
			await hf.session(ref).setMode("manual", "bob");
			expect((await hf.sessions.get(ref)).mode).toBe("manual");
			await hf.session(ref).setMode("auto");
			const events = await hf.session(ref).events({ kinds: ["mode"] });
			expect(events.map((event) => event.data)).toEqual([
				{ from: "auto", to: "manual", by: "ann" },
				{ from: "manual", to: "auto" },
			]);
			await refusal(hf.session(ref).setMode(garbage("silent")), "invalid");
			await refusal(hf.session(ref).setMode("manual", garbage(7)), "invalid");
			expect((await hf.sessions.get(ref)).mode).toBe("auto");
		});

		test("SE7 a switch to the current mode changes nothing of the session", async () => {
			const hf = await world.open();
			const before = await hf.sessions.create(ref);
			// The clock has to move on, or a change of the time would not show.
			while (Date.now() <= Date.parse(before.updatedAt));
			await hf.session(ref).setMode("auto");
			expect(await hf.sessions.get(ref)).toEqual(before);
		});

		test("SE6 update changes title, mode and metadata in one write and returns the session", async () => {
			const hf = await world.open();
			const append = vi.spyOn(world.store.log, "append");
			const created = await hf.sessions.update(ref, {
				title: "T",
				mode: "manual",
				by: "ann",
				metadata: { set: { a: 1, b: 2 } },
			});
			expect(created).toMatchObject({
				title: "T",
				titleSet: true,
				mode: "manual",
				metadata: { a: 1, b: 2 },
				head: 1,
			});
			expect(append).toHaveBeenCalledTimes(1);
			append.mockRestore();
			expect(await hf.sessions.get(ref)).toEqual(created);
			const [event] = await hf.session(ref).events();
			expect(event).toMatchObject({ kind: "mode", data: { from: "auto", to: "manual", by: "ann" } });
			const next = await hf.sessions.update("s", {
				title: null,
				mode: "manual",
				metadata: { set: { c: 3 }, unset: ["a"] },
			});
			expect(next).toMatchObject({ mode: "manual", metadata: { b: 2, c: 3 }, head: 1 });
			expect(next).not.toHaveProperty("title");
			await refusal(hf.sessions.update("nobody", { title: "T" }), "not_found");
		});

		test("SE6 an update with an invalid part changes nothing, with the error of the single operation", async () => {
			const hf = await world.open();
			const before = await hf.sessions.create(ref, { title: "T" });
			const session = hf.session(ref);
			const long = "x".repeat(513);
			const both = { set: { a: 1 }, unset: ["a"] };
			for (const [patch, single] of [
				[{ title: long, mode: "manual" }, () => session.setTitle(long)],
				[{ title: "new", mode: "silent" }, () => session.setMode(garbage("silent"))],
				[{ title: "new", mode: "manual", by: long }, () => session.setMode("manual", long)],
				[{ title: "new", metadata: both }, () => session.updateMetadata(both)],
				[{ mode: "manual", metadata: { set: 7 } }, () => session.updateMetadata(garbage({ set: 7 }))],
			] as const) {
				const error = await refusal(hf.sessions.update(ref, garbage(patch)), "invalid");
				expect(error.message).toBe((await refusal(single(), "invalid")).message);
			}
			for (const patch of [{}, { by: "ann" }, { title: "new", nonsense: 1 }, null, undefined, 7])
				await refusal(hf.sessions.update(ref, garbage(patch)), "invalid");
			expect(await hf.sessions.get(ref)).toEqual(before);
		});

		test("SE7 a human's message needs a display name and reads as the assistant's", async () => {
			const hf = await world.open();
			const event = await hf.session(ref).postAsHuman({ content: "Hi, Ann here.", displayName: "Ann" });
			expect(event).toMatchObject({ source: "human", data: { role: "assistant", displayName: "Ann" } });
			expect(await hf.session(ref).history.last(1)).toMatchObject([
				{ role: "assistant", displayName: "Ann" },
			]);
			for (const message of [
				{ content: "x" },
				{ content: "x", displayName: "" },
				{ displayName: "Ann" },
				null,
				undefined,
			]) {
				await refusal(hf.session(ref).postAsHuman(garbage(message)), "invalid");
			}
			expect((await hf.sessions.get(ref)).messageCount).toBe(1);
		});
	});
}
