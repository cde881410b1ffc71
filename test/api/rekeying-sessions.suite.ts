import { describe, expect, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { change, contents, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const anonymous = { agentId: "support", sessionId: "visitor" };
const known = { agentId: "support", sessionId: "visitor", userId: "ann" };
const url = "https://example.com/hook";

const tenant = garbage<TenantId>("default");

export function describeRekeyingSessions(backend: Backend): void {
	describe("re-keying a session", () => {
		const world = freshWorld(backend);

		test("ID6 an anonymous session moves to a user with log, state, metadata and identity", async () => {
			const hf = await world.open();
			await hf.sessions.create(anonymous, { title: "T", metadata: { external_id: "x" }, state: { init: 1 } });
			const log = await hf.session(anonymous).append([said("hi"), change({ cart: [1] })]);
			const before = await hf.sessions.get(anonymous);
			const after = await hf.sessions.rekey(anonymous, { userId: "ann" });
			expect(after).toMatchObject({
				...known,
				uid: before.uid,
				title: "T",
				metadata: { external_id: "x" },
				head: 3,
			});
			expect(after.createdAt).toBe(before.createdAt);
			expect(await hf.session(known).state.get()).toEqual({ init: 1, cart: [1] });
			const events = await hf.session(known).events();
			expect(events.slice(0, 2)).toEqual(log);
			expect(events[2]).toMatchObject({
				kind: "session",
				source: "system",
				data: {
					change: "rekeyed",
					from: { sessionId: "visitor" },
					to: { userId: "ann", sessionId: "visitor" },
				},
			});
			await refusal(hf.sessions.get(anonymous), "not_found");
			expect(await hf.session(anonymous).events()).toEqual([]);
			expect(await hf.sessions.find({ externalId: "x" })).toEqual(after);
		});

		test("ID6 the session id, the user id, or both can change", async () => {
			const hf = await world.open();
			await hf.session(anonymous).append(said("a"));
			expect(await hf.sessions.rekey(anonymous, { sessionId: "two" })).toMatchObject({ sessionId: "two" });
			const both = { userId: "u", sessionId: "three" };
			expect(await hf.sessions.rekey({ ...anonymous, sessionId: "two" }, both)).toMatchObject(both);
			expect(await hf.sessions.rekey({ agentId: "support", ...both }, { userId: "v" })).toMatchObject({
				userId: "v",
			});
			expect((await hf.sessions.list()).items).toHaveLength(1);
			expect(contents(await hf.sessions.getMessages("three"))).toEqual(["a"]);
		});

		test("ID6 to its own name nothing happens", async () => {
			const hf = await world.open();
			await hf.session(known).append(said("a"));
			const before = await hf.sessions.get(known);
			expect(await hf.sessions.rekey(known, { userId: "ann" })).toEqual(before);
			expect(await hf.sessions.rekey(known, { userId: "ann" }, { onConflict: "merge" })).toEqual(before);
		});

		test("ST4 user: keys of an anonymous session become the user's; what the user has stays", async () => {
			const hf = await world.open();
			await hf.session({ ...known, sessionId: "old" }).state.set({ "user:lang": "de" });
			await hf.session(anonymous).state.set({ "user:lang": "en", "user:theme": "dark", own: 1 });
			await hf.sessions.rekey(anonymous, { userId: "ann" });
			const shared = { "user:lang": "de", "user:theme": "dark" };
			expect(await hf.session(known).state.get()).toEqual({ ...shared, own: 1 });
			expect(await hf.session({ ...known, sessionId: "old" }).state.get()).toEqual(shared);
		});

		test("ID6 jobs, webhook cursors and idempotency keys follow the session", async () => {
			const hf = await world.open();
			const [first] = await hf.session(anonymous).append(said("a"), { idempotencyKey: "k" });
			await hf.session(anonymous).subscribe({ url });
			await hf.session(anonymous).end();
			const { uid } = await hf.sessions.rekey(anonymous, { userId: "ann" });
			expect(await world.store.work.jobs({ tenant, limit: 10 })).toMatchObject([
				{ uid, kind: "consolidate" },
			]);
			expect(await world.store.deliveries.list({ tenant, limit: 10 })).toMatchObject([
				{ uid, url, nextOffset: 1 },
			]);
			expect(await hf.session(known).append(said("a"), { idempotencyKey: "k" })).toEqual([first]);
		});

		test("ID6 a target that exists is refused by default, and nothing changes", async () => {
			const hf = await world.open();
			await hf.session(anonymous).append(said("a"));
			await hf.session(known).append(said("b"));
			const before = [await hf.sessions.get(anonymous), await hf.sessions.get(known)];
			const error = await refusal(hf.sessions.rekey(anonymous, { userId: "ann" }), "already_exists");
			expect(error).toMatchObject(known);
			await refusal(
				hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "refuse" }),
				"already_exists",
			);
			expect([await hf.sessions.get(anonymous), await hf.sessions.get(known)]).toEqual(before);
		});

		test("ID6 merge appends the source's events after the target's with new offsets", async () => {
			const hf = await world.open();
			await hf.session(known).append([said("t0"), change({ both: "target", target: 1 })]);
			const source = await hf
				.session(anonymous)
				.append([said("s0"), change({ both: "source", source: 1 }), said("s2")]);
			const { uid } = await hf.sessions.get(known);
			const merged = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			expect(merged).toMatchObject({ ...known, uid, head: 6, eventCount: 6, messageCount: 3 });
			const events = await hf.session(known).events();
			expect(events.map((event) => event.offset)).toEqual([0, 1, 2, 3, 4, 5]);
			expect(events.slice(2, 5)).toEqual(source.map((event, i) => ({ ...event, offset: i + 2 })));
			expect(events[5]).toMatchObject({ data: { change: "rekeyed", merged: { firstOffset: 2, events: 3 } } });
			const state = { both: "source", target: 1, source: 1 };
			expect(await hf.session(known).state.get()).toEqual(state);
			expect(await hf.session(known).state.asOf(5)).toEqual(state);
			expect(await hf.session(known).state.asOf(1)).toEqual({ both: "target", target: 1 });
			await refusal(hf.sessions.get(anonymous), "not_found");
		});

		test("ID6 merge carries initial state that no event of the source tells", async () => {
			const hf = await world.open();
			await hf.sessions.create(anonymous, { state: { seed: 1 } });
			await hf.session(known).append(said("t0"));
			const { head } = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			expect(await hf.session(known).state.get()).toEqual({ seed: 1 });
			expect(await hf.session(known).state.asOf(head - 1)).toEqual({ seed: 1 });
			expect(await hf.session(known).state.asOf(0)).toEqual({});
		});

		test("ID6 merge carries jobs, a webhook cursor at its new offset, and idempotency keys", async () => {
			const hf = await world.open();
			await hf.session(known).append([said("t0"), said("t1"), said("t2")]);
			await hf.session(anonymous).append(said("s0"), { idempotencyKey: "k" });
			await hf.session(anonymous).subscribe({ url });
			await hf.session(anonymous).append(said("s1"));
			await hf.session(anonymous).end();
			const { uid } = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			const jobs = await world.store.work.jobs({ tenant, limit: 10 });
			expect(jobs.map((job) => job.uid)).toEqual([uid, uid]);
			expect((await hf.sessions.get(known)).metadata).toEqual({ event_webhook_url: url });
			// s0 is at 3 now; s1, at 4, is the first that is owed.
			expect(await world.store.deliveries.list({ tenant, limit: 10 })).toMatchObject([
				{ uid, url, nextOffset: 4 },
			]);
			const [again] = await hf.session(known).append(said("s0"), { idempotencyKey: "k" });
			expect(again).toMatchObject({ offset: 3, data: { content: "s0" } });
		});

		test("ID6 merge keeps the target's metadata and title and adds what only the source has", async () => {
			const hf = await world.open();
			const metadata = { external_id: "channel-7", both: "source" };
			await hf.sessions.create(anonymous, { title: "Source", metadata });
			await hf.sessions.create(known, { metadata: { both: "target" } });
			const merged = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			expect(merged.metadata).toEqual({ both: "target", external_id: "channel-7" });
			expect(merged.title).toBe("Source");
			expect((await hf.sessions.find({ externalId: "channel-7" }))?.uid).toBe(merged.uid);
		});

		test("ID6 merging an open session into an ended one opens it; two ended ones stay ended", async () => {
			const hf = await world.open();
			await hf.session(known).append(said("t"));
			await hf.session(known).end();
			await hf.session(anonymous).append(said("s"));
			const merged = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			expect(merged).not.toHaveProperty("endedAt");
			await hf.session(known).end();
			await hf.session(anonymous).append(note({ x: 1 }));
			await hf.session(anonymous).end();
			const both = await hf.sessions.rekey(anonymous, { userId: "ann" }, { onConflict: "merge" });
			expect(both.endedAt).toEqual(expect.any(String));
		});

		test("ID6 a missing source, an empty target and bad ids are refused", async () => {
			const hf = await world.open();
			await refusal(hf.sessions.rekey(anonymous, { userId: "ann" }), "not_found");
			await hf.session(anonymous).append(said("a"));
			for (const to of [
				{},
				undefined,
				null,
				"ann",
				{ userId: "" },
				{ sessionId: "a\u0000" },
				{ userId: null },
			]) {
				await refusal(hf.sessions.rekey(anonymous, garbage(to)), "invalid");
			}
			await refusal(
				hf.sessions.rekey(anonymous, { userId: "a" }, { onConflict: garbage("overwrite") }),
				"invalid",
			);
			expect((await hf.sessions.get(anonymous)).head).toBe(1);
		});

		test("ID6 the agent of a session does not change by re-keying", async () => {
			const hf = await world.open();
			await hf.session(anonymous).append(said("a"));
			const to = garbage<{ userId: string }>({ userId: "ann", agentId: "other", tenant: "other" });
			expect(await hf.sessions.rekey(anonymous, to)).toMatchObject(known);
		});
	});
}
