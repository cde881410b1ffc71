import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { defineAgent, type Event, memoryStore, type Store } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { latch, waitAt } from "../turn/turn-world.ts";
import { at, closeServers, startTestServer, type TestServer } from "./resources-server.ts";
import { follow, type Received, take } from "./streams-reader.ts";

const one = { agent: "support", session: "s" };
const note = (data: object = {}) => ({ kind: "custom", source: "system", data });
const idsOf = (messages: readonly Received[]): number[] => messages.map(({ id }) => Number(id));
const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);

const append = ({ ask }: TestServer, key: string, events: object | object[], ref = one) =>
	ask("POST", `/v1/sessions/events${at(ref)}`, { body: { events }, key });

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe("event streams", () => {
	closeServers();

	test("SE5 past and future come each once and in order, as reading gives them", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		await append(server, key, [
			note({ i: 0 }),
			{ ...note({ i: 1 }), metadata: { m: 1 }, stateDelta: { set: { a: null } } },
		]);
		const reader = await follow(`${server.url}/v1/sessions/events/stream${at(one)}`, key);
		expect(reader.response.headers.get("content-type")).toContain("text/event-stream");
		const past = await take(reader, 2);
		await append(server, key, note({ i: 2 }));
		const all = [...past, ...(await take(reader, 1))];
		reader.leave();
		const { items } = (await server.ask("GET", `/v1/sessions/events${at(one)}`, { key })).json;
		expect(all).toEqual(
			items.map((event: Event) => ({ id: String(event.offset), event: "message", data: event })),
		);
	});

	test("SE5 Last-Event-ID goes before `after`; what is no id is refused before the stream begins", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		await append(
			server,
			key,
			upTo(5).map(() => note()),
		);
		const path = `/v1/sessions/events/stream${at(one)}`;
		const first = async (query: string, headers: Record<string, string> = {}) => {
			const reader = await follow(`${server.url}${path}${query}`, key, { headers });
			const [message] = await take(reader, 1);
			reader.leave();
			return Number(message?.id);
		};
		expect(await first("")).toBe(0);
		expect(await first("&after=2")).toBe(3);
		expect(await first("&after=0", { "last-event-id": "3" })).toBe(4);
		expect(await first("", { "last-event-id": "-1" })).toBe(0);
		for (const bad of ["x", "1.5", "-2", "1 2", "9".repeat(40), "0x1", "1e3"]) {
			const refused = await server.ask("GET", path, { headers: { "last-event-id": bad }, key });
			expect(refused).toMatchObject({ status: 400, json: { error: { code: "invalid" } } });
		}
		for (const bad of ["x", "-2", "1.5", "", "1&after=2"])
			expect((await server.ask("GET", `${path}&after=${bad}`, { key })).status).toBe(400);
		expect((await server.ask("GET", "/v1/sessions/events/stream?agent=a", { key })).status).toBe(400);
		expect((await server.ask("GET", "/v1/sessions/events/stream?session=no", { key })).status).toBe(404);
	});

	test("SE5 who connects again at any offset during 10,000 appends sees each event once", {
		timeout: 120_000,
	}, async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		const count = 10_000;
		const writing = (async () => {
			for (let i = 0; i < count; i += 50) {
				const burst = Array.from({ length: 10 }, () =>
					append(
						server,
						key,
						upTo(5).map(() => note()),
					),
				);
				await Promise.all(burst);
			}
		})();
		let seed = 7;
		const random = (most: number): number => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % most;
		};
		const followOnce = async (): Promise<number[]> => {
			const seen: number[] = [];
			for (let connections = 0; seen.length < count; connections++) {
				const last = seen.at(-1) ?? -1;
				const byHeader = connections % 2 === 0;
				const reader = await follow(
					`${server.url}/v1/sessions/events/stream${at(one)}${byHeader ? "&after=0" : `&after=${last}`}`,
					key,
					byHeader ? { headers: { "last-event-id": String(last) } } : {},
				);
				seen.push(...idsOf(await take(reader, Math.min(1 + random(400), count - seen.length))));
				reader.leave();
			}
			return seen;
		};
		const followers = await Promise.all([followOnce(), followOnce(), followOnce()]);
		await writing;
		for (const seen of followers) expect(seen).toEqual(upTo(count));
	});

	test("SE5 who reads slowly falls behind and is not held for; it catches up without gap", {
		timeout: 60_000,
	}, async () => {
		let furthest = -1;
		const inner = memoryStore();
		const store: Store = {
			...inner,
			log: {
				...inner.log,
				read(target, query) {
					if (query.limit === 64) furthest = Math.max(furthest, query.after ?? -1);
					return inner.log.read(target, query);
				},
			},
		};
		const server = await startTestServer({ store });
		const key = await server.key("agent");
		const { hostname, port } = new URL(server.url);
		const socket = connect(Number(port), hostname);
		const path = `/v1/sessions/events/stream${at(one)}`;
		socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
		let text = "";
		await new Promise((resolve) => socket.once("readable", resolve));
		const count = 4_000;
		const large = note({ text: "x".repeat(16 * 1024) });
		for (let i = 0; i < count; i += 50)
			await append(
				server,
				key,
				upTo(50).map(() => large),
			);
		// Another one has all of it: the server has had time enough to run ahead.
		const quick = await follow(`${server.url}${path}&after=${count - 2}`, key);
		await take(quick, 1);
		quick.leave();
		const behind = furthest;
		await server.ask("GET", `/v1/sessions/events${at(one)}&last=1`, { key });
		expect(behind).toBeLessThan(count);
		socket.on("data", (chunk) => {
			text += chunk.toString().replaceAll(/x{100,}/g, "");
		});
		await until(() => text.includes(`id: ${count - 1}\n`));
		socket.destroy();
		const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
		expect(ids).toEqual(upTo(count));
	});

	test("SE5 a session that is deleted ends its streams with an error; a server that ends, without", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		await append(server, key, note());
		const url = `${server.url}/v1/sessions/events/stream${at(one)}`;
		const reader = await follow(url, key);
		await take(reader, 1);
		await server.ask("DELETE", `/v1/sessions${at(one)}`, { key });
		const [last, more] = await take(reader, 2);
		expect(last).toMatchObject({ event: "error", data: { error: { code: "not_found" } } });
		expect(more).toBeUndefined();
		const waiting = await follow(url, key);
		const rest = take(waiting, 1);
		await server.server.close();
		expect(await rest).toEqual([]);
	});

	test("SE5 a stream waits for a session that does not exist, stays with it through a re-key, and creates none", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		const reader = await follow(`${server.url}/v1/sessions/events/stream${at(one)}`, key);
		expect((await server.ask("GET", `/v1/sessions${at(one)}`, { key })).status).toBe(404);
		await append(server, key, note());
		expect(idsOf(await take(reader, 1))).toEqual([0]);
		await server.ask("POST", `/v1/sessions/rekey${at(one)}`, { body: { to: { userId: "u" } }, key });
		await append(server, key, note(), { ...one, user: "u" } as typeof one);
		expect(idsOf(await take(reader, 2))).toEqual([1, 2]);
		reader.leave();
	});

	test("SE5 a long poll answers as soon as there is an event that fits, or with nothing at the end of the wait", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		const path = `/v1/sessions/events${at(one)}`;
		const poll = (query: string) => server.ask("GET", `${path}${query}`, { key });
		expect((await poll("&wait=0.05")).json).toEqual({ items: [] });
		const waiting = poll("&after=-1&wait=60&kinds=message");
		await append(server, key, note());
		await append(server, key, { kind: "message", source: "user", data: { role: "user", content: "hi" } });
		expect((await waiting).json.items).toMatchObject([{ offset: 1 }]);
		expect((await poll("&after=0&wait=60")).json.items).toHaveLength(1);
		for (const bad of ["61", "-1", "x", ""]) expect((await poll(`&wait=${bad}`)).status).toBe(400);
		const last = poll("&after=1&wait=60");
		const closed = (async () => {
			// It has read, and waits.
			await poll("&after=1");
			await server.server.close();
		})();
		expect((await last).json).toEqual({ items: [] });
		await closed;
	});
});

