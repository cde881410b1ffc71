import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { defineAgent, memoryStore, type Store } from "../../src/index.ts";
import { serve } from "../../src/server/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { ADMIN, ask, served } from "./ask.ts";

const headers = { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" };

/** An agent that answers when it is let go, or is cancelled. */
function waiting() {
	let letGo: (() => void) | undefined;
	let begun: (() => void) | undefined;
	const gate = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	const running = new Promise<void>((resolve) => {
		begun = resolve;
	});
	const model = scriptedModel(async () => {
		begun?.();
		await gate;
		return "done";
	});
	return { agents: [defineAgent({ id: "slow", model })], running, letGo: () => letGo?.() };
}

describe("IF2: closing", () => {
	it("lets requests come to their end, and takes no new ones", async () => {
		const { agents, running, letGo } = waiting();
		const server = await served({ agents, drainMs: 30_000 });
		const body = JSON.stringify({ input: "Hi", sessionId: "s" });
		const run = fetch(`${server.url}/v1/agents/slow/run`, { method: "POST", headers, body });
		await running;
		const closed = server.close();
		await expect.poll(() => ask(server, "/health").catch(() => "refused")).toBe("refused");
		letGo();
		const answer = await run;
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({ output: "done" });
		await closed;
		await server.close();
	});

	it("ends followers and long polls at once: they go on elsewhere", async () => {
		const server = await served({ drainMs: 60_000 });
		const stream = await fetch(`${server.url}/v1/sessions/events/stream?agent=a&session=s`, { headers });
		const poll = ask(server, "/v1/sessions/events?agent=a&session=s&wait=60", { key: ADMIN });
		const text = stream.text();
		await expect
			.poll(async () => (await ask(server, "/metrics", { key: ADMIN })).body)
			.toMatch(/holdfast_http_requests_open 3/);
		await server.close();
		expect(await text).not.toContain("data:");
		expect((await poll).body).toEqual({ items: [] });
	});

	it("refuses what comes on connections that are open already: no follower begins while it drains", async () => {
		const { agents, running, letGo } = waiting();
		const server = await served({ agents, drainMs: 30_000 });
		const body = JSON.stringify({ input: "Hi", sessionId: "s" });
		const run = fetch(`${server.url}/v1/agents/slow/run`, { method: "POST", headers, body });
		await running;
		const socket = connect(server.port, "127.0.0.1");
		onTestFinished(() => void socket.destroy());
		let heard = "";
		socket.setEncoding("utf8").on("data", (text) => {
			heard += text;
		});
		const follow = `GET /v1/sessions/events/stream?agent=a&session=s HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN}\r\n`;
		// When the first is answered the head of the second is there, but for its end.
		socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n\r\n${follow}`);
		await expect.poll(() => heard).toMatch(/^HTTP\/1.1 200 /);
		heard = "";
		const closed = server.close();
		socket.write("\r\n");
		await expect.poll(() => heard).toMatch(/HTTP\/1.1 503 .*connection: close.*"code":"unavailable"/is);
		letGo();
		expect((await run).status).toBe(200);
		await closed;
	});

	it("cancels runs that do not end in time, and they are on record", async () => {
		const store: Store = memoryStore();
		const { agents, running } = waiting();
		const server = await served({ store, agents, drainMs: 50 });
		const body = JSON.stringify({ input: "Hi", sessionId: "s" });
		const run = fetch(`${server.url}/v1/agents/slow/run`, { method: "POST", headers, body });
		const settled = run.then((answer) => answer.json());
		await running;
		// Somebody else holds the store open.
		await using other = await served({ store });
		await server.close();
		expect(await settled).toMatchObject({ error: { code: "cancelled" } });
		const runs = await ask(other, "/v1/runs", { key: ADMIN });
		expect(runs.body.items).toMatchObject([{ status: "cancelled" }]);
	});

	it("a port that is taken is said, and nothing is left open", async () => {
		await using first = await served();
		const taken = served({ port: first.port });
		await expect(taken).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("listen"),
		});
	});

	it("what cannot be served is refused before anything is opened", async () => {
		await expect(serve({ port: 70_000 })).rejects.toMatchObject({ code: "invalid" });
		await expect(serve({ port: 0, agents: [{} as never] })).rejects.toMatchObject({ code: "invalid" });
	});
});
