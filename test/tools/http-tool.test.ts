import type { RequestListener } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { httpTool } from "../../src/agent/tools/index.ts";
import { answerOf, call, failure, recorder } from "./call-http-tool.ts";
import { toolContext } from "./tool-context.ts";

afterEach(() => vi.unstubAllEnvs());

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
		expect(error.message).toBe("header x-key has a value that is not allowed in a header");
		expect(error.cause).toBeUndefined();
		expect(seen).toEqual([]);
	});
});
