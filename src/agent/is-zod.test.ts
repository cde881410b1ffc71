import { describe, expect, test } from "vitest";
import type { z as z4 } from "zod";
import { z as z3 } from "zod/v3";
import { z } from "zod/v4";
import { tool } from "./tool.ts";
import { toShape } from "./value-shape.ts";

const given = { name: "look", description: "Looks something up.", execute: () => null };
const old = z3.object({ id: z3.string() }) as unknown as z4.ZodType;
const NEEDED = /schema of zod 3, and zod 4 is needed: npm install zod@4/;

describe("AG4: a schema of zod 3 is told apart, with what to do", () => {
	test("as the input of a tool", () => {
		expect(() => tool({ ...given, input: old })).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringMatching(NEEDED) }),
		);
	});

	test("as the shape of a result", () => {
		expect(() => toShape(old)).toThrow(NEEDED);
	});

	test("schemas of zod 4 work; what is no schema at all is not taken for zod 3", () => {
		expect(tool({ ...given, input: z.object({ id: z.string() }) }).inputSchema).toMatchObject({
			type: "object",
		});
		for (const input of [{}, { _def: {} }, { safeParse() {} }, "text", null])
			expect(() => tool({ ...given, input: input as unknown as z4.ZodType })).toThrow(/must be a zod schema/);
	});
});
