import { describe, expect, test } from "vitest";
import type { SessionRef } from "../../src/index.ts";
import { contents, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const FINE = [
	"user-42:billing",
	"with spaces",
	" ",
	"日本語",
	"é",
	"e\u0301",
	"👩‍👩‍👧",
	"a\nb\tc",
	"%2F../..",
	"'; DROP TABLE sessions;--",
	"__proto__",
	"constructor",
	"toString",
	"null",
	"undefined",
	"{}",
	"\u202Ertl",
	"\uFFFD",
	"\uFEFF",
	"A",
	"a",
	"x".repeat(512),
	`${"x".repeat(511)}y`,
	"😀".repeat(256),
	"\u0001",
];
const REFUSED: [string, unknown][] = [
	["empty", ""],
	["513 units", "x".repeat(513)],
	["513 units of surrogate pairs and one", `${"😀".repeat(256)}x`],
	["NUL", "a\u0000b"],
	["a lone high surrogate", "a\uD800"],
	["a lone low surrogate", "\uDC00a"],
	["a number", 7],
	["null", null],
	["an object", { toString: () => "s" }],
	["an array", ["s"]],
];

export function describeSessionNames(backend: Backend): void {
	describe("session names", () => {
		const world = freshWorld(backend);

		test("ID2 the same session id under two agents, two users and no user is as many sessions", async () => {
			const hf = await world.open();
			const refs: SessionRef[] = [
				{ agentId: "a", sessionId: "s" },
				{ agentId: "b", sessionId: "s" },
				{ agentId: "a", sessionId: "s", userId: "u" },
				{ agentId: "a", sessionId: "s", userId: "v" },
			];
			for (const [i, ref] of refs.entries()) {
				await hf.session(ref).append(said(`message ${i}`));
				await hf.session(ref).state.set({ who: i });
			}
			for (const [i, ref] of refs.entries()) {
				expect(contents(await hf.sessions.getMessages(ref))).toEqual([`message ${i}`]);
				expect(await hf.session(ref).state.get()).toEqual({ who: i });
			}
			await hf.sessions.delete({ agentId: "a", sessionId: "s" });
			expect((await hf.sessions.list({ sessionId: "s" })).items).toHaveLength(3);
			expect(await hf.session({ agentId: "a", sessionId: "s", userId: "u" }).state.get()).toEqual({ who: 2 });
		});

		test("ID2 names whose parts only look alike when joined are different sessions", async () => {
			const hf = await world.open();
			const refs: SessionRef[] = [
				{ agentId: "a:b", sessionId: "c" },
				{ agentId: "a", sessionId: "b:c" },
				{ agentId: "a", userId: "b", sessionId: "c" },
				{ agentId: 'a","b', sessionId: "c" },
				{ agentId: "a", userId: "null", sessionId: "c" },
				{ agentId: "a", sessionId: "c" },
			];
			for (const ref of refs) await hf.sessions.create(ref);
			expect((await hf.sessions.list()).items).toHaveLength(refs.length);
		});

		test("ID2 session, agent and user ids are any text of 1 to 512 UTF-16 units", async () => {
			const hf = await world.open();
			for (const id of FINE) {
				const ref = { agentId: id, sessionId: id, userId: id };
				await hf.session(ref).append(said(id));
				expect(await hf.sessions.get(ref)).toMatchObject(ref);
				expect((await hf.sessions.list({ agentId: id })).items.map((item) => item.sessionId)).toEqual([id]);
				expect((await hf.users.upsert(id)).userId).toBe(id);
				expect((await hf.users.get(id)).userId).toBe(id);
			}
			expect((await hf.sessions.list({ limit: 500 })).items).toHaveLength(FINE.length);
			expect((await hf.users.list({ limit: 500 })).items).toHaveLength(FINE.length);
		});

		test.each(REFUSED)("ID2 an id that is %s is refused and names the field", async (_, id) => {
			const hf = await world.open();
			for (const field of ["agentId", "sessionId", "userId"] as const) {
				const ref = garbage<SessionRef>({ agentId: "a", sessionId: "s", userId: "u", [field]: id });
				const calls = [
					() => hf.sessions.get(ref),
					() => hf.sessions.create(ref),
					() => hf.session(ref).append(said("x")),
					() => hf.session(ref).events(),
					() => hf.session(ref).state.get(),
					() => hf.sessions.delete(ref),
					() => hf.session(ref).follow().next(),
				];
				for (const call of calls) expect((await refusal(call(), "invalid")).message).toContain(field);
			}
			await refusal(hf.users.upsert(garbage(id)), "invalid");
			await refusal(hf.users.get(garbage(id)), "invalid");
			if (typeof id !== "object") await refusal(hf.sessions.get(garbage(id)), "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
			expect((await hf.users.list()).items).toEqual([]);
		});

		test("ID2 a deleted session does not come back, and one made anew is another", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s" };
			await hf.session(ref).append(said("old"), { idempotencyKey: "k" });
			const { uid } = await hf.sessions.get(ref);
			await hf.sessions.delete(ref);
			await refusal(hf.sessions.get(ref), "not_found");
			const [first] = await hf.session(ref).append(said("new"), { idempotencyKey: "k" });
			expect(first?.offset).toBe(0);
			expect((await hf.sessions.get(ref)).uid).not.toBe(uid);
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["new"]);
		});

		test("ID3 a bare session id finds the only session that has it, wherever an operation takes it", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "only", userId: "u" };
			await hf.session(ref).append([said("x"), said("y")]);
			expect(await hf.sessions.get("only")).toMatchObject(ref);
			expect(contents(await hf.sessions.getMessages("only"))).toEqual(["x", "y"]);
			await hf.sessions.fork("only", { offset: 0 }, { agentId: "a", sessionId: "fork" });
			expect(await hf.sessions.rekey("only", { sessionId: "renamed" })).toMatchObject({
				...ref,
				sessionId: "renamed",
			});
			for await (const line of hf.sessions.export("renamed")) expect(line).toMatch(/\n$/);
			expect((await hf.sessions.delete("renamed")).erased.sessions).toBe(1);
			await refusal(hf.sessions.get("only"), "not_found");
			await refusal(hf.sessions.getMessages("only"), "not_found");
		});

		test("ID3 a bare id that several sessions have is refused with the candidates", async () => {
			const hf = await world.open();
			const refs = [
				{ agentId: "a", sessionId: "s" },
				{ agentId: "a", sessionId: "s", userId: "u" },
				{ agentId: "b", sessionId: "s" },
			];
			for (const ref of refs) await hf.sessions.create(ref);
			const calls = [
				hf.sessions.get("s"),
				hf.sessions.getMessages("s"),
				hf.sessions.delete("s"),
				hf.sessions.rekey("s", { sessionId: "t" }),
			];
			for (const call of calls) {
				const error = await refusal(call, "ambiguous");
				expect(error.candidates).toHaveLength(3);
				expect(error.candidates).toEqual(expect.arrayContaining(refs));
				expect(error.fields.candidates).toEqual(error.candidates);
			}
			expect((await hf.sessions.list()).items).toHaveLength(3);
		});

		test("ID4 without a session id one is generated (UUIDv7) and returned", async () => {
			const hf = await world.open();
			const created = await hf.sessions.create({ agentId: "a" });
			const opened = await hf.sessions.open({ agentId: "a", userId: "u" });
			const handle = hf.session({ agentId: "a" });
			await handle.append(said("x"));
			expect(created.sessionId).toMatch(UUID_V7);
			expect(opened.sessionId).toMatch(UUID_V7);
			expect(handle.ref.sessionId).toMatch(UUID_V7);
			expect(new Set([created.sessionId, opened.sessionId, handle.ref.sessionId]).size).toBe(3);
			expect((await hf.sessions.get(handle.ref)).messageCount).toBe(1);
			const fork = await hf.sessions.fork(handle.ref, { offset: 0 }, { agentId: "a" });
			expect(fork.sessionId).toMatch(UUID_V7);
		});

		test("ID5 users are optional: a session may name one that nobody made", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s", userId: "never-made" };
			await hf.session(ref).append(said("x"));
			expect((await hf.sessions.list({ userId: "never-made" })).items).toHaveLength(1);
			await refusal(hf.users.get("never-made"), "not_found");
		});
	});
}
