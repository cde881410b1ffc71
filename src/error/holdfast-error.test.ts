import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ERROR_CODES, HoldfastError, parse } from "./index.ts";

describe("HoldfastError", () => {
	it("carries a stable code, a message, a cause and readable fields", () => {
		const cause = new Error("below");
		const error = new HoldfastError("conflict", "expected 4", { expected: 4, actual: 7 }, { cause });
		expect(error).toBeInstanceOf(Error);
		expect(error).toMatchObject({
			name: "HoldfastError",
			code: "conflict",
			message: "expected 4",
			expected: 4,
			cause,
		});
	});

	it("says which codes are worth another try", () => {
		const retryable = ERROR_CODES.filter((code) => new HoldfastError(code, "x").retryable);
		expect(retryable).toEqual(["busy", "unavailable"]);
	});

	it("fields never replace the code, the message, the name or the stack", () => {
		const fields = { code: "x", message: "x", name: "x", stack: "x", retryable: true, fields: 1, toJSON: 2 };
		const error = new HoldfastError("invalid", "real", fields);
		expect(error).toMatchObject({
			code: "invalid",
			message: "real",
			name: "HoldfastError",
			retryable: false,
			fields,
		});
		expect(error.stack).not.toBe("x");
		expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "invalid", message: "real" });
	});

	it("is recognised across copies of the package, and nothing else is", () => {
		const foreign = Object.defineProperty(new Error("x"), Symbol.for("holdfast.error"), { value: true });
		expect(HoldfastError.isInstance(new HoldfastError("busy", "x"))).toBe(true);
		expect(HoldfastError.isInstance(foreign)).toBe(true);
		for (const other of [new Error("x"), { code: "busy" }, "busy", null, undefined]) {
			expect(HoldfastError.isInstance(other)).toBe(false);
		}
	});

	it("goes over the wire with code, message and fields, without stack and cause", () => {
		const error = new HoldfastError("conflict", "m", { expected: 1 }, { cause: new Error("secret") });
		expect(JSON.stringify(error)).toBe('{"code":"conflict","message":"m","expected":1}');
	});
});

describe("parse", () => {
	const schema = z.object({ list: z.array(z.object({ n: z.number({ error: "must be a number" }) })) });

	it("returns what the schema makes of the value", () => {
		expect(parse(schema, { list: [{ n: 1, more: 2 }] }, "it")).toEqual({ list: [{ n: 1 }] });
	});

	it("names the field that is wrong, and what it must be", () => {
		const bad = () => parse(schema, { list: [{ n: 1 }, { n: "2" }] }, "it");
		expect(bad).toThrow(
			expect.objectContaining({ code: "invalid", message: "it.list[1].n: must be a number" }),
		);
	});

	it("shows at most three things at once, and has all of them in the fields", () => {
		const list = Array.from({ length: 5 }, () => ({ n: "x" }));
		try {
			parse(schema, { list }, "it");
			expect.unreachable();
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			expect(error.message.split("; ")).toHaveLength(3);
			expect(error.issues).toHaveLength(5);
		}
	});
});
