import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../event/index.ts";
import {
	applyWrites,
	deltaText,
	MAX_STATE_VALUE_BYTES,
	ownerOf,
	parseState,
	scopeOf,
	sessionWrites,
	stateJson,
	toValues,
	toWrites,
	writesOf,
} from "./index.ts";

const key = fc
	.oneof(
		fc.constantFrom("k", "user:k", "app:k", "1", "__proto__", "constructor"),
		fc.string({ minLength: 1 }),
	)
	.filter((text) => !text.includes("\u0000") && text.isWellFormed() && !text.startsWith("temp:"));

describe("scopes", () => {
	it("ST1: the prefix decides, and only a prefix does", () => {
		expect(["k", "user:k", "app:k", "temp:k", "users:k", "xuser:k", "User:k", "user"].map(scopeOf)).toEqual([
			"session",
			"user",
			"app",
			"temp",
			"session",
			"session",
			"session",
			"session",
		]);
	});

	it("ST4: without a user, user: keys are the session's", () => {
		expect(["k", "user:k", "app:k"].map((key) => ownerOf(key, false))).toEqual(["session", "session", "app"]);
		expect(["k", "user:k", "app:k"].map((key) => ownerOf(key, true))).toEqual(["session", "user", "app"]);
		expect(() => ownerOf("temp:k", true)).toThrow(RangeError);
		const writes = toWrites({ set: { k: 1, "user:k": 2, "app:k": 3 } });
		expect(sessionWrites(writes, true).map(({ key }) => key)).toEqual(["k"]);
		expect(sessionWrites(writes, false).map(({ key }) => key)).toEqual(["k", "user:k"]);
	});
});

describe("deltas", () => {
	it("ST2: null stores null, removal is explicit", () => {
		const writes = toWrites({ set: { a: null }, remove: ["b"] });
		expect(writes).toEqual([
			{ key: "a", value: "null" },
			{ key: "b", value: null },
		]);
		const state = new Map([["b", "1"]]);
		applyWrites(state, writes);
		expect(toValues(state)).toEqual({ a: null });
	});

	it("ST1: temp: keys never reach a store or an event", () => {
		expect(toWrites({ set: { "temp:a": 1 }, remove: ["temp:b"] })).toEqual([]);
		expect(deltaText([])).toBeUndefined();
		expect(toWrites(undefined)).toEqual([]);
	});

	it("ST5: a value that JSON cannot hold, or that is too large, is refused by its key", () => {
		const refusal = (set: Record<string, unknown>) => {
			try {
				toWrites({ set: set as Record<string, Json> });
			} catch (error) {
				return error;
			}
			return "accepted";
		};
		expect(refusal({ bad: { x: [Number.NaN] } })).toMatchObject({
			code: "invalid",
			message: expect.stringMatching(/state key "bad".*\.x\[0\]/),
		});
		expect(refusal({ big: "x".repeat(MAX_STATE_VALUE_BYTES) })).toBe("accepted");
		expect(refusal({ big: "x".repeat(MAX_STATE_VALUE_BYTES + 1) })).toMatchObject({
			code: "limit_exceeded",
			key: "big",
		});
		expect(refusal({ big: "é".repeat(MAX_STATE_VALUE_BYTES / 2 + 1) })).toMatchObject({
			code: "limit_exceeded",
		});
		expect(refusal({ "temp:big": "x".repeat(MAX_STATE_VALUE_BYTES + 1) })).toMatchObject({
			code: "limit_exceeded",
		});
		expect(refusal({ "": 1 })).toMatchObject({ code: "invalid" });
		expect(refusal({ "a\u0000b": 1 })).toMatchObject({ code: "invalid" });
	});

	it("ST2: a key both set and removed is refused", () => {
		expect(() => toWrites({ set: { k: 1 }, remove: ["k"] })).toThrow(
			expect.objectContaining({ code: "invalid", key: "k" }),
		);
		expect(toWrites({ set: {}, remove: ["toString"] })).toEqual([{ key: "toString", value: null }]);
	});

	it("ST2: what goes on the event replays to the same writes", () => {
		const entries = fc.array(fc.tuple(key, fc.jsonValue()), { maxLength: 5 });
		fc.assert(
			fc.property(entries, fc.array(key, { maxLength: 3 }), (set, gone) => {
				const values = Object.fromEntries(set) as Record<string, Json>;
				const remove = gone.filter((one) => !Object.hasOwn(values, one));
				const writes = toWrites({ set: values, remove });
				const again = writesOf(JSON.parse(deltaText(writes) ?? "{}"));
				const [one, two] = [new Map<string, string>(), new Map<string, string>()];
				applyWrites(one, writes);
				applyWrites(two, again);
				expect(two).toEqual(one);
				expect(parseState(stateJson(one))).toEqual(one);
			}),
		);
	});
});
