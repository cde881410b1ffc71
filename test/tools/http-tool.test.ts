import { once } from "node:events";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type HttpToolSpec, httpTool } from "../../src/agent/tools/index.ts";
import { readBody, startServer, stopServer } from "./start-server.ts";
import { toolContext } from "./tool-context.ts";

afterEach(() => vi.unstubAllEnvs());

interface Seen {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A server that keeps what it was asked and answers 200 `{"ok":true}`. */
async function recorder(): Promise<{ url: string; seen: Seen[] }> {
	const seen: Seen[] = [];
	const { url } = await startServer(async (request, response) => {
		const { method = "", url: path = "", headers } = request;
		seen.push({ method, path, headers, body: await readBody(request) });
		response.setHeader("content-type", "application/json").end('{"ok":true}');
	});
	return { url, seen };
}

/** Checks and executes, as a run does. */
async function call(
	spec: Omit<HttpToolSpec, "name">,
	input: unknown,
	signal?: AbortSignal,
): Promise<unknown> {
	const tool = httpTool({ name: "t", ...spec });
	return tool.execute(tool.check(input), toolContext(signal));
}

/** Calls a server that answers like this. */
async function answerOf(listener: RequestListener, spec: Partial<HttpToolSpec> = {}): Promise<unknown> {
	const { url } = await startServer(listener);
	return call({ url: `${url}/x`, ...spec }, {});
}

const failure = async (promise: Promise<unknown>): Promise<Error> => {
	try {
		await promise;
	} catch (error) {
		if (error instanceof Error) return error;
	}
	return expect.unreachable("should have failed");
};

describe("AG4 an HTTP tool: what is sent", () => {
	test("GET: inputs of the path are in the path, all others in the query, lists one by one", async () => {
		const { url, seen } = await recorder();
		const spec = {
			url: `${url}/orders/{id}?fixed=1`,
			input: { id: "string", count: "number?", flag: "boolean", tags: "string[]" },
		};
		expect(await call(spec, { id: "a b/c?d", flag: true, tags: ["x&y", "z"] })).toEqual({ ok: true });
		expect(seen).toHaveLength(1);
		expect(seen[0]).toMatchObject({
			method: "GET",
			path: "/orders/a%20b%2Fc%3Fd?fixed=1&flag=true&tags=x%26y&tags=z",
			body: "",
		});
		expect(seen[0]?.headers["content-type"]).toBeUndefined();
	});

	test.each(["POST", "PUT", "PATCH"] as const)(
		"%s: what is nowhere else goes into a JSON body",
		async (method) => {
			const { url, seen } = await recorder();
			const input = { id: "integer", dry: "boolean?", note: "string?", amount: "number" };
			await call({ method, url: `${url}/o/{id}`, input, query: ["dry"] }, { id: 7, dry: true, amount: 1.5 });
			expect(seen[0]).toMatchObject({ method, path: "/o/7?dry=true", body: '{"amount":1.5}' });
			expect(seen[0]?.headers["content-type"]).toBe("application/json");
		},
	);

	test("DELETE: the query, unless the body is asked for; no input, no body", async () => {
		const { url, seen } = await recorder();
		const input = { why: "string", force: "boolean" };
		await call({ method: "DELETE", url, input, body: ["why"] }, { why: "old", force: false });
		await call({ method: "POST", url }, {});
		expect(seen[0]).toMatchObject({ method: "DELETE", path: "/?force=false", body: '{"why":"old"}' });
		expect(seen[1]).toMatchObject({ method: "POST", path: "/", body: "" });
	});

	test("parameters in the query of the address are encoded too", async () => {
		const { url, seen } = await recorder();
		await call({ url: `${url}/s?q={q}&n=1` }, { q: "a&n=2#.." });
		expect(seen[0]?.path).toBe("/s?q=a%26n%3D2%23..&n=1");
	});

	test("defaults of a JSON Schema are filled in", async () => {
		const { url, seen } = await recorder();
		const input = { type: "object", properties: { n: { type: "integer", default: 3 } } };
		await call({ url, input }, {});
		expect(seen[0]?.path).toBe("/?n=3");
	});

	test("whatever the value, the request stays at its host, its segment and its query", async () => {
		const { url, seen } = await recorder();
		const tool = httpTool({ name: "t", url: `${url}/a/{x}/b/pre{y}?z=1` });
		const nasty = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.string({ unit: fc.constantFrom(".", "/", "\\", "%2e", "%2F", "?", "#", "@", ":", "\t", "\n", "a") }),
		);
		const property = fc.asyncProperty(nasty, nasty, async (x, y) => {
			let input: unknown;
			try {
				input = tool.check({ x, y });
			} catch (error) {
				expect(error).toMatchObject({ code: "invalid", message: expect.stringMatching(/^input\.[xy]: /) });
				return;
			}
			await tool.execute(input, toolContext());
			const [path = "", query, ...more] = seen.at(-1)?.path.split("?") ?? [];
			expect([query, more]).toEqual(["z=1", []]);
			const [, a, first = "", b, second = "", ...deeper] = path.split("/");
			expect([a, b, deeper]).toEqual(["a", "b", []]);
			expect(decodeURIComponent(first)).toBe(x);
			expect(decodeURIComponent(second)).toBe(`pre${y}`);
		});
		await fc.assert(property, { numRuns: 300 });
		expect(seen.length).toBeGreaterThan(50);
	});

	test.each(["", ".", "..", "../admin", "a/../b", "a\\..\\b", "\ud800"])(
		"the path value %j is refused",
		(id) => {
			const tool = httpTool({ name: "t", url: "https://api.example.com/orders/{id}" });
			expect(() => tool.check({ id })).toThrow(
				expect.objectContaining({ code: "invalid", message: expect.stringMatching(/^input\.id: must not/) }),
			);
		},
	);
});

