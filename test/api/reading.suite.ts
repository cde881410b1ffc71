import { describe, expect, test } from "vitest";
import type { Event, NewEvent, ReadOptions } from "../../src/index.ts";
import { contents, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const offsets = (events: readonly Event[]): number[] => events.map((event) => event.offset);

const CONVERSATION: NewEvent[] = [
	{
		kind: "message",
		source: "user",
		data: { role: "user", content: "where is it?", displayName: "Ann" },
		metadata: { m: 1 },
	},
	{
		kind: "tool_call",
		source: "agent",
		data: { toolCallId: "c1", name: "look_up", input: { id: 7 }, step: 0 },
	},
	{
		kind: "tool_result",
		source: "tool",
		data: { toolCallId: "c1", name: "look_up", output: { at: "Kiel" } },
	},
	{ kind: "reply", source: "agent", data: { content: "Looking." } },
	{ kind: "custom", source: "integration", data: { type: "noise" } },
	{
		kind: "message",
		source: "agent",
		data: { role: "assistant", content: [{ type: "text", text: "In Kiel." }] },
	},
	{ kind: "tool_result", source: "tool", data: { toolCallId: "c2", name: "say", output: "plain" } },
];

export function describeReading(backend: Backend): void {
	describe("reading", () => {
		const world = freshWorld(backend);

		test("SE4 after and before are exclusive, last takes the newest, all come oldest first", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			await handle.append(Array.from({ length: 10 }, (_, i) => note({ i })));
			const cases: [ReadOptions, number[]][] = [
				[{ after: -1, limit: 3 }, [0, 1, 2]],
				[{ after: 6 }, [7, 8, 9]],
				[{ before: 3 }, [0, 1, 2]],
				[{ after: 2, before: 6 }, [3, 4, 5]],
				[{ after: 2, before: 3 }, []],
				[{ after: 5, before: 2 }, []],
				[{ last: 3 }, [7, 8, 9]],
				[{ last: 2, before: 5 }, [3, 4]],
				[{ last: 5, after: 7 }, [8, 9]],
				[{ last: 0 }, []],
				[{ limit: 0 }, []],
				[{ after: 9 }, []],
				[{ after: 1_000_000 }, []],
				[{ before: 0 }, []],
				[{ before: 1_000_000, last: 1 }, [9]],
			];
			for (const [options, expected] of cases) {
				expect(offsets(await handle.events(options)), JSON.stringify(options)).toEqual(expected);
			}
		});

		test("SE4 kinds and sources filter before the limit counts", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			for (let i = 0; i < 5; i++) await handle.append([note({ i }), said(`${i}`)]);
			expect(offsets(await handle.events({ kinds: ["message"], limit: 2 }))).toEqual([1, 3]);
			expect(offsets(await handle.events({ kinds: ["message"], last: 2 }))).toEqual([7, 9]);
			expect(offsets(await handle.events({ sources: ["integration"], after: 3 }))).toEqual([4, 6, 8]);
			expect(await handle.events({ kinds: ["message", "custom"] })).toHaveLength(10);
			expect(await handle.events({ kinds: ["message"], sources: ["integration"] })).toEqual([]);
			expect(await handle.events({ kinds: [] })).toEqual([]);
			expect(await handle.events({ runId: "none" })).toEqual([]);
		});

		test("SE4 reading on with after walks the log once", async () => {
			const hf = await world.open();
			await hf.session(ref).append(Array.from({ length: 23 }, (_, i) => note({ i })));
			const seen: number[] = [];
			for (let after = -1; ; ) {
				const page = await hf.session(ref).events({ after, limit: 5 });
				seen.push(...offsets(page));
				if (page.length < 5) break;
				after = page.at(-1)?.offset ?? Number.NaN;
			}
			expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => i));
		});

		test.each([
			{ last: 1, limit: 1 },
			{ after: -2 },
			{ before: -2 },
			{ after: 0.5 },
			{ limit: -1 },
			{ last: Number.NaN },
			{ kinds: ["x"] },
			{ kinds: "message" },
			{ sources: ["x"] },
			{ runId: "" },
			{ limit: "3" },
		])("SE4 reading options %j are refused", async (options) => {
			const hf = await world.open();
			await refusal(hf.session(ref).events(garbage(options)), "invalid");
		});

		test("SE4 messages keep role, content, tool calls and ids, name, time, offset and metadata", async () => {
			const hf = await world.open();
			const stored = await hf.session(ref).append(CONVERSATION);
			const at = (i: number) => ({ at: stored[i]?.at, offset: i });
			expect(await hf.sessions.getMessages(ref)).toEqual([
				{ role: "user", content: "where is it?", displayName: "Ann", metadata: { m: 1 }, ...at(0) },
				{
					role: "assistant",
					content: "",
					toolCalls: [{ id: "c1", name: "look_up", input: { id: 7 } }],
					...at(1),
				},
				{ role: "tool", content: '{"at":"Kiel"}', toolCallId: "c1", ...at(2) },
				{ role: "assistant", content: "Looking.", ...at(3) },
				{ role: "assistant", content: [{ type: "text", text: "In Kiel." }], ...at(5) },
				{ role: "tool", content: "plain", toolCallId: "c2", ...at(6) },
			]);
			expect(await hf.session(ref).history.last(2)).toEqual((await hf.sessions.getMessages(ref)).slice(-2));
			expect(offsetsOf(await hf.sessions.getMessages(ref, { after: 0, limit: 2 }))).toEqual([1, 2]);
			expect(offsetsOf(await hf.sessions.getMessages(ref, { before: 5, last: 1 }))).toEqual([3]);
		});

		test("SE4 history.append writes one message, by the source of its role", async () => {
			const hf = await world.open();
			const { history } = hf.session(ref);
			const event = await history.append({ role: "user", content: "hi", metadata: { a: 1 } });
			expect(event).toMatchObject({
				offset: 0,
				kind: "message",
				source: "user",
				data: { role: "user", content: "hi" },
			});
			expect(event.metadata).toEqual({ a: 1 });
			await history.append({ role: "assistant", content: [{ type: "text", text: "hello" }] });
			await history.append({ role: "system", content: "be kind" });
			await history.append({ role: "tool", content: "42" });
			const sources = (await hf.session(ref).events()).map((stored) => stored.source);
			expect(sources).toEqual(["user", "agent", "system", "tool"]);
			expect(contents(await history.last(2))).toEqual(["be kind", "42"]);
			expect(await history.last(0)).toEqual([]);
			for (const role of ["nobody", "__proto__", "constructor", undefined, 1]) {
				await refusal(history.append({ role: garbage(role), content: "x" }), "invalid");
			}
			for (const content of [undefined, null, 1, {}, [{ text: "no type" }], ["text"]]) {
				await refusal(history.append({ role: "user", content: garbage(content) }), "invalid");
			}
			expect((await hf.sessions.get(ref)).head).toBe(4);
		});

		test("SE1 reads of a session that does not exist give nothing and create nothing", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			expect(await handle.events()).toEqual([]);
			expect(await handle.events({ last: 5 })).toEqual([]);
			expect(await handle.history.last(5)).toEqual([]);
			expect(await handle.state.get()).toEqual({});
			expect(await handle.state.asOf(0)).toEqual({});
			expect(await handle.rewind(0).events()).toEqual([]);
			expect(await handle.rewind(0).messages()).toEqual([]);
			expect(await handle.rewind(0).state()).toEqual({});
			expect(await hf.sessions.getMessages(ref)).toEqual([]);
			await refusal(hf.sessions.get(ref), "not_found");
			expect((await hf.sessions.list()).items).toEqual([]);
		});
	});
}

const offsetsOf = (messages: readonly { offset: number }[]): number[] => messages.map(({ offset }) => offset);