describe("run streams", () => {
	closeServers();

	/** An agent that says two words, and waits in between. */
	function slow() {
		const half = latch();
		const on = latch();
		const model = scriptedModel(() => ({
			deltas: ["one ", "two"],
			between: (delta) => {
				if (delta === 1) return on.opened;
			},
		}));
		const stuck = scriptedModel(() => ({ text: "three", before: () => waitAt(half, on) }));
		return {
			half,
			on,
			agents: [defineAgent({ id: "slow", model }), defineAgent({ id: "stuck", model: stuck })],
		};
	}
	const start = { method: "POST", headers: { "content-type": "application/json" } };

	test("AG2 a run is told as it happens, numbered, with its result at the end; who comes later reads on", async () => {
		const { on, agents } = slow();
		const server = await startTestServer({ agents });
		const key = await server.key("agent");
		const body = JSON.stringify({ input: "go", sessionId: "ü" });
		const reader = await follow(`${server.url}/v1/agents/slow/stream`, key, { ...start, body });
		const runId = reader.response.headers.get("holdfast-run-id") ?? "";
		expect(decodeURIComponent(reader.response.headers.get("holdfast-session-id") ?? "")).toBe("ü");
		const [first] = await take(reader, 1);
		expect(first).toEqual({ id: "0", event: "message", data: { seq: 0, type: "text-delta", delta: "one " } });
		reader.leave();
		const later = await follow(`${server.url}/v1/runs/${runId}/stream`, key, {
			headers: { "last-event-id": "0" },
		});
		on.open();
		const rest = await take(later, 9);
		expect(rest.map(({ id, event, data }) => [id, event, data.type])).toEqual([
			["1", "message", "text-delta"],
			["2", "message", "step"],
			["3", "message", "finish"],
			[undefined, "result", undefined],
		]);
		const result = rest.at(-1)?.data;
		expect(result).toMatchObject({ runId, sessionId: "ü", status: "completed", output: "one two" });
		const again = await follow(`${server.url}/v1/runs/${runId}/stream?after=2`, key);
		expect((await take(again, 9)).map(({ event }) => event)).toEqual(["message", "result"]);
		const whole = await follow(`${server.url}/v1/agents/slow/stream`, key, {
			...start,
			body: JSON.stringify({ input: "go", sessionId: "t" }),
		});
		const told = (await take(whole, 9)).at(-1)?.data;
		const run = await follow(`${server.url}/v1/runs/${told.runId}/stream`, key);
		expect((await take(run, 9)).at(-1)?.data).toEqual(told);
	});

	test("AG2 a run goes on when who reads it leaves, unless it says otherwise", async () => {
		const { on, half, agents } = slow();
		const server = await startTestServer({ agents });
		const key = await server.key("agent");
		const statusOf = async (id: string) => (await server.ask("GET", `/v1/runs/${id}`, { key })).json.status;
		const streamed = async (onLeave?: string) => {
			const body = JSON.stringify({ input: "go", onLeave });
			const reader = await follow(`${server.url}/v1/agents/slow/stream`, key, { ...start, body });
			await take(reader, 1);
			reader.leave();
			return reader.response.headers.get("holdfast-run-id") ?? "";
		};
		const cancelled = await streamed("cancel");
		await until(async () => (await statusOf(cancelled)) === "cancelled");
		const kept = await streamed();
		const left = new AbortController();
		const body = JSON.stringify({ input: "go", sessionId: "run", onLeave: "cancel" });
		const headers = { ...start.headers, authorization: `Bearer ${key}` };
		const running = fetch(`${server.url}/v1/agents/stuck/run`, {
			method: "POST",
			headers,
			body,
			signal: left.signal,
		});
		await half.opened;
		const listed = async () =>
			(await server.ask("GET", "/v1/runs?session=run&agent=stuck", { key })).json.items;
		await until(async () => (await listed())[0]?.status === "running");
		left.abort();
		await expect(running).rejects.toThrow();
		await until(async () => (await listed())[0]?.status === "cancelled");
		on.open();
		await until(async () => (await statusOf(kept)) === "completed");
	});

	test("AG2 a run that fails says so at the end of its stream; one that is not there is not found", async () => {
		const server = await startTestServer();
		const key = await server.key("agent");
		const body = JSON.stringify({ input: "go", sessionId: "s" });
		const reader = await follow(`${server.url}/v1/agents/broken/stream`, key, { ...start, body });
		const messages = await take(reader, 9);
		expect(messages.at(-1)).toMatchObject({
			event: "error",
			data: { error: { code: "model_failed", status: "failed" } },
		});
		const later = await follow(
			`${server.url}/v1/runs/${reader.response.headers.get("holdfast-run-id")}/stream`,
			key,
		);
		expect((await take(later, 9)).at(-1)).toMatchObject({
			event: "error",
			data: { error: { code: "model_failed" } },
		});
		const none = await server.ask("GET", "/v1/runs/no-such-run/stream", { key });
		expect(none.status).toBeGreaterThanOrEqual(400);
		expect((await server.ask("GET", "/v1/runs/x/stream?after=x", { key })).status).toBe(400);
	});
});
