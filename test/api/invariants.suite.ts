import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, NewEvent } from "../../src/index.ts";
import { change, contents, gathered, note, said } from "./drafts.ts";
import { refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const anyText = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.constantFrom("__proto__", "constructor", "1", "\uD800", "\u0000"),
);
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.oneof(
			anyText,
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
		),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(anyText, tie("value"), { maxKeys: 4 }),
	) as fc.Arbitrary<Json>,
})).value;
/** What JSON itself says is the same value: -0 is 0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const key = fc.constantFrom("a", "b", "1", "10", "__proto__", "user:x", "app:y", "temp:z");
const delta = fc.record({
	set: fc.dictionary(key, anyJson, { maxKeys: 3 }),
	remove: fc.uniqueArray(key, { maxLength: 2 }),
});

/** The reference: what the session's own keys must be after these deltas. */
function fold(deltas: readonly { set: JsonObject; remove: string[] }[]): JsonObject {
	const state = new Map<string, Json>();
	const own = (name: string): boolean => !name.startsWith("app:") && !name.startsWith("temp:");
	for (const { set, remove } of deltas) {
		for (const [name, value] of Object.entries(set)) if (own(name)) state.set(name, plain(value));
		for (const name of remove) state.delete(name);
	}
	return Object.fromEntries(state);
}

export function describeInvariants(backend: Backend): void {
	describe("invariants", () => {
		const world = freshWorld(backend);

		test("SE2 any JSON object comes back as it was (property)", async () => {
			const hf = await world.open();
			let n = 0;
			await fc.assert(
				fc.asyncProperty(fc.dictionary(anyText, anyJson, { maxKeys: 5 }), async (data) => {
					const handle = hf.session({ agentId: "a", sessionId: `${n++}` });
					const given = { ...note(data as JsonObject), metadata: data as JsonObject };
					// `type` of a custom event, where given, is text.
					if (Object.hasOwn(data, "type") && typeof data.type !== "string") return;
					const [stored] = await handle.append(given);
					expect(stored?.data).toEqual(plain(data));
					expect(await handle.events()).toEqual([stored]);
					expect(stored?.metadata).toEqual(plain(data));
				}),
				{ numRuns: 60 },
			);
		});

		test("ST2 the state as of any offset is the fold of the deltas up to it, and the last is the state (property)", async () => {
			const hf = await world.open();
			let n = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.dictionary(key, anyJson, { maxKeys: 3 }),
					fc.array(delta, { minLength: 1, maxLength: 6 }),
					async (seed, drawn) => {
						const handle = hf.session({ agentId: `agent ${n++}`, sessionId: "s" });
						const deltas = drawn.map(({ set, remove }) => ({
							set,
							remove: remove.filter((name) => !Object.hasOwn(set, name)),
						}));
						await hf.sessions.create(handle.ref, { state: seed });
						await handle.append(deltas.map(({ set, remove }): NewEvent => change(set, remove)));
						for (let i = 0; i < deltas.length; i++) {
							expect(await handle.state.asOf(i)).toEqual(
								fold([{ set: seed, remove: [] }, ...deltas.slice(0, i + 1)]),
							);
						}
						const { "app:y": _, ...own } = await handle.state.get();
						expect(own).toEqual(await handle.state.asOf(deltas.length - 1));
						const lines = await gathered(hf.sessions.export(handle.ref));
						await hf.sessions.import(lines, { onConflict: "replace" });
						expect(await gathered(hf.sessions.export(handle.ref))).toEqual(lines);
						const { "app:y": __, ...again } = await handle.state.get();
						expect(again).toEqual(own);
					},
				),
				{ numRuns: 40 },
			);
		});

		test("SE3 a refused write takes no other of the same moment with it", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s" };
			const huge = { set: { big: "x".repeat(300_000) } };
			const writes = Array.from({ length: 30 }, (_, i) => {
				if (i % 3 === 0) return hf.session(ref).append(said(`${i}`));
				if (i % 3 === 1)
					return refusal(
						hf.session(ref).append([said("no"), change({ bad: i })], { expectedOffset: 999 }),
						"conflict",
					);
				return refusal(hf.session(ref).updateMetadata(huge), "limit_exceeded");
			});
			await Promise.all(writes);
			// Nobody waited for anybody: which of them comes first is the store's affair.
			const written = contents(await hf.sessions.getMessages(ref)).map(Number);
			expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i * 3));
			expect(await hf.session(ref).state.get()).toEqual({});
			expect((await hf.sessions.get(ref)).metadata).toEqual({});
		});

		test("SE11 an export that is overtaken by writers is whole up to the head its header names", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s" };
			await hf.session(ref).append(Array.from({ length: 10 }, (_, i) => note({ i })));
			const lines: string[] = [];
			for await (const line of hf.sessions.export(ref)) {
				lines.push(line);
				await hf.session(ref).append(note({ late: true }));
			}
			expect(JSON.parse(lines[0] ?? "")).toMatchObject({ base: 0, head: 10 });
			expect(lines).toHaveLength(11);
			expect(await hf.sessions.import(lines, { to: { ...ref, sessionId: "copy" } })).toMatchObject({
				events: 10,
			});
		});

		test("SE5 a long past is followed to its end", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s" };
			for (let i = 0; i < 3; i++)
				await hf.session(ref).append(Array.from({ length: 400 }, (_, j) => note({ j })));
			let next = 0;
			for await (const event of hf.session(ref).follow()) {
				expect(event.offset).toBe(next++);
				if (next === 1200) break;
			}
			expect(next).toBe(1200);
		});

		test("SE6 a key both set and unset in one change is refused, as in state", async () => {
			const hf = await world.open();
			const ref = { agentId: "a", sessionId: "s" };
			const both = { set: { k: 1 }, unset: ["k"] };
			await refusal(hf.session(ref).updateMetadata(both), "invalid");
			await refusal(hf.users.updateMetadata("u", both), "invalid");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE3 history.append and postAsHuman repeat by idempotency key too", async () => {
			const hf = await world.open();
			const handle = hf.session({ agentId: "a", sessionId: "s" });
			const say = () => handle.history.append({ role: "user", content: "hi" }, { idempotencyKey: "1" });
			const post = () => handle.postAsHuman({ content: "hi", displayName: "Ann" }, { idempotencyKey: "2" });
			expect(await say()).toEqual(await say());
			expect(await post()).toEqual(await post());
			expect(await handle.events()).toHaveLength(2);
		});
	});
}
