import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { defineAgent, type Event, type Holdfast, memoryStore } from "../../src/index.ts";
import { type HoldfastServer, serve } from "../../src/server/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered, note } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import { type BreakingProxy, breakingProxy } from "./breaking-proxy.ts";

const ref = { agentId: "a", sessionId: "s" };
const words = Array.from({ length: 40 }, (_, i) => `word${i} `);

/** Numbers that look random, and are the same each time. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state;
	};
}

describe("a network that breaks (IF1)", () => {
	let server: HoldfastServer;
	let proxy: BreakingProxy;
	let hf: Holdfast;
	let asked: number;

	beforeEach(async () => {
		asked = 0;
		const before = (): void => {
			asked += 1;
		};
		const step = { deltas: words, before };
		const model = scriptedModel(Array.from({ length: 60 }, () => step));
		server = await serve({
			port: 0,
			store: memoryStore(),
			drainMs: 100,
			agents: [defineAgent({ id: "a", model })],
		});
		proxy = await breakingProxy(server.url);
		hf = createClient({ url: proxy.url, retry: { tries: 50, firstDelayMs: 1, maxDelayMs: 4 } });
	});
	afterEach(async () => {
		proxy.limit = undefined;
		await hf.close();
		await proxy.close();
		await server.close();
	});

	it("SE3: every append is there once, in the order of asking", async () => {
		const next = numbers(1);
		// Some are cut before the first byte of an answer.
		proxy.limit = () => (next() % 3 === 0 ? 1_500 : next() % 700);
		const session = hf.session(ref);
		const stored = await Promise.all(Array.from({ length: 60 }, (_, i) => session.append(note({ i }))));
		expect(stored.flat().map(({ data }) => (data as { i: number }).i)).toEqual([...stored.keys()]);
		proxy.limit = undefined;
		const log = await session.events();
		expect(log.map(({ data }) => (data as { i: number }).i)).toEqual([...stored.keys()]);
		expect(proxy.cuts).toBeGreaterThan(5);
	});

	it("SE5: a follower misses nothing and gets nothing twice", async () => {
		const writer = createClient({ url: server.url });
		const next = numbers(2);
		proxy.limit = () => 300 + (next() % 900);
		const offsets: number[] = [];
		const following = (async () => {
			for await (const { offset } of hf.session(ref).follow()) {
				offsets.push(offset);
				if (offset === 149) break;
			}
		})();
		for (let i = 0; i < 50; i++) await writer.session(ref).append([note({ i }), note({ i }), note({ i })]);
		await following;
		expect(offsets).toEqual(Array.from({ length: 150 }, (_, i) => i));
		expect(proxy.cuts).toBeGreaterThan(5);
		await writer.close();
	});

	it("AG2: a stream is taken up where it broke, and the agent is asked once", async () => {
		const next = numbers(3);
		// Some last long enough for the result, which comes in one piece.
		proxy.limit = () => 200 + (next() % 6_000);
		for (let i = 1; i <= 8; i++) {
			const stream = hf.agents.stream({ agentId: "a", input: `${i}`, ...(i % 2 && { sessionId: "s" }) });
			const events = await gathered(stream);
			expect(events.map(({ seq }) => seq)).toEqual([...events.keys()]);
			const said = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : []));
			expect(said).toEqual(words);
			expect(await stream.result).toMatchObject({
				runId: stream.runId,
				sessionId: stream.sessionId,
				status: "completed",
				output: words.join(""),
			});
			expect(asked).toBe(i);
		}
		expect(proxy.cuts).toBeGreaterThan(8);
	});

	it("AG1: a run is asked for again without being run again, with and without a session", async () => {
		const next = numbers(4);
		proxy.limit = () => (next() % 3 === 0 ? 9_000 : next() % 400);
		for (let i = 1; i <= 8; i++) {
			const { output, events } = await hf.agents.run({
				agentId: "a",
				input: `${i}`,
				...(i % 2 && { sessionId: "s" }),
			});
			expect(output).toBe(words.join(""));
			expect(events.filter(({ kind }: Event) => kind === "message")).toHaveLength(2);
			expect(asked).toBe(i);
		}
		proxy.limit = undefined;
		expect((await hf.runs.list()).items).toHaveLength(8);
		expect(proxy.cuts).toBeGreaterThan(3);
	});

	it("IF1: other writes are done once: what is created is not refused as already there", async () => {
		const next = numbers(5);
		proxy.limit = () => (next() % 3 === 0 ? 1_000 : next() % 300);
		for (let i = 0; i < 20; i++) {
			expect(await hf.sessions.create({ agentId: "a", sessionId: `${i}` })).toMatchObject({
				sessionId: `${i}`,
			});
		}
		proxy.limit = undefined;
		expect((await hf.sessions.list()).items).toHaveLength(20);
		await refusal(hf.sessions.create({ agentId: "a", sessionId: "0" }), "already_exists");
	});
});
