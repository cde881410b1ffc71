import { describe, expect, test } from "vitest";
import { change, contents, note, said } from "./drafts.ts";
import { refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

export function describeLifecycle(backend: Backend): void {
	describe("life of a session", () => {
		const world = freshWorld(backend);

		test("SE1 create makes the session with its init, writes no event, and refuses an existing one", async () => {
			const hf = await world.open();
			const init = { title: "Billing", mode: "manual", metadata: { a: 1 }, state: { k: 1 } } as const;
			const session = await hf.sessions.create(ref, init);
			expect(session).toEqual({
				...ref,
				uid: expect.any(String),
				mode: "manual",
				title: "Billing",
				titleSet: true,
				metadata: { a: 1 },
				head: 0,
				eventCount: 0,
				messageCount: 0,
				createdAt: session.createdAt,
				updatedAt: session.createdAt,
			});
			expect(new Date(session.createdAt).toISOString()).toBe(session.createdAt);
			const error = await refusal(hf.sessions.create(ref, { title: "Other" }), "already_exists");
			expect(error).toMatchObject(ref);
			expect(await hf.sessions.get(ref)).toEqual(session);
			expect(await hf.session(ref).state.get()).toEqual({ k: 1 });
			expect(await hf.session(ref).events()).toEqual([]);
		});

		test("SE1 create after implicit creation is refused too", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("x"));
			await refusal(hf.sessions.create(ref), "already_exists");
		});

		test("SE1 open gets or creates; its init applies only on creation", async () => {
			const hf = await world.open();
			const first = await hf.sessions.open(ref, { title: "First", state: { k: 1 }, metadata: { m: 1 } });
			const again = await hf.sessions.open(ref, {
				title: "Again",
				state: { k: 2 },
				metadata: { m: 2 },
				mode: "manual",
			});
			expect(again).toEqual(first);
			expect(await hf.session(ref).state.get()).toEqual({ k: 1 });
		});

		test("SE1 concurrent opens and creates agree on one session", async () => {
			const hf = await world.open();
			const opened = await Promise.all(Array.from({ length: 10 }, () => hf.sessions.open(ref)));
			expect(new Set(opened.map((session) => session.uid)).size).toBe(1);
			const other = { ...ref, sessionId: "t" };
			const made = await Promise.allSettled(Array.from({ length: 10 }, () => hf.sessions.create(other)));
			expect(made.filter((result) => result.status === "fulfilled")).toHaveLength(1);
		});

		test("SE1 append, state.set, setMode, updateMetadata and setTitle create the session", async () => {
			const hf = await world.open();
			const at = (sessionId: string) => hf.session({ agentId: "a", sessionId });
			await at("append").append(said("x"));
			await at("state").state.set({ a: 1 });
			await at("manual").setMode("manual");
			await at("auto").setMode("auto");
			await at("metadata").updateMetadata({ set: { a: 1 } });
			await at("title").setTitle("T");
			await at("subscribe").subscribe({ url: "https://example.com/hook" });
			await at("human").postAsHuman({ content: "hi", displayName: "Ann" });
			expect((await hf.sessions.list()).items.map((session) => session.sessionId).sort()).toEqual([
				"append",
				"auto",
				"human",
				"manual",
				"metadata",
				"state",
				"subscribe",
				"title",
			]);
		});

		test("SE8 counts and head follow the log; messages are messages and replies", async () => {
			const hf = await world.open();
			await hf
				.session(ref)
				.append([said("a"), note({ x: 1 }), { kind: "reply", source: "agent", data: { content: "r" } }]);
			await hf.session(ref).append(change({ k: 1 }));
			const session = await hf.sessions.get(ref);
			expect(session).toMatchObject({ head: 4, eventCount: 4, messageCount: 2 });
			expect(session.updatedAt >= session.createdAt).toBe(true);
			expect(session).not.toHaveProperty("endedAt");
			expect(session).not.toHaveProperty("titleSet");
			expect(session).not.toHaveProperty("userId");
		});

		test("SE8 the title is set, changed and removed without an event", async () => {
			const hf = await world.open();
			await hf.session(ref).setTitle("One");
			expect((await hf.sessions.get(ref)).title).toBe("One");
			await hf.session(ref).setTitle("Two");
			expect((await hf.sessions.get(ref)).title).toBe("Two");
			await hf.session(ref).setTitle(null);
			expect(await hf.sessions.get(ref)).not.toHaveProperty("title");
			expect(await hf.session(ref).events()).toEqual([]);
			await refusal(hf.session(ref).setTitle("x".repeat(513)), "invalid");
		});

		test("SE9 end closes with one event and one consolidation job; ending twice is harmless", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await hf.session(ref).end();
			const ended = await hf.sessions.get(ref);
			expect(ended.endedAt).toEqual(expect.any(String));
			await hf.session(ref).end();
			await Promise.all([hf.session(ref).end({ wait: true }), hf.session(ref).end()]);
			expect(await hf.sessions.get(ref)).toEqual({ ...ended, consolidatedTo: 2 });
			const changes = await hf.session(ref).events({ kinds: ["session"] });
			expect(changes).toMatchObject([{ offset: 1, source: "system", data: { change: "ended" } }]);
			await hf.idle();
		});

		test("SE9 concurrent ends write one event", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await Promise.all(Array.from({ length: 8 }, () => hf.session(ref).end()));
			expect((await hf.sessions.get(ref)).head).toBe(2);
		});

		test("SE9 an append after end reopens: the caller's events first, then `reopened`, never in the result", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await hf.session(ref).end();
			const result = await hf.session(ref).append([said("b"), said("c")]);
			expect(result.map((event) => event.offset)).toEqual([2, 3]);
			expect(await hf.sessions.get(ref)).not.toHaveProperty("endedAt");
			const log = await hf.session(ref).events();
			expect(log.map((event) => event.kind)).toEqual(["message", "session", "message", "message", "session"]);
			expect(log[4]).toMatchObject({ data: { change: "reopened" } });
			await hf.session(ref).end();
			expect((await hf.sessions.get(ref)).endedAt).toEqual(expect.any(String));
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["a", "b", "c"]);
		});

		test("SE9 metadata and title of an ended session change without reopening it", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"));
			await hf.session(ref).end();
			await hf.session(ref).updateMetadata({ set: { rating: 5 } });
			await hf.session(ref).setTitle("Done");
			expect(await hf.sessions.get(ref)).toMatchObject({
				endedAt: expect.any(String),
				title: "Done",
				head: 2,
			});
		});

		test("SE9 a repeat of an idempotent append does not reopen", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("a"), { idempotencyKey: "k" });
			await hf.session(ref).end();
			await hf.session(ref).append(said("a"), { idempotencyKey: "k" });
			expect(await hf.sessions.get(ref)).toMatchObject({ endedAt: expect.any(String), head: 2 });
		});

		test("SE9 ending a session that does not exist is not_found and creates none", async () => {
			const hf = await world.open();
			await refusal(hf.session(ref).end(), "not_found");
			await refusal(hf.sessions.get(ref), "not_found");
		});
	});
}
