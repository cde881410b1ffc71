import { describe, expect, it } from "vitest";
import type { JsonObject } from "../event/index.ts";
import { applyPatch, MAX_RECORD_BYTES, parsePatch, parseSessionMetadata } from "./index.ts";

const refusal = (run: () => unknown): unknown => {
	try {
		run();
	} catch (error) {
		return error;
	}
	return "accepted";
};

describe("patches", () => {
	it("US2: set and unset work key by key; what is not named stays, and the record given is not changed", () => {
		const record: JsonObject = { a: 1, b: { c: 2 }, d: 3 };
		const next = applyPatch(
			record,
			parsePatch({ set: { b: 4, e: null }, unset: ["a", "nowhere"] }, "m"),
			"m",
		);
		expect(next).toEqual({ b: 4, d: 3, e: null });
		expect(record).toEqual({ a: 1, b: { c: 2 }, d: 3 });
	});

	it("AG10: what is inside a key is changed in place; one that is empty then goes", () => {
		const record: JsonObject = { steps: { a: 1, b: 2 }, odd: 7 };
		const change = (within: Record<string, { set: JsonObject; unset: string[] }>): JsonObject =>
			applyPatch(record, { set: {}, unset: [], within }, "m");
		expect(change({ steps: { set: { c: 3 }, unset: ["a"] } })).toEqual({ steps: { b: 2, c: 3 }, odd: 7 });
		expect(change({ steps: { set: {}, unset: ["a", "b"] } })).toEqual({ odd: 7 });
		expect(change({ odd: { set: { x: 1 }, unset: [] }, no: { set: {}, unset: ["x"] } })).toEqual({
			steps: { a: 1, b: 2 },
			odd: { x: 1 },
		});
		expect(record).toEqual({ steps: { a: 1, b: 2 }, odd: 7 });
	});

	it("US2: a key both set and unset is refused, as in state", () => {
		expect(refusal(() => parsePatch({ set: { a: 2 }, unset: ["a"] }, "m"))).toMatchObject({
			code: "invalid",
			key: "a",
		});
	});

	it("SE6: values are copies, and __proto__ is a key like any other", () => {
		const given = { deep: { list: [1] } };
		const patch = parsePatch({ set: given }, "m");
		given.deep.list.push(2);
		expect(patch.set).toEqual({ deep: { list: [1] } });
		const odd = parsePatch({ set: JSON.parse('{"__proto__":{"admin":true}}') }, "m");
		const next = applyPatch({}, odd, "m");
		expect(Object.keys(next)).toEqual(["__proto__"]);
		expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
		expect("admin" in next).toBe(false);
	});

	it("SE6: what is no patch, no key or no JSON is refused by its place", () => {
		for (const bad of [
			null,
			"x",
			[],
			{ set: [] },
			{ set: 1 },
			{ unset: "a" },
			{ unset: [1] },
			{ set: { "": 1 } },
		]) {
			expect(refusal(() => parsePatch(bad, "metadata"))).toMatchObject({ code: "invalid" });
		}
		expect(refusal(() => parsePatch({ set: { a: { b: Number.NaN } } }, "metadata"))).toMatchObject({
			code: "invalid",
			message: expect.stringContaining("metadata.set.a.b"),
		});
	});

	it("SE6: a record that would pass its limit is refused; at the limit it is kept", () => {
		const frame = '{"a":""}'.length;
		const set = (length: number) => ({ set: { a: "x".repeat(length) }, unset: [] });
		expect(refusal(() => applyPatch({}, set(MAX_RECORD_BYTES - frame), "m"))).toBe("accepted");
		expect(refusal(() => applyPatch({}, set(MAX_RECORD_BYTES - frame + 1), "m"))).toMatchObject({
			code: "limit_exceeded",
		});
	});
});

describe("session metadata", () => {
	const set = (values: JsonObject) => refusal(() => parseSessionMetadata({ set: values }, "metadata"));

	it("SE6: well-known keys have their form", () => {
		expect(set({ external_id: "x", session_key: "k", event_webhook_url: "https://example.com/a?b" })).toBe(
			"accepted",
		);
		for (const bad of ["", 1, null, "x".repeat(513)]) {
			expect(set({ external_id: bad })).toMatchObject({ code: "invalid", key: "external_id" });
			expect(set({ session_key: bad })).toMatchObject({ code: "invalid", key: "session_key" });
		}
		for (const bad of [
			"",
			"no url",
			"ftp://example.com",
			"https://user:pw@example.com/",
			1,
			`https://e.com/${"x".repeat(2048)}`,
		]) {
			expect(set({ event_webhook_url: bad })).toMatchObject({ code: "invalid", key: "event_webhook_url" });
		}
	});

	it("SE6: step_outputs is the runtime's alone", () => {
		expect(set({ step_outputs: {} })).toMatchObject({ code: "invalid" });
		expect(refusal(() => parseSessionMetadata({ unset: ["step_outputs"] }, "m"))).toMatchObject({
			code: "invalid",
		});
	});
});
