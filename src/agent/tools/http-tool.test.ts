import { describe, expect, test } from "vitest";
import { HoldfastError, parse } from "../../error/index.ts";
import type { JsonObject } from "../../event/index.ts";
import { type HttpToolSpec, httpTool, httpToolSpec } from "./http-tool.ts";

const base: HttpToolSpec = { name: "t", url: "https://api.example.com/orders/{id}" };
const define = (change: object): string => {
	try {
		httpTool({ ...base, ...change });
		return "fine";
	} catch (error) {
		return HoldfastError.isInstance(error) && error.code === "invalid" ? error.message : String(error);
	}
};

describe("AG4 the definition of an HTTP tool", () => {
	test("needs a name and an address; the rest has defaults", () => {
		const tool = httpTool(base);
		expect(tool).toMatchObject({ name: "t", description: "Calls GET https://api.example.com/orders/{id}" });
		expect(tool.inputSchema).toEqual({
			type: "object",
			properties: { id: { type: "string" } },
			required: ["id"],
			additionalProperties: false,
		});
		expect("allow" in tool || "timeoutMs" in tool).toBe(false);
		expect(httpTool({ ...base, allow: "role == 'admin'", timeoutMs: 5 })).toMatchObject({
			allow: "role == 'admin'",
			timeoutMs: 5,
		});
	});

	test("a description made from the address leaves its query out", () => {
		expect(httpTool({ name: "t", url: "https://a.example/x?key=k" }).description).toBe(
			"Calls GET https://a.example/x",
		);
	});

	test("is the same when parsed first, as a manifest is", () => {
		const spec = parse(httpToolSpec, { ...base, input: { id: "integer", n: "number?" } }, "tools[0].http");
		expect(httpTool(spec).inputSchema.required).toEqual(["id"]);
	});

	test.each([
		["ftp://a.example/x", "must be an http or https address"],
		["/orders", "must be an http or https address"],
		["https://{host}/x", "parameter in its host or port"],
		["https://a.example:{port}/x", "parameter in its host or port"],
		["{scheme}://a.example/x", "must be an http or https address"],
		["https://user:pw@a.example/x", "user or password"],
		["https://a.example/x#{id}", "fragment"],
		["https://a.example\\@b.example/x", "backslashes"],
		["https://a.example/ x", "spaces"],
		["https://a.example/{id", "brace"],
		["https://a.example/{i d}", "spaces"],
		["https://a.example/{}", "brace"],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users would write it.
		["https://a.example/?k=${KEY}", "secrets into headers"],
		["https://a.example/../x", '".."'],
		["https://a.example/%2E%2e/x", '".."'],
		["https://a.example:99999/x", "invalid host or port"],
		["https://a.example/{__proto__}", "__proto__"],
	])("the address %s is refused", (url, why) => {
		const message = define({ url, input: undefined });
		expect(message).toMatch(/^http tool\.url: /);
		expect(message).toContain(why);
	});

	test.each<[object, string]>([
		[{ input: {} }, 'http tool.input: must have "id"'],
		[{ input: { id: "string?" } }, 'http tool.input: must have "id"'],
		[{ input: { id: "string[]" } }, 'http tool.input: "id" is in the url and must be one value'],
		[{ input: { id: "text" } }, 'http tool.input: "id" must be string, number, integer or boolean'],
		[{ input: { id: "string", "a b": "string" } }, 'http tool.input: "a b" is not a valid name'],
		[
			{ input: JSON.parse('{"id":"string","__proto__":"string"}') },
			'http tool.input: "__proto__" is not a valid name',
		],
		[{ input: { type: "object", properties: {} } }, 'http tool.input: must have "id"'],
		[{ input: { type: "object", if: {} } }, "http tool.input: is not a usable JSON Schema"],
		[{ input: { type: "object", required: ["id"] } }, 'http tool.input: requires "id"'],
		[{ input: "string" }, "http tool.input: must be an object"],
		[{ query: ["nope"] }, 'http tool.query: "nope" is not among the inputs'],
		[{ query: ["id"] }, 'http tool.query: "id" is in the url already'],
		[{ input: { id: "string", a: "string" }, body: ["a"] }, "http tool.body: GET has no body"],
		[
			{ method: "POST", input: { id: "string", a: "string" }, body: ["a"], query: ["a"] },
			'http tool.body: "a" is in the query already',
		],
		[{ method: "TRACE" }, "http tool.method: must be one of GET"],
		[{ headers: { "a b": "x" } }, "http tool.headers.a b: "],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		[{ headers: { a: "${not ok}" } }, "http tool.headers.a: has a ${ that names no environment variable"],
		[{ name: "9 lives" }, "http tool.name: "],
		[{ nope: 1 }, 'unknown field "nope"'],
		[{ maxBytes: 0 }, "http tool.maxBytes: "],
	])("%j is refused with the field named", (change, why) => {
		expect(define(change)).toContain(why);
	});
});

describe("AG4 the input of an HTTP tool", () => {
	const check = (input: HttpToolSpec["input"], value: unknown, url = "https://a.example/"): unknown =>
		httpTool({ name: "t", url, input }).check(value);
	const refused = (message: string) =>
		expect.objectContaining({ code: "invalid", message: expect.stringContaining(message) });

	test("shorthand: each type, lists and what may be absent", () => {
		const input = { s: "string", n: "number", i: "integer", b: "boolean", l: "number[]", o: "string[]?" };
		const value = { s: "", n: 1.5, i: 2, b: false, l: [] };
		expect(check(input, value)).toEqual(value);
		const wrong = { s: 1, n: "1", i: 1.5, b: "true", l: ["1"], o: "x" };
		for (const [key, bad] of Object.entries(wrong)) {
			expect(() => check(input, { ...value, [key]: bad })).toThrow(refused(`input.${key}`));
		}
		expect(() => check(input, { ...value, s: undefined })).toThrow(refused("input.s"));
		expect(() => check(input, { ...value, extra: 1 })).toThrow(refused('"extra"'));
		for (const none of [null, undefined, "x", []]) expect(() => check(input, none)).toThrow(refused("input"));
	});

	test("JSON Schema: checked with the field named, and closed unless it says otherwise", () => {
		const schema: JsonObject = {
			$schema: "https://json-schema.org/draft/2020-12/schema",
			type: "object",
			properties: {
				kind: { enum: ["a", "b"] },
				at: { type: "object", properties: { x: { type: "number" } } },
			},
			required: ["kind"],
		};
		expect(check(schema, { kind: "a", at: { x: 1 } })).toEqual({ kind: "a", at: { x: 1 } });
		expect(() => check(schema, { kind: "c" })).toThrow(refused("input.kind"));
		expect(() => check(schema, { kind: "a", at: { x: "1" } })).toThrow(refused("input.at.x"));
		expect(() => check(schema, { kind: "a", admin: true })).toThrow(refused('"admin"'));
		expect(check({ ...schema, additionalProperties: true }, { kind: "a", more: 1 })).toEqual({
			kind: "a",
			more: 1,
		});
		expect(httpTool({ name: "t", url: "https://a.example/", input: schema }).inputSchema).toEqual({
			type: "object",
			properties: schema.properties,
			required: ["kind"],
			additionalProperties: false,
		});
	});

	test("a shorthand may have an input called type", () => {
		expect(check({ type: "string" }, { type: "x" })).toEqual({ type: "x" });
	});
});
