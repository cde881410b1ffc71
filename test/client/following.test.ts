import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { readMessages } from "../../src/client/read-messages.ts";
import type { Event } from "../../src/index.ts";
import { gathered } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import { fakeServers, json, type Received } from "./fake-server.ts";

const ref = { agentId: "a", sessionId: "s" };
const servers = fakeServers();
const frame = (offset: number): string => `id: ${offset}\ndata: ${JSON.stringify({ offset })}\n\n`;
const begin = (response: ServerResponse): void => {
	response.writeHead(200, { "content-type": "text/event-stream" });
	response.write("retry: 1000\n\n");
};
const isStream = ({ url }: Received): boolean => url.startsWith("/v1/sessions/events/stream");

async function take(follower: AsyncIterator<Event>, count: number): Promise<number[]> {
	const offsets: number[] = [];
	while (offsets.length < count) offsets.push(((await follower.next()).value as Event).offset);
	return offsets;
}

describe("following through a server (SE5)", () => {
	it("a connection may break anywhere: no event is missing, none comes twice", async () => {
		const total = 60;
		const { url, received } = await servers.start((response, request) => {
			if (!isStream(request)) return json(response, 200, { uid: "u1", head: total });
			begin(response);
			const after = Number(request.headers["last-event-id"]);
			expect(new URL(request.url, "http://x").searchParams.get("after")).toBe(String(after));
			// From one before, as one who does not know better might; cut in the middle of a frame.
			const text = Array.from({ length: total }, (_, i) => frame(i))
				.slice(Math.max(after, 0))
				.join("");
			const cut = 40 + ((received.length * 37) % 90);
			response.write(text.slice(0, cut));
			if (cut < text.length) setImmediate(() => response.destroy());
		});
		const follower = servers.client(url).session(ref).follow();
		expect(await take(follower, total)).toEqual(Array.from({ length: total }, (_, i) => i));
		expect(received.filter(isStream).length).toBeGreaterThan(10);
		await follower.return?.();
		expect(await follower.next()).toEqual({ done: true, value: undefined });
	});

	it("goes on after a server was away for longer than any request is tried", async () => {
		let away = false;
		const { url, received } = await servers.start((response, request) => {
			if (away) return json(response, 503, { error: { code: "unavailable", message: "away" } });
			if (!isStream(request)) return json(response, 200, { uid: "u1", head: 9 });
			begin(response);
			if (request.headers["last-event-id"] !== "-1") return void response.write(frame(1));
			response.end(frame(0));
			away = true;
		});
		const hf = servers.client(url, { retry: { tries: 2, firstDelayMs: 1, maxDelayMs: 2 } });
		const follower = hf.session(ref).follow();
		expect(await take(follower, 1)).toEqual([0]);
		const next = take(follower, 1);
		while (received.length < 12) await new Promise((resolve) => setTimeout(resolve, 1));
		away = false;
		expect(await next).toEqual([1]);
	});

	it("fails at once where there never was a connection, or where it may not follow", async () => {
		const hf = servers.client("http://127.0.0.1:1", { retry: { tries: 2, firstDelayMs: 1 } });
		await refusal(hf.session(ref).follow().next(), "unavailable");
		const { url, received } = await servers.start((response) =>
			json(response, 403, { error: { code: "forbidden", message: "not yours" } }),
		);
		const follower = servers.client(url).session(ref).follow();
		await refusal(follower.next(), "forbidden");
		expect(await follower.next()).toEqual({ done: true, value: undefined });
		expect(received).toHaveLength(1);
	});

	it("an error in the stream ends it where no other try would help, else it is connected again", async () => {
		const { url } = await servers.start((response, request, count) => {
			if (!isStream(request)) return json(response, 200, { uid: "u1", head: 9 });
			begin(response);
			const error = { code: count === 1 ? "unavailable" : "not_found", message: "gone" };
			response.end(`${count === 1 ? frame(0) : ""}event: error\ndata: ${JSON.stringify({ error })}\n\n`);
		});
		const follower = servers.client(url).session(ref).follow();
		expect(await take(follower, 1)).toEqual([0]);
		expect((await refusal(follower.next(), "not_found")).message).toBe("gone");
	});

	it.each([
		["deleted", { status: 404, answer: { error: { code: "not_found", message: "there is no session" } } }],
		["made anew", { status: 200, answer: { uid: "u2", head: 1 } }],
	])(
		"a session that was %s while the connection was away is not taken for the one that was followed",
		async (_, now) => {
			const { url } = await servers.start((response, request) => {
				if (!isStream(request)) return json(response, now.status, now.answer);
				begin(response);
				response.end(frame(0) + frame(1));
			});
			const follower = servers.client(url).session(ref).follow();
			expect(await take(follower, 2)).toEqual([0, 1]);
			await refusal(follower.next(), "not_found");
		},
	);

	it("ends quietly on abort and on close, and lets go of the connection", async () => {
		let open = 0;
		const { url } = await servers.start((response) => {
			open += 1;
			response.once("close", () => {
				open -= 1;
			});
			begin(response);
		});
		const hf = servers.client(url);
		const controller = new AbortController();
		const aborted = gathered(hf.session(ref).follow({ signal: controller.signal }));
		const closed = gathered(hf.session(ref).follow());
		while (open < 2) await new Promise((resolve) => setTimeout(resolve, 1));
		controller.abort();
		expect(await aborted).toEqual([]);
		await hf.close();
		expect(await closed).toEqual([]);
		while (open > 0) await new Promise((resolve) => setTimeout(resolve, 1));
		await refusal(hf.session(ref).follow().next(), "unavailable");
	});

	it("a connection without a sign of life is ended; comments are one", async () => {
		const connection = new AbortController();
		const alive = new ReadableStream<Uint8Array>({
			async start(controller) {
				for (let i = 0; i < 5; i++) {
					controller.enqueue(new TextEncoder().encode(": \n\n"));
					await new Promise((resolve) => setTimeout(resolve, 5));
				}
				controller.enqueue(new TextEncoder().encode(frame(0)));
				// Silence.
				connection.signal.addEventListener("abort", () => controller.error(connection.signal.reason));
			},
		});
		const messages = readMessages(new Response(alive), connection, 200);
		expect(await messages.next()).toMatchObject({ value: { id: "0" } });
		await expect(messages.next()).rejects.toThrow("received nothing for");
	});
});
