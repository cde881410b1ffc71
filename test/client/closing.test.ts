import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { Holdfast } from "../../src/index.ts";
import { refusal } from "../api/refusal.ts";
import { fakeServers, json } from "./fake-server.ts";

const input = { agentId: "a", sessionId: "s", input: "go" };
/** Who waits for the next try waits longer than any test. */
const PATIENT = { retry: { tries: 50, firstDelayMs: 600_000, maxDelayMs: 600_000 } };

const isCancel = ({ url }: { url: string }): boolean => url.endsWith("/cancel");
const cancelled = { code: "cancelled", message: "the run was cancelled", status: "cancelled" };
const sse = (name: string, value: unknown): string => `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;

describe("a client that closes (IF1)", () => {
	const servers = fakeServers();
	/** A run that begins, and its connection. */
	async function begin(hf: Holdfast, streams: ServerResponse[]) {
		const run = hf.agents.stream(input);
		const events = run[Symbol.asyncIterator]();
		expect(await events.next()).toMatchObject({ value: { type: "text-delta" } });
		return { run, events, stream: streams.at(-1) };
	}
	const speak = (response: ServerResponse): void => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(sse("message", { seq: 0, type: "text-delta", delta: "x" }));
	};

	it.each([{}, { cancel: true }])("waits for no server that is gone: %j", async (how) => {
		const streams: ServerResponse[] = [];
		const { url, received } = await servers.start((response) => {
			if (streams.length > 0) return response.destroy() && undefined;
			streams.push(response);
			speak(response);
		});
		const hf = servers.client(url, PATIENT);
		const { run, events, stream } = await begin(hf, streams);
		stream?.destroy();
		await hf.close(how);
		await refusal(run.result, "unavailable");
		expect(await events.next()).toMatchObject({ value: { type: "error", code: "unavailable" } });
		expect(received.length).toBeLessThanOrEqual(3);
	});

	it("leaves what it streams at once, also where the server says nothing; the run goes on", async () => {
		const streams: ServerResponse[] = [];
		const { url, received } = await servers.start((response) => {
			streams.push(response);
			speak(response);
		});
		const hf = servers.client(url);
		const { run, stream } = await begin(hf, streams);
		const left = new Promise<void>((resolve) => stream?.once("close", resolve));
		await hf.close();
		await refusal(run.result, "unavailable");
		await left;
		expect(received.filter(isCancel)).toEqual([]);
	});

	it("with cancel: a run that was cancelled says so, streamed or not", async () => {
		const waiting: ServerResponse[] = [];
		const { url, received } = await servers.start((response, { url: path }) => {
			if (isCancel({ url: path })) {
				json(response, 200, {});
				for (const stream of waiting)
					if (stream.headersSent) stream.end(sse("error", { error: cancelled }));
					else json(stream, 499, { error: cancelled });
				return;
			}
			waiting.push(response);
			if (path.endsWith("/stream")) speak(response);
		});
		const hf = servers.client(url);
		const { run } = await begin(hf, waiting);
		const other = hf.agents.run(input);
		await expect.poll(() => waiting.length).toBe(2);
		await Promise.all([
			hf.close({ cancel: true }),
			refusal(run.result, "cancelled"),
			refusal(other, "cancelled"),
		]);
		expect(received.filter(isCancel).length).toBeGreaterThanOrEqual(1);
	});

	it("with cancel: waits for no server that has fallen silent", async () => {
		const { url, received } = await servers.start(() => {});
		const hf = servers.client(url, { retry: { tries: 1 } });
		const run = hf.agents.run(input);
		const failed = refusal(run, "unavailable");
		await expect.poll(() => received.length).toBe(1);
		const closing = hf.close();
		await hf.close({ cancel: true });
		await closing;
		await failed;
		expect(received.filter(isCancel)).toHaveLength(1);
	});

	it("a write that fails on the way is not sent again", async () => {
		const { url, received } = await servers.start((response) => json(response, 503, {}));
		const hf = servers.client(url, PATIENT);
		const failed = refusal(hf.session(input).append([]).then(), "unavailable");
		await expect.poll(() => received.length).toBe(1);
		await hf.close();
		await failed;
		expect(received).toHaveLength(1);
	});
});

describe("a trigger through a client (AG11)", () => {
	const servers = fakeServers();

	it("its signal cancels it at the server, once it is there", async () => {
		const waiting: ServerResponse[] = [];
		const { url, received } = await servers.start((response, { url: path }, count) => {
			if (!isCancel({ url: path })) return void waiting.push(response);
			// The first look comes before the run.
			if (count === 2) return json(response, 404, { error: { code: "not_found", message: "none" } });
			json(response, 200, {});
			for (const trigger of waiting) json(trigger, 499, { error: cancelled });
		});
		const stop = new AbortController();
		const run = servers
			.client(url)
			.agents.trigger({ agentId: "a", input: { topic: "x" }, signal: stop.signal });
		const failed = refusal(run, "cancelled");
		await expect.poll(() => received.length).toBe(1);
		stop.abort();
		await failed;
		const { runId } = JSON.parse(received[0]?.body ?? "") as { runId: string };
		expect(received.slice(1).map(({ url: path }) => path)).toEqual(
			Array.from({ length: 2 }, () => `/v1/runs/${runId}/cancel`),
		);
	});
});
