import { describe, expect, test } from "vitest";
import { contents, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const of = (userId: string, sessionId: string, agentId = "support") => ({ agentId, userId, sessionId });

export function describeRekeyingUsers(backend: Backend): void {
	describe("re-keying a user", () => {
		const world = freshWorld(backend);

		test("ID6 all sessions, state and the record move to the new id in one step", async () => {
			const hf = await world.open();
			await hf.users.upsert("anon-1", {
				displayName: "Ann",
				variables: { plan: "pro" },
				metadata: { crm: 7 },
			});
			await hf.session(of("anon-1", "a")).append(said("in a"));
			await hf.session(of("anon-1", "b", "sales")).append(said("in b"));
			await hf.session(of("anon-1", "a")).state.set({ "user:lang": "de", own: 1 });
			await hf.session(of("other", "a")).append(said("not mine"));
			expect(await hf.users.rekey("anon-1", "ann")).toEqual({ sessions: 2 });
			expect(contents(await hf.sessions.getMessages(of("ann", "a")))).toEqual(["in a"]);
			expect(contents(await hf.sessions.getMessages(of("ann", "b", "sales")))).toEqual(["in b"]);
			expect(await hf.session(of("ann", "a")).state.get()).toEqual({ "user:lang": "de", own: 1 });
			const user = await hf.users.get("ann");
			expect(user).toMatchObject({
				userId: "ann",
				displayName: "Ann",
				variables: { plan: "pro" },
				metadata: { crm: 7 },
			});
			expect((await hf.users.find({ metadata: { crm: 7 } })).items.map((found) => found.userId)).toEqual([
				"ann",
			]);
			await refusal(hf.users.get("anon-1"), "not_found");
			expect((await hf.sessions.list({ userId: "anon-1" })).items).toEqual([]);
			expect(contents(await hf.sessions.getMessages(of("other", "a")))).toEqual(["not mine"]);
		});

		test("ID6 a user who was never made, but has sessions, can be re-keyed", async () => {
			const hf = await world.open();
			await hf.session(of("anon", "a")).append(said("x"));
			expect(await hf.users.rekey("anon", "ann")).toEqual({ sessions: 1 });
			expect((await hf.sessions.list({ userId: "ann" })).items).toHaveLength(1);
		});

		test.each(["a record", "a session", "state"])(
			"ID6 a target that has %s is refused by default, nothing changes",
			async (has) => {
				const hf = await world.open();
				await hf.users.upsert("anon");
				await hf.session(of("anon", "a")).append(said("x"));
				if (has === "a record") await hf.users.upsert("ann");
				if (has !== "a record") await hf.session(of("ann", "z")).state.set({ "user:k": 1 });
				if (has === "state") await hf.sessions.delete(of("ann", "z"));
				const error = await refusal(hf.users.rekey("anon", "ann"), "already_exists");
				expect(error.userId).toBe("ann");
				expect((await hf.sessions.list({ userId: "anon" })).items).toHaveLength(1);
				expect((await hf.users.get("anon")).userId).toBe("anon");
			},
		);

		test("ID6 merge joins the two: what the target has stays, sessions of one name are merged", async () => {
			const hf = await world.open();
			await hf.users.upsert("anon", {
				displayName: "Visitor",
				variables: { a: 1, b: 1 },
				metadata: { x: 1, y: 1 },
			});
			await hf.users.upsert("ann", { variables: { b: 2 }, metadata: { y: 2 } });
			await hf.session(of("ann", "same")).append(said("ann's"));
			await hf.session(of("anon", "same")).append(said("anon's"));
			await hf.session(of("anon", "only")).append(said("only"));
			await hf.session(of("anon", "only")).state.set({ "user:a": "anon", "user:b": "anon" });
			await hf.session(of("ann", "same")).state.set({ "user:b": "ann" });
			expect(await hf.users.rekey("anon", "ann", { onConflict: "merge" })).toEqual({ sessions: 2 });
			const merged = await hf.users.get("ann");
			expect(merged).toMatchObject({
				displayName: "Visitor",
				variables: { a: 1, b: 2 },
				metadata: { x: 1, y: 2 },
			});
			expect(contents(await hf.sessions.getMessages(of("ann", "same")))).toEqual(["ann's", "anon's"]);
			expect(contents(await hf.sessions.getMessages(of("ann", "only")))).toEqual(["only"]);
			expect(await hf.session(of("ann", "only")).state.get()).toEqual({ "user:a": "anon", "user:b": "ann" });
			expect((await hf.users.find({ metadata: { x: 1, y: 2 } })).items.map((user) => user.userId)).toEqual([
				"ann",
			]);
			await refusal(hf.users.get("anon"), "not_found");
			expect((await hf.sessions.list({ userId: "anon" })).items).toEqual([]);
		});

		test("ID6 a merge that cannot be made changes nothing at all", async () => {
			const hf = await world.open();
			const big = (key: string) => ({ [key]: "x".repeat(200 * 1024) });
			await hf.session(of("anon", "a")).append(said("first"));
			await hf.sessions.create(of("anon", "z"), { metadata: big("mine") });
			await hf.sessions.create(of("ann", "z"), { metadata: big("theirs") });
			await hf.session(of("anon", "a")).state.set({ "user:k": 1 });
			await refusal(hf.users.rekey("anon", "ann", { onConflict: "merge" }), "limit_exceeded");
			expect((await hf.sessions.list({ userId: "anon" })).items).toHaveLength(2);
			expect((await hf.sessions.list({ userId: "ann" })).items).toHaveLength(1);
			expect(await hf.session(of("anon", "a")).state.get()).toEqual({ "user:k": 1 });
			expect(await hf.session(of("ann", "z")).state.get()).toEqual({});
		});

		test("ID6 an unknown user, itself and bad ids are refused", async () => {
			const hf = await world.open();
			await refusal(hf.users.rekey("nobody", "ann"), "not_found");
			await hf.users.upsert("ann");
			await refusal(hf.users.rekey("ann", "ann"), "invalid");
			await refusal(hf.users.rekey("ann", ""), "invalid");
			await refusal(hf.users.rekey("ann", garbage(undefined)), "invalid");
			await refusal(hf.users.rekey("ann", "b", garbage({ onConflict: "replace" })), "invalid");
			expect((await hf.users.list()).items).toHaveLength(1);
		});
	});
}
