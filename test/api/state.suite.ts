import { describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { change, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const of = (userId: string, sessionId: string, agentId = "support") => ({ agentId, userId, sessionId });
const MAX = 256 * 1024;

export function describeState(backend: Backend): void {
	describe("state", () => {
		const world = freshWorld(backend);

		test("ST1 a key without prefix is the session's own, user: the user's under the agent, app: the agent's", async () => {
			const hf = await world.open();
			await hf.session(of("ann", "one")).state.set({ own: 1, "user:lang": "de", "app:motd": "hi" });
			const seen = async (userId: string, sessionId: string, agentId?: string) => {
				const handle = hf.session(of(userId, sessionId, agentId));
				await handle.state.set({});
				return handle.state.get();
			};
			expect(await seen("ann", "one")).toEqual({ own: 1, "user:lang": "de", "app:motd": "hi" });
			expect(await seen("ann", "two")).toEqual({ "user:lang": "de", "app:motd": "hi" });
			expect(await seen("bob", "one")).toEqual({ "app:motd": "hi" });
			expect(await seen("ann", "one", "sales")).toEqual({});
			await hf.session(ref).state.set({});
			expect(await hf.session(ref).state.get()).toEqual({ "app:motd": "hi" });
		});

		test("ST1 a session that does not exist yet sees the keys of its user and its agent, and stays uncreated", async () => {
			const hf = await world.open();
			await hf.session(of("ann", "one")).state.set({ own: 1, "user:lang": "de", "app:motd": "hi" });
			expect(await hf.session(of("ann", "two")).state.get()).toEqual({ "app:motd": "hi", "user:lang": "de" });
			expect(await hf.session(of("bob", "two")).state.get()).toEqual({ "app:motd": "hi" });
			expect(await hf.session(ref).state.get()).toEqual({ "app:motd": "hi" });
			expect(await hf.session(of("ann", "two", "sales")).state.get()).toEqual({});
			expect((await hf.sessions.list()).items).toHaveLength(1);
		});

		test("ST4 a user: key that was set without a user is not seen by the next anonymous session", async () => {
			const hf = await world.open();
			await hf.session(ref).state.set({ "user:lang": "de" });
			expect(await hf.session({ ...ref, sessionId: "next" }).state.get()).toEqual({});
		});

		test("ST1 temp: keys are accepted and dropped: not in state, not in an event", async () => {
			const hf = await world.open();
			await hf.session(ref).state.set({ "temp:scratch": 1 });
			expect(await hf.session(ref).events()).toEqual([]);
			await hf.session(ref).state.set({ "temp:scratch": 1, kept: 2 });
			const [stored] = await hf
				.session(ref)
				.append({ ...said("x"), stateDelta: { set: { "temp:a": 1 }, remove: ["temp:b"] } });
			expect(stored).not.toHaveProperty("stateDelta");
			await hf.session(ref).state.remove("temp:scratch");
			expect(await hf.session(ref).state.get()).toEqual({ kept: 2 });
			expect(JSON.stringify(await hf.session(ref).events())).not.toContain("temp:");
			const created = { agentId: "support", sessionId: "t" };
			await hf.sessions.create(created, { state: { "temp:x": 1, y: 1 } });
			expect(await hf.session(created).state.get()).toEqual({ y: 1 });
		});

		test("ST2 deltas ride on events, atomically with them, as one shallow merge per key", async () => {
			const hf = await world.open();
			await hf
				.session(ref)
				.append([
					change({ a: { x: 1 }, b: 1 }),
					{ ...said("hi"), stateDelta: { set: { a: { y: 2 } }, remove: ["b"] } },
				]);
			expect(await hf.session(ref).state.get()).toEqual({ a: { y: 2 } });
			const events = await hf.session(ref).events();
			expect(events.map((event) => event.stateDelta)).toEqual([
				{ set: { a: { x: 1 }, b: 1 } },
				{ set: { a: { y: 2 } }, remove: ["b"] },
			]);
			await refusal(hf.session(ref).append(change({ a: 3 }), { expectedOffset: 0 }), "conflict");
			expect(await hf.session(ref).state.get()).toEqual({ a: { y: 2 } });
		});

		test("ST2 null is a value; removal is explicit; removing what is not there is fine", async () => {
			const hf = await world.open();
			await hf.session(ref).state.set({ nil: null, gone: 1 });
			expect(await hf.session(ref).state.get()).toEqual({ nil: null, gone: 1 });
			await hf.session(ref).state.remove("gone", "never");
			expect(await hf.session(ref).state.get()).toEqual({ nil: null });
			await refusal(hf.session(ref).state.set({ nil: garbage(undefined) }), "invalid");
			expect(await hf.session(ref).state.get()).toEqual({ nil: null });
			await hf.session(ref).state.remove("nil");
			expect(await hf.session(ref).state.get()).toEqual({});
		});

		test("ST2 a key both set and removed in one delta is refused, by name", async () => {
			const hf = await world.open();
			const error = await refusal(hf.session(ref).append(change({ k: 1 }, ["k"])), "invalid");
			expect(error.message).toContain('"k"');
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("ST2 concurrent deltas: each key holds what the greatest offset said", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const write = (i: number) =>
				(i % 2 ? a : b).session(of("ann", "s")).append(change({ own: i, "user:k": i, "app:k": i }));
			await Promise.all(Array.from({ length: 40 }, (_, i) => write(i)));
			const [last] = await a.session(of("ann", "s")).events({ last: 1 });
			expect(await a.session(of("ann", "s")).state.get()).toEqual(last?.stateDelta?.set);
		});

		test("ST2 a backfilled time does not decide which value stays", async () => {
			const hf = await world.open();
			await hf.session(ref).append({ ...change({ k: "first" }), at: "2030-01-01T00:00:00Z" });
			await hf.session(ref).append({ ...change({ k: "second" }), at: "2001-01-01T00:00:00Z" });
			expect(await hf.session(ref).state.get()).toEqual({ k: "second" });
		});

		test("ST3 initial state is split by prefix into its scopes, without an event", async () => {
			const hf = await world.open();
			await hf.sessions.create(of("ann", "one"), { state: { own: 1, "user:lang": "de", "app:motd": "hi" } });
			expect(await hf.session(of("ann", "one")).state.get()).toEqual({
				own: 1,
				"user:lang": "de",
				"app:motd": "hi",
			});
			await hf.sessions.create(of("ann", "two"));
			expect(await hf.session(of("ann", "two")).state.get()).toEqual({ "user:lang": "de", "app:motd": "hi" });
			expect(await hf.session(of("ann", "one")).events()).toEqual([]);
		});

		test("ST4 user: keys of an anonymous session are the session's own", async () => {
			const hf = await world.open();
			await hf.session(ref).state.set({ "user:lang": "de" });
			await hf.session({ ...ref, sessionId: "t" }).state.set({});
			expect(await hf.session(ref).state.get()).toEqual({ "user:lang": "de" });
			expect(await hf.session({ ...ref, sessionId: "t" }).state.get()).toEqual({});
		});

		test("ST4 user: and app: values can be removed by another session", async () => {
			const hf = await world.open();
			await hf.session(of("ann", "one")).state.set({ "user:lang": "de", "app:motd": "hi" });
			await hf.session(of("ann", "two")).state.remove("user:lang", "app:motd");
			expect(await hf.session(of("ann", "one")).state.get()).toEqual({});
		});

		test("ST5 a value has at most 256 KiB; a larger one is refused by its key, in every way to write it", async () => {
			const hf = await world.open();
			await hf.session(ref).state.set({ fits: "x".repeat(MAX) });
			expect((await hf.session(ref).state.get()).fits).toHaveLength(MAX);
			const other = { ...ref, sessionId: "t" };
			const tooLarge = { fine: 1, culprit: "€".repeat(MAX / 3 + 1) };
			const writes = [
				hf.session(other).state.set(tooLarge),
				hf.session(other).append(change(tooLarge)),
				hf.sessions.create(other, { state: tooLarge }),
				hf.sessions.open(other, { state: { "app:culprit": "x".repeat(MAX + 1) } }),
			];
			for (const write of writes) {
				const error = await refusal(write, "limit_exceeded");
				expect(error.message).toContain("culprit");
				expect(error).toMatchObject({ key: expect.stringContaining("culprit"), limit: MAX });
			}
			await refusal(hf.sessions.get(other), "not_found");
		});

		test.each([
			["a function", () => 1],
			["undefined", undefined],
			["a BigInt", 1n],
			["NaN", Number.NaN],
			["Infinity", Number.POSITIVE_INFINITY],
			["a symbol", Symbol("s")],
			["a Map", new Map([[1, 2]])],
			["a Set", new Set([1])],
			["bytes", new Uint8Array(2)],
			["an invalid Date", new Date(Number.NaN)],
		])("ST5 %s is refused by its key, at the top and deep inside", async (_, value) => {
			const hf = await world.open();
			for (const bad of [value, { deep: [value] }]) {
				const error = await refusal(hf.session(ref).state.set({ fine: 1, culprit: garbage(bad) }), "invalid");
				expect(error.message).toContain("culprit");
			}
			const delta = garbage<NewEvent>({ ...said("x"), stateDelta: { set: { culprit: [value] } } });
			expect((await refusal(hf.session(ref).append(delta), "invalid")).message).toContain("culprit");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("ST5 a circular value is refused by its key", async () => {
			const hf = await world.open();
			const circle: Record<string, unknown> = { a: 1 };
			circle.self = circle;
			const error = await refusal(hf.session(ref).state.set({ culprit: garbage(circle) }), "invalid");
			expect(error.message).toContain("culprit");
		});

		test("ST5 keys are any text of 1 to 512 units, names of object members too", async () => {
			const hf = await world.open();
			const keys = [
				"__proto__",
				"constructor",
				"toString",
				"hasOwnProperty",
				"1",
				"0",
				"a b",
				"日本",
				"x".repeat(512),
				"user:",
				"app:",
			];
			const values = Object.fromEntries(keys.map((key, i) => [key, i]));
			await hf.session(ref).state.set(values);
			const state = await hf.session(ref).state.get();
			expect(Object.keys(state).sort()).toEqual([...keys].sort());
			for (const [i, key] of keys.entries())
				expect(Object.getOwnPropertyDescriptor(state, key)?.value).toBe(i);
			expect(await hf.session(ref).state.asOf(0)).toEqual(
				Object.fromEntries(Object.entries(values).filter(([key]) => key !== "app:")),
			);
			await hf.session(ref).state.remove(...keys);
			expect(await hf.session(ref).state.get()).toEqual({});
			for (const key of ["", "x".repeat(513), "a\u0000", "\uD800"]) {
				await refusal(hf.session(ref).state.set({ [key]: 1 }), "invalid");
				await refusal(hf.session(ref).state.remove(key), "invalid");
			}
		});
	});
}