describe("AG4 an HTTP tool: secrets", () => {
	test("headers take variables of the environment, read at each call", async () => {
		const { url, seen } = await recorder();
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const headers = { Authorization: "Bearer ${HF_TOKEN}", "x-plain": "yes" };
		const tool = httpTool({ name: "t", url, headers });
		vi.stubEnv("HF_TOKEN", "first-secret");
		await tool.execute({}, toolContext());
		vi.stubEnv("HF_TOKEN", "second-secret");
		await tool.execute({}, toolContext());
		expect(seen.map(({ headers }) => headers.authorization)).toEqual([
			"Bearer first-secret",
			"Bearer second-secret",
		]);
		expect(seen[0]?.headers["x-plain"]).toBe("yes");
		expect(JSON.stringify([tool.description, tool.inputSchema])).not.toContain("HF_TOKEN");
	});

	test("a variable that is missing or empty is named, and nothing is sent", async () => {
		const { url, seen } = await recorder();
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const spec = { url, headers: { "x-a": "${HF_SET}", "x-b": "${HF_MISSING}" } };
		vi.stubEnv("HF_SET", "set-secret");
		for (const value of [undefined, ""]) {
			vi.stubEnv("HF_MISSING", value);
			const error = await failure(call(spec, {}));
			expect(error.message).toMatch(/header x-b needs the environment variable HF_MISSING/);
			expect(error.message).not.toContain("set-secret");
		}
		expect(seen).toEqual([]);
	});

	test("a service that sends back what it was sent tells the model no secret", async () => {
		vi.stubEnv("HF_TOKEN", 'sec"ret-value');
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const headers = { authorization: "Bearer ${HF_TOKEN}", "x-key": "literal-key" };
		const echo: RequestListener = (request, response) => {
			const page = { headers: request.headers, text: "bad day" };
			response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(page));
		};
		const { message } = await failure(answerOf(echo, { headers }));
		expect(message).toContain("answered 500");
		expect(message).toContain("bad day");
		expect(message).not.toMatch(/ret-value|literal-key/);
	});

	test("a header that cannot be sent is named without its value", async () => {
		const { url, seen } = await recorder();
		vi.stubEnv("HF_TOKEN", "one\ntwo");
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const error = await failure(call({ url, headers: { "x-key": "${HF_TOKEN}" } }, {}));
		expect(error.message).toBe("header x-key has a value that no header can have");
		expect(error.cause).toBeUndefined();
		expect(seen).toEqual([]);
	});
});

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
		expect(message).toMatch(/not readable as utf-8 text/);
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
