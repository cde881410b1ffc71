import { beforeAll, describe, expect, it } from "vitest";
import { isObject } from "../../src/event/index.ts";
import { operations } from "../../src/server/resources/index.ts";
import { type Asked, ask, served } from "./ask.ts";

let document: Record<string, unknown>;
let page: Asked;

beforeAll(async () => {
	await using server = await served();
	document = (await ask(server, "/v1/openapi.json")).body;
	page = await ask(server, "/v1/docs");
});

/** Every object of the document, with where it is. */
function* walk(value: unknown, at = "#"): Generator<[string, Record<string, unknown>]> {
	if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(item, `${at}/${index}`);
	if (!isObject(value)) return;
	yield [at, value];
	for (const [name, member] of Object.entries(value)) yield* walk(member, `${at}/${name}`);
}

const resolve = (ref: string): unknown =>
	ref
		.slice(2)
		.split("/")
		.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), document);

const described = (): [string, string, Record<string, unknown>][] =>
	Object.entries(document.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
		([path, item]) =>
			Object.entries(item).map(([method, one]): [string, string, Record<string, unknown>] => [
				path,
				method,
				one,
			]),
	);

describe("IF2: the API document", () => {
	it("is OpenAPI 3.1 and tells of every operation, once", () => {
		expect(document.openapi).toBe("3.1.0");
		const told = described().map(([, , { operationId }]) => operationId);
		expect(told.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
		expect(new Set(told).size).toBe(told.length);
	});

	it("points at nothing that is not there", () => {
		const refs = [...walk(document)].filter(([, { $ref }]) => typeof $ref === "string");
		expect(refs.length).toBeGreaterThan(50);
		for (const [at, { $ref }] of refs) expect(resolve(String($ref)), `${at} → ${$ref}`).toBeDefined();
	});

	it("has schemas that are plain JSON Schema", () => {
		for (const [at, value] of walk(document)) {
			for (const odd of ["$defs", "$schema", "~standard", "definitions"])
				expect(value, at).not.toHaveProperty([odd]);
			if (Array.isArray(value.required))
				for (const name of value.required) expect(value.properties, `${at}.${name}`).toHaveProperty([name]);
		}
	});

	it("names every parameter of a path, and says what is answered and who may ask", () => {
		for (const [path, method, operation] of described()) {
			const where = `${method} ${path}`;
			const parameters = (operation.parameters as Record<string, unknown>[]).filter(
				(one) => one.in === "path",
			);
			const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			expect(
				parameters.map(({ name }) => name),
				where,
			).toEqual(named);
			expect(
				Object.keys(operation.responses as object).some((status) => status.startsWith("2")),
				where,
			).toBe(true);
			expect(operation.responses, where).toHaveProperty(["401"]);
			expect(["read", "agent", "admin", "root"], where).toContain(operation["x-access"]);
			expect(operation.summary, where).toMatch(/\S/);
		}
	});

	it("has a page for people, which loads and runs nothing", () => {
		expect(page.headers["content-type"]).toMatch(/^text\/html/);
		const policy = String(page.headers["content-security-policy"]);
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toContain("unsafe");
		const html = String(page.body);
		expect(html).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|style="|@import|url\(/i);
		for (const [path, , { operationId }] of described()) {
			expect(html).toContain(`id="${operationId}"`);
			expect(html).toContain(path);
		}
		expect(html.match(/<pre>curl /g)?.length).toBe(operations.length);
		const opened = html.match(/<(details|table|section|div|nav|main)\b/g)?.length;
		expect(html.match(/<\/(details|table|section|div|nav|main)>/g)?.length).toBe(opened);
	});
});
