import { describe, expect, test } from "vitest";
import { EVENT_KINDS, type Event, holdfast, type Json, type NewEvent } from "../../src/index.ts";
import { contents, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

const OF_EVERY_KIND: NewEvent[] = [
	{ kind: "message", source: "user", data: { role: "user", content: "hi", displayName: "Ann" } },
	{
		kind: "tool_call",
		source: "agent",
		data: { toolCallId: "c1", name: "look_up", input: { id: 1 }, step: 0 },
	},
	{
		kind: "tool_result",
		source: "tool",
		data: { toolCallId: "c1", name: "look_up", output: null, isError: true },
	},
	{ kind: "reply", source: "agent", data: { content: "One moment." } },
	{ kind: "status", source: "system", data: { status: "failed", error: "e" } },
	{ kind: "state", source: "integration", data: {} },
	{ kind: "step_output", source: "agent", data: { nodeId: "n", value: [1, { a: null }] } },
	{ kind: "mode", source: "system", data: { from: "auto", to: "manual", by: "ann" } },
	{ kind: "session", source: "system", data: { change: "noted" } },
	{ kind: "summary", source: "system", data: { content: "short", upTo: 3 } },
	{ kind: "custom", source: "integration", data: { type: "order", deep: { er: [true] } } },
];

export function describeAppending(backend: Backend): void {
	describe("appending", () => {
		const world = freshWorld(backend);

		test("SE2 every kind of event is stored and read as given, from offset 0 without gap", async () => {
			const hf = await world.open();
			const stored = await hf.session(ref).append(OF_EVERY_KIND);
			expect(OF_EVERY_KIND.map((event) => event.kind)).toEqual([...EVENT_KINDS]);
			expect(stored.map((event) => event.offset)).toEqual(OF_EVERY_KIND.map((_, i) => i));
			expect(stored).toMatchObject(OF_EVERY_KIND);
			expect(new Set(stored.map((event) => event.id)).size).toBe(OF_EVERY_KIND.length);
			expect(await hf.session(ref).events()).toEqual(stored);
		});

		test("SE2 implicit creation writes no event, append returns exactly the caller's events", async () => {
			const hf = await world.open();
			const first = await hf.session(ref).append(said("a"));
			const more = await hf.session(ref).append([said("b"), said("c")]);
			expect([...first, ...more].map((event) => event.offset)).toEqual([0, 1, 2]);
			expect(await hf.session(ref).events()).toEqual([...first, ...more]);
		});

		test("SE2 `at` backfills, accepts zones and Dates, and never decides order", async () => {
			const hf = await world.open();
			const stored = await hf
				.session(ref)
				.append([
					{ ...said("a"), at: "2024-05-01T12:00:00Z" },
					{ ...said("b"), at: "2020-01-01T01:00:00+01:00" },
					{ ...said("c"), at: new Date(0) },
					said("d"),
				]);
			const times = ["2024-05-01T12:00:00.000Z", "2020-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"];
			expect(stored.slice(0, 3).map((event) => event.at)).toEqual(times);
			expect(Date.parse(stored[3]?.at ?? "")).toBeGreaterThan(Date.parse("2025-01-01"));
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["a", "b", "c", "d"]);
		});

		test.each([
			"yesterday",
			"2024-13-01T00:00:00Z",
			"2024-01-01",
			1700000000000,
			new Date(Number.NaN),
			{},
			null,
			new Date(8.64e15),
		])("SE2 `at` that is %s is refused", async (at) => {
			const hf = await world.open();
			await refusal(hf.session(ref).append(garbage<NewEvent>({ ...said("x"), at })), "invalid");
			expect(await hf.session(ref).events()).toEqual([]);
		});

		test("ID1 an option or a change of the wrong shape is refused; it is never ignored", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			await refusal(handle.append({ ...said("x"), stateDelta: garbage({ plan: "pro" }) }), "invalid");
			await refusal(handle.updateMetadata(garbage({ external_id: "x" })), "invalid");
			await refusal(handle.append(said("x"), garbage({ idempotency: "k" })), "invalid");
			await refusal(handle.events(garbage({ afer: 3 })), "invalid");
			await refusal(hf.sessions.list(garbage({ agent: "q" })), "invalid");
			await refusal(holdfast(garbage({ urls: "http://localhost" })), "invalid");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE3 a repeat may order its keys in another way, and is a repeat all the same", async () => {
			const handle = (await world.open()).session({ agentId: "a", sessionId: "keys" });
			const options = { idempotencyKey: "k" };
			const of = (data: { [key: string]: Json }): NewEvent => ({ kind: "custom", source: "system", data });
			const [first] = await handle.append(of({ type: "x", a: { b: 1, c: 2 } }), options);
			expect(await handle.append(of({ a: { c: 2, b: 1 }, type: "x" }), options)).toEqual([first]);
			await refusal(handle.append(of({ a: { c: 2, b: 2 }, type: "x" }), options), "conflict");
		});

		test("SE3 a batch with one bad event writes nothing, and the error says which", async () => {
			const hf = await world.open();
			const bad = garbage<NewEvent>({
				kind: "message",
				source: "user",
				data: { role: "nobody", content: "x" },
			});
			const error = await refusal(hf.session(ref).append([said("a"), bad, said("b")]), "invalid");
			expect(error.message).toContain("[1]");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE3 a repeat with the same idempotency key returns the first result and writes nothing", async () => {
			const hf = await world.open();
			const first = await hf.session(ref).append([said("a"), said("b")], { idempotencyKey: "k" });
			await hf.session(ref).append(said("between"));
			const again = await hf.session(ref).append([said("a"), said("b")], { idempotencyKey: "k" });
			expect(again).toEqual(first);
			expect((await hf.sessions.get(ref)).head).toBe(3);
		});

		test("SE3 the same key with another body is a conflict, whatever differs", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			const event: NewEvent = {
				...said("a"),
				metadata: { m: 1 },
				stateDelta: { set: { k: 1 } },
				at: "2024-01-01T00:00:00Z",
			};
			await handle.append(event, { idempotencyKey: "k" });
			const others: NewEvent[] = [
				{ ...event, source: "integration" },
				{ ...event, metadata: { m: 2 } },
				{ ...event, stateDelta: { set: { k: 2 } } },
				{ ...event, at: "2024-01-02T00:00:00Z" },
				{ kind: "message", source: "user", data: { role: "user", content: "b" } },
				{ ...note({ role: "user", content: "a" }) },
			];
			for (const other of others) {
				const error = await refusal(handle.append(other, { idempotencyKey: "k" }), "conflict");
				expect(error.retryable).toBe(false);
			}
			await refusal(handle.append([event, event], { idempotencyKey: "k" }), "conflict");
			expect(await handle.append(event, { idempotencyKey: "k" })).toHaveLength(1);
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE3 idempotency keys belong to one session and wait for a failed append to succeed", async () => {
			const hf = await world.open();
			const other = { ...ref, sessionId: "t" };
			await hf.session(ref).append(said("a"), { idempotencyKey: "k" });
			await hf.session(other).append(said("b"), { idempotencyKey: "k" });
			expect(contents(await hf.sessions.getMessages(other))).toEqual(["b"]);
			await refusal(
				hf.session(ref).append(said("c"), { idempotencyKey: "k2", expectedOffset: 9 }),
				"conflict",
			);
			expect(await hf.session(ref).append(said("d"), { idempotencyKey: "k2" })).toMatchObject([
				{ offset: 1 },
			]);
		});

		test("SE3 twenty concurrent repeats of one key write once", async () => {
			const hf = await world.open();
			const repeat = () => hf.session(ref).append(said("once"), { idempotencyKey: "k" });
			const results = await Promise.all(Array.from({ length: 20 }, repeat));
			for (const result of results) expect(result).toEqual(results[0]);
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE3 expectedOffset must equal the head; a conflict says expected and actual and writes nothing", async () => {
			const hf = await world.open();
			await refusal(hf.session(ref).append(said("x"), { expectedOffset: 1 }), "conflict");
			await refusal(hf.sessions.get(ref), "not_found");
			await hf.session(ref).append(said("a"), { expectedOffset: 0 });
			await hf.session(ref).append(said("b"), { expectedOffset: 1 });
			for (const expectedOffset of [0, 1, 3]) {
				const error = await refusal(hf.session(ref).append(said("x"), { expectedOffset }), "conflict");
				expect(error).toMatchObject({ expected: expectedOffset, actual: 2, retryable: false });
			}
			for (const expectedOffset of [-1, 0.5, Number.NaN, "2"]) {
				await refusal(
					hf.session(ref).append(said("x"), { expectedOffset: garbage(expectedOffset) }),
					"invalid",
				);
			}
			expect((await hf.sessions.get(ref)).head).toBe(2);
		});

		test("SE3 of concurrent writers with the same expected offset exactly one wins", async () => {
			const hf = await world.open();
			const write = (i: number) => hf.session(ref).append(said(`${i}`), { expectedOffset: 0 });
			const results = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => write(i)));
			expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test("SE3 concurrent batches lose, duplicate and interleave nothing", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const write = (i: number) =>
				(i % 2 ? a : b).session(ref).append(Array.from({ length: 5 }, (_, j) => note({ i, j })));
			const results = await Promise.all(Array.from({ length: 40 }, (_, i) => write(i)));
			const log = await a.session(ref).events();
			expect(log.map((event) => event.offset)).toEqual(Array.from({ length: 200 }, (_, i) => i));
			for (const result of results) {
				const first = (result[0] as Event).offset;
				expect(result).toEqual(log.slice(first, first + 5));
				expect(result.map((event) => (event.data as { j: number }).j)).toEqual([0, 1, 2, 3, 4]);
			}
			expect(await a.sessions.get(ref)).toMatchObject({ head: 200, eventCount: 200 });
		});

		test("SE3 an empty batch is refused and creates nothing", async () => {
			const hf = await world.open();
			await refusal(hf.session(ref).append([]), "invalid");
			await refusal(hf.sessions.get(ref), "not_found");
		});
	});
}
