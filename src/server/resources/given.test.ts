import { describe, expect, test } from "vitest";
import { z } from "zod";
import { given } from "./given.ts";

const part = z.strictObject({ a: z.int() }).meta({ id: "TestPart" });
const body = given<{ a: number; part?: object }>(z.strictObject({ a: z.int(), part: part.optional() }));

describe("a body that the library checks", () => {
	test("IF2 passes whatever members it has, as they are", () => {
		const value = { a: "no number", more: [1], part: { b: null } };
		expect(body.parse(value)).toBe(value);
		expect(body.parse(undefined)).toEqual({});
	});

	test("IF2 is an object", () => {
		for (const value of [null, 7, "text", true, [], [{}]])
			expect(body.safeParse(value).error?.issues).toMatchObject([
				{ message: "must be a JSON object", path: [] },
			]);
	});

	test("IF2 is documented as what the library takes", () => {
		expect(z.toJSONSchema(body, { io: "input" })).toMatchObject({
			type: "object",
			properties: { a: { type: "integer" }, part: { $ref: "#/$defs/TestPart" } },
			required: ["a"],
			additionalProperties: false,
		});
	});
});
