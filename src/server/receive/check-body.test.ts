import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import { isObject } from "../../event/index.ts";
import { operations } from "../resources/index.ts";
import { bodyCheck } from "./check-body.ts";

const part = z.strictObject({ a: z.int() });
const body = z.strictObject({ a: z.int(), parts: z.union([part, z.array(part)]).optional() });

/** The issues of a rejected body; undefined if it is accepted. */
function issuesOf(check: (value: unknown) => unknown, value: unknown): unknown {
	try {
		check(value);
		return undefined;
	} catch (error) {
		if (!HoldfastError.isInstance(error) || error.code !== "invalid") throw error;
		return error.fields.issues ?? error.message;
	}
}

describe("the validation of a body", () => {
	test("IF2 passes the body on as it was sent, without what the platform sets", () => {
		const sent = { a: 1, parts: [], tenant: "acme", uid: "x" };
		const check = bodyCheck({ body });
		expect(check(sent)).toBe(sent);
		expect(sent).toEqual({ a: 1, parts: [] });
	});

	test("IF2 names the field, also inside of a union, and the known one that was probably meant", () => {
		const check = bodyCheck({ body });
		expect(issuesOf(check, { a: 1, parts: [{ a: 1 }, { a: "1" }] })).toEqual([
			{ field: "parts[1].a", message: "must be a number" },
		]);
		expect(issuesOf(check, { a: 1, part: [] })).toEqual([
			{ field: "part", message: "is not known; did you mean parts?" },
		]);
		expect(issuesOf(bodyCheck({ body, bodyName: "run" }), {})).toEqual([
			{ field: "run.a", message: "is missing; it must be a number" },
		]);
	});

	test("IF2 rejects everything that is not an object, after short forms were converted", () => {
		for (const value of [null, 7, "text", true, [], [{}]])
			expect(issuesOf(bodyCheck({ body }), value)).toBe("body: must be a JSON object");
		const readBody = (value: unknown): unknown => (typeof value === "number" ? { a: value } : value);
		expect(bodyCheck({ body, readBody })(7)).toEqual({ a: 7 });
	});
});

const withBody = operations.flatMap(({ id, body, ...rest }) => (body ? [{ id, body, ...rest }] : []));

test.each(withBody)("IF2 $id: what the API document shows is what validates the body", (operation) => {
	const check = bodyCheck(operation);
	const shown = z.toJSONSchema(operation.body, { io: "input", unrepresentable: "any" });
	for (const [name, schema] of Object.entries(shown.properties ?? {})) {
		if (!isObject(schema) || schema.type === undefined) continue;
		const wrong = schema.type === "boolean" ? "no" : true;
		const field = expect.stringMatching(new RegExp(`(^|\\.)${name}$`));
		expect(issuesOf(check, { [name]: wrong }), name).toContainEqual({ field, message: expect.any(String) });
	}
	if (shown.additionalProperties === false)
		expect(issuesOf(check, { nonsense: 1 })).toContainEqual({
			field: expect.stringContaining("nonsense"),
			message: expect.stringContaining("not known"),
		});
	for (const name of shown.required ?? [])
		expect(issuesOf(check, {}), name).toContainEqual(
			expect.objectContaining({ field: expect.stringContaining(name) }),
		);
});
