import { describe, expect, test } from "vitest";
import type { z as z4 } from "zod";
import { z as z3 } from "zod/v3";
import { z } from "zod/v4";
import { tool } from "./tool.ts";
import { toShape } from "./value-shape.ts";

const given = { name: "look", description: "Looks something up.", execute: () => null };
const old = z3.object({ id: z3.string() }) as unknown as z4.ZodType;
const NEEDED = /is a zod 3 schema, but zod 4 is required: npm install zod@4/;

describe("AG4: a zod 3 schema is recognized, and the error says what to do", () => {
	test("as the input of a tool", () => {
		expect(() => tool({ ...given, input: old })).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringMatching(NEEDED) }),
		);
	});

	test("as the shape of a result", () => {
		expect(() => toShape(old)).toThrow(NEEDED);
	});

	test("zod 4 schemas work; other values are not taken for zod 3", () => {
		expect(tool({ ...given, input: z.object({ id: z.string() }) }).inputSchema).toMatchObject({
			type: "object",
		});
		for (const input of [{}, { _def: {} }, { safeParse() {} }, "text", null])
			expect(() => tool({ ...given, input: input as unknown as z4.ZodType })).toThrow(/must be a zod schema/);
	});
});
