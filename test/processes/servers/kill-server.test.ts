import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { type Event, type Holdfast, HoldfastError } from "../../../src/index.ts";
import { onEachStore } from "../on-each-store.ts";
import { startServer } from "./start-server.ts";

const ref = { agentId: "quick", sessionId: "s" };
const said = (n: number) =>
	({ kind: "message", source: "user", data: { role: "user", content: `m${n}` } }) as const;

function closing(hf: Holdfast): Holdfast {
	// Some of their servers are gone: what still waits for them is given up.
	onTestFinished(() => hf.close({ cancel: true }));
	return hf;
}

/** The client tries again by itself for a while; a server may be away for longer. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "unavailable") throw error;
		}
	}
}

/** A port that is free now, to be listened on again after a restart. */
async function freePort(): Promise<number> {
	const probe = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => probe.once("listening", resolve));
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	return port;
}

onEachStore(
	"SE3 SE5 kill -9 of a server while clients append and follow: after its restart nothing acknowledged is lost or doubled",
	async (newPlace) => {
		const place = await newPlace();
		const port = await freePort();
		let server = await startServer(place, { port });
		const writer = closing(await server.open());
		const follower = closing(await server.open());
		const seen: Event[] = [];
		const acknowledged: Event[] = [];
		const total = 300;
		const following = (async () => {
			for await (const event of follower.session(ref).follow()) {
				seen.push(event);
				if (seen.length === total) break;
			}
		})();
		const writing = (async () => {
			for (let n = 0; n < total; n++) {
				const [event] = await insist(() => writer.session(ref).append(said(n), { idempotencyKey: `m${n}` }));
				if (event) acknowledged.push(event);
			}
		})();
		for (const until of [60, 140, 220]) {
			while (acknowledged.length < until) await new Promise((resolve) => setTimeout(resolve, 1));
			await server.kill();
			server = await startServer(place, { port });
		}
		await writing;
		await following;
		const stored = await writer.session(ref).events();
		expect(stored.map(({ data }) => data.content)).toEqual(Array.from({ length: total }, (_, n) => `m${n}`));
		expect(stored).toEqual(acknowledged);
		expect(seen).toEqual(stored);
	},
);

onEachStore(
	"AG7 kill -9 of a server in the middle of a run: another server closes the run, and its stream ends there",
	async (newPlace) => {
		const place = await newPlace();
		const dying = await startServer(place);
		const other = await startServer(place);
		const hf = closing(await other.open());
		const session = { agentId: "slow", sessionId: "s" };
		const caller = closing(await dying.open());
		const { runId } = caller.agents.stream({ ...session, input: "go" });
		await dying.waits(0);
		dying.allow(2);
		await dying.waits(2);
		const reader = hf.runs.stream(runId);
		expect((await reader.next()).value).toMatchObject({ seq: 0, delta: "word0 " });
		await dying.kill();
		let last: unknown;
		for await (const event of reader) last = event;
		expect(last).toMatchObject({ type: "error", code: "unavailable" });
		expect(await hf.runs.get(runId)).toMatchObject({ status: "failed" });
		expect(await hf.sessions.getMessages(session)).toMatchObject([{ role: "user", content: "go" }]);
		other.allow(6);
		expect(await hf.agents.run({ ...session, input: "again" })).toMatchObject({ status: "completed" });
	},
);

interface Hook {
	url: string;
	received: { id: string; event: Event }[];
	until(count: number): Promise<void>;
}

async function startHook(): Promise<Hook> {
	const received: Hook["received"] = [];
	let wake = (): void => {};
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		received.push({ id: String(request.headers["webhook-id"]), event: JSON.parse(body) });
		wake();
		response.end();
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/hook`,
		received,
		async until(count) {
			while (new Set(received.map(({ event }) => event.offset)).size < count)
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
		},
	};
}

/** Others go on with the deliveries of the dead after this time, in place of half a minute. */
const CLAIM_MS = 3_000;

onEachStore(
	"IF3 kill -9 of a server while it delivers: every event arrives, in order, at least once, under the same id",
	async (newPlace) => {
		const place = await newPlace();
		const port = await freePort();
		let server = await startServer(place, { port, claimMs: CLAIM_MS });
		const hf = closing(await server.open());
		const hook = await startHook();
		const session = hf.session(ref);
		await session.subscribe({ url: hook.url });
		const total = 120;
		const writing = (async () => {
			for (let n = 0; n < total; n++)
				await insist(() => session.append(said(n), { idempotencyKey: `m${n}` }));
		})();
		for (const until of [40]) {
			await hook.until(until);
			await server.kill();
			server = await startServer(place, { port, claimMs: CLAIM_MS });
		}
		await writing;
		await hook.until(total);
		const events = await session.events();
		const firsts: Event[] = [];
		const ids = new Map<number, string>();
		for (const { id, event } of hook.received) {
			if (!ids.has(event.offset)) firsts.push(event);
			expect(ids.get(event.offset) ?? id).toBe(id);
			ids.set(event.offset, id);
		}
		expect(firsts).toEqual(events);
		expect(new Set(ids.values()).size).toBe(total);
		// A repeat is only ever of the newest one: the order never goes back further than that.
		let newest = -1;
		for (const { event } of hook.received) {
			expect(event.offset).toBeGreaterThanOrEqual(newest);
			newest = Math.max(newest, event.offset);
		}
	},
);
