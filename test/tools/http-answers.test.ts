import { once } from "node:events";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answerOf, call, failure, recorder } from "./call-http-tool.ts";
import { startServer, stopServer } from "./start-server.ts";

describe("AG4 an HTTP tool: what the model gets", () => {
	const answer =
		(status: number, type: string | undefined, body: string | Buffer): RequestListener =>
		(_, response) => {
			response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body);
		};

	test.each<[string | undefined, string | Buffer, unknown]>([
		["application/json; charset=utf-8", '{"a":[1,null]}', { a: [1, null] }],
		["application/problem+json", '"x"', "x"],
		["application/json", "no json", "no json"],
		["text/plain", '{"a":1}', '{"a":1}'],
		["text/html; charset=iso-8859-1", Buffer.from([0xe4]), "ä"],
		["application/xml", "<a/>", "<a/>"],
		[undefined, "plain", "plain"],
	])("2xx with %s: the JSON or the text", async (type, body, expected) => {
		expect(await answerOf(answer(200, type, body))).toEqual(expected);
	});

	test("2xx without a body: the status", async () => {
		expect(await answerOf(answer(204, undefined, ""))).toEqual({ status: 204 });
	});

	test("other statuses are errors with the status and the first 500 characters", async () => {
		const { message } = await failure(
			answerOf(answer(404, "text/plain", `no such order ${"x".repeat(9_000)}`)),
		);
		expect(message).toMatch(/^127\.0\.0\.1:\d+ answered 404: no such order x+$/);
		expect(message.slice(message.indexOf("no such"))).toHaveLength(500);
		expect((await failure(answerOf(answer(503, undefined, "")))).message).toMatch(/answered 503$/);
		expect((await failure(answerOf(answer(400, "image/png", "x")))).message).toMatch(
			/answered 400 \(image\/png\)$/,
		);
	});

	test.each([301, 302, 303, 307, 308])(
		"a redirect (%i) is not followed, and only its host is told",
		async (status) => {
			const other = await recorder();
			const redirect: RequestListener = (_, response) => {
				response.writeHead(status, { location: `${other.url}/private?key=hidden` }).end();
			};
			const { message } = await failure(answerOf(redirect));
			expect(message).toContain(
				`answered ${status}, a redirect to ${new URL(other.url).host} which is not followed`,
			);
			expect(message).not.toMatch(/private|hidden/);
			expect(other.seen).toEqual([]);
		},
	);

	test.each(["image/png", "application/octet-stream", "text/event-stream"])(
		"%s is refused by name",
		async (type) => {
			const { message } = await failure(answerOf(answer(200, type, "x")));
			expect(message).toMatch(new RegExp(`answered with ${type}, which is not text`));
		},
	);

	test("bytes that are no text are refused", async () => {
		const { message } = await failure(answerOf(answer(200, undefined, Buffer.from([0xff, 0xfe, 0x00]))));
		expect(message).toMatch(/is not valid utf-8 text/);
	});

	test("an answer is read up to maxBytes and cut off there, however long it goes on", async () => {
		const limit = { maxBytes: 1_000 };
		expect(await answerOf(answer(200, "text/plain", "x".repeat(1_000)), limit)).toHaveLength(1_000);
		const cut = Promise.withResolvers<void>();
		const endless: RequestListener = (_, response) => {
			response.writeHead(200, { "content-type": "text/plain" });
			const more = (): void => {
				while (response.write("x".repeat(65_536)));
			};
			response.on("drain", more).on("close", cut.resolve);
			more();
		};
		const { message } = await failure(answerOf(endless, limit));
		expect(message).toMatch(/is larger than 1000 bytes/);
		await cut.promise;
	});

	test("the limit counts what is unpacked", async () => {
		const bomb: RequestListener = (_, response) => {
			response
				.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
				.end(gzipSync("x".repeat(1_000_000)));
		};
		expect((await failure(answerOf(bomb))).message).toMatch(/is larger than 262144 bytes/);
	});

	test("a server that is not there, or hangs up, is an error that names host and reason", async () => {
		const { url, server } = await startServer(() => undefined);
		await stopServer(server);
		expect((await failure(call({ url }, {}))).message).toBe(
			`${new URL(url).host} could not be reached: ECONNREFUSED`,
		);
		const hangUp: RequestListener = (request) => request.socket.destroy();
		expect((await failure(answerOf(hangUp))).message).toMatch(/could not be reached: /);
	});

	test("a body that breaks off is an error that names the host", async () => {
		const breakOff: RequestListener = (_, response) => {
			response.writeHead(200, { "content-type": "text/plain", "content-length": "100" }).write("half", () => {
				response.destroy();
			});
		};
		expect((await failure(answerOf(breakOff))).message).toMatch(/^127\.0\.0\.1:\d+ could not be reached: /);
	});
});

describe("AG4 an HTTP tool: abort", () => {
	const reason = new Error("the run was cancelled");

	test("while waiting for the answer: fails with the reason and lets go of the connection", async () => {
		const arrived = Promise.withResolvers<void>();
		const left = Promise.withResolvers<void>();
		const { url } = await startServer((_, response) => {
			response.on("close", left.resolve);
			arrived.resolve();
		});
		const controller = new AbortController();
		const running = failure(call({ url }, {}, controller.signal));
		await arrived.promise;
		controller.abort(reason);
		expect(await running).toBe(reason);
		await left.promise;
	});

	test("while reading the answer", async () => {
		const begun = Promise.withResolvers<void>();
		const { url, server } = await startServer((_, response) => {
			response.writeHead(200, { "content-type": "text/plain" }).write("begin", () => begun.resolve());
		});
		const closed = once(server, "connection").then(
			([socket]) => new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve)),
		);
		const controller = new AbortController();
		const running = failure(call({ url }, {}, controller.signal));
		await begun.promise;
		controller.abort(reason);
		expect(await running).toBe(reason);
		await closed;
	});
});
