import { describe, expect, test } from "vitest";
import { change, contents, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s", userId: "ann" };

export function describeErasing(backend: Backend): void {
	describe("erasure", () => {
		const world = freshWorld(backend);

		test("ER1 deleting a session removes all that hangs on it, keeps wider scopes, and counts", async () => {
			const hf = await world.open();
			await hf.users.upsert("ann");
			await hf.session(ref).append([said("a"), change({ own: 1, "user:lang": "de", "app:motd": "hi" })], {
				idempotencyKey: "k",
			});
			await hf.session(ref).subscribe({ url: "https://example.com/hook" });
			await hf.session(ref).end();
			const receipt = await hf.sessions.delete(ref);
			const none = { sessions: 0, events: 0, state: 0, users: 0, keys: 0, terms: 0, jobs: 0, deliveries: 0 };
			const zeros = { ...none, facts: 0, vectors: 0, runs: 0, spans: 0 };
			expect(receipt).toEqual({
				at: expect.any(String),
				// The job may have been done already.
				erased: {
					...zeros,
					sessions: 1,
					events: 3,
					state: 1,
					keys: 1,
					deliveries: 1,
					jobs: expect.toSatisfy((count: number) => count === 0 || count === 1),
				},
				remaining: zeros,
				complete: true,
				derived: [],
				forgotten: [],
			});
			await refusal(hf.sessions.get(ref), "not_found");
			expect(await hf.session(ref).events()).toEqual([]);
			expect((await hf.users.get("ann")).userId).toBe("ann");
			await hf.sessions.create({ ...ref, sessionId: "t" });
			expect(await hf.session({ ...ref, sessionId: "t" }).state.get()).toEqual({
				"user:lang": "de",
				"app:motd": "hi",
			});
		});

		test("ER1 deleting a session that is not there gives a receipt of zeros, again and again", async () => {
			const hf = await world.open();
			for (let i = 0; i < 2; i++) {
				const receipt = await hf.sessions.delete(ref);
				expect(Object.values(receipt.erased).every((count) => count === 0)).toBe(true);
				expect(receipt.complete).toBe(true);
			}
			await refusal(hf.sessions.delete("bare"), "not_found");
		});

		test("ER1 erasing an agent takes its sessions and shared state, not users and not other agents", async () => {
			const hf = await world.open();
			await hf.users.upsert("ann", { variables: { a: 1 } });
			for (const agentId of ["support", "sales"]) {
				await hf.session({ ...ref, agentId }).append(change({ own: 1, "user:k": 1, "app:k": 1 }));
			}
			const receipt = await hf.erase({ agentId: "support" });
			expect(receipt).toMatchObject({
				complete: true,
				derived: [],
				erased: { sessions: 1, events: 1, state: 3, users: 0 },
			});
			expect((await hf.sessions.list()).items).toMatchObject([{ agentId: "sales" }]);
			expect(await hf.session({ ...ref, agentId: "sales" }).state.get()).toEqual({
				own: 1,
				"user:k": 1,
				"app:k": 1,
			});
			await hf.sessions.create(ref);
			expect(await hf.session(ref).state.get()).toEqual({});
			expect((await hf.users.get("ann")).variables).toEqual({ a: 1 });
		});

		test("ER1 erasing everything leaves an empty tenant, across many sessions", async () => {
			const hf = await world.open();
			await hf.users.upsert("ann");
			const append = (i: number) => hf.session({ agentId: "a", sessionId: `${i}` }).append(said("x"));
			await Promise.all(Array.from({ length: 120 }, (_, i) => append(i)));
			const receipt = await hf.erase({ everything: true });
			expect(receipt).toMatchObject({ complete: true, erased: { sessions: 120, events: 120, users: 1 } });
			expect((await hf.sessions.list()).items).toEqual([]);
			expect((await hf.users.list()).items).toEqual([]);
		});

		test.each([
			{},
			{ everything: false },
			{ everything: "true" },
			{ agentId: "" },
			{ agentId: "a", everything: true },
			{ agentID: "a" },
			undefined,
			null,
		])("ER1 erase(%j) is refused and erases nothing", async (scope) => {
			const hf = await world.open();
			await hf.session(ref).append(said("x"));
			await refusal(hf.erase(garbage(scope)), "invalid");
			expect((await hf.sessions.get(ref)).eventCount).toBe(1);
		});

		test("SE2 erasing one event blanks its data and keeps its offset, id, kind, source and time", async () => {
			const hf = await world.open();
			const event = { ...said("secret"), metadata: { secret: 1 }, stateDelta: { set: { secret: 1 } } };
			const [first, second] = await hf.session(ref).append([event, said("kept")]);
			expect((await hf.session(ref).erase(0)).erased.events).toBe(1);
			const [blank, kept] = await hf.session(ref).events();
			expect(blank).toEqual({
				id: first?.id,
				offset: 0,
				kind: "message",
				source: "user",
				at: first?.at,
				data: {},
				erased: true,
			});
			expect(kept).toEqual(second);
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["kept"]);
			expect((await hf.sessions.get(ref)).head).toBe(2);
			let text = "";
			for await (const line of hf.sessions.export(ref)) text += line;
			expect(text).not.toContain("secret");
			expect(await hf.session(ref).state.get()).toEqual({});
		});

		test("SE2 erasing takes several offsets, ignores those that are not there, and refuses nonsense", async () => {
			const hf = await world.open();
			await hf.session(ref).append([said("a"), said("b"), said("c")]);
			expect((await hf.session(ref).erase([0, 2, 2, 99])).erased.events).toBe(2);
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["b"]);
			for (const offsets of [-1, 0.5, "0", [null], undefined, {}]) {
				await refusal(hf.session(ref).erase(garbage(offsets)), "invalid");
			}
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["b"]);
		});
	});
}
