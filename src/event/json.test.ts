import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json, jsonText } from "./index.ts";

const refused = (value: unknown) => {
	try {
		jsonText(value, "data");
	} catch (error) {
		return (error as Error).message;
	}
	return "accepted";
};

describe("jsonText", () => {
	it("SE2: what JSON can hold is returned by a parse exactly as it was", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(JSON.parse(jsonText(value, "data"))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});

	it("ST5: what JSON would drop or change in silence is refused, by its path", () => {
		expect(refused(undefined)).toMatch(/^data is undefined/);
		expect(refused({ a: [1, Number.NaN] })).toMatch(/^data\.a\[1\] is NaN/);
		expect(refused({ a: Number.POSITIVE_INFINITY })).toMatch(/^data\.a is Infinity/);
		expect(refused({ f: () => 1 })).toMatch(/^data\.f is a function/);
		expect(refused([Symbol("x")])).toMatch(/^data\[0\] is a symbol/);
		expect(refused({ n: 1n })).toMatch(/^data\.n is a bigint/);
		expect(refused([undefined])).toMatch(/^data\[0\] is undefined/);
		expect(refused({ deep: { map: new Map([[1, 2]]) } })).toMatch(/^data\.deep\.map is .*Map/);
		expect(refused(new Set([1]))).toMatch(/Set/);
		expect(refused({ bytes: new Uint8Array(2) })).toMatch(/^data\.bytes is .*Uint8Array/);
		expect(refused({ at: new Date(Number.NaN) })).toMatch(/^data\.at /);
	});

	it("ST5: an absent optional member is left out, and what has a JSON form of its own is given that", () => {
		expect(jsonText({ a: undefined, b: 1 }, "data")).toBe('{"b":1}');
		expect(jsonText({ at: new Date(0) }, "data")).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
		expect(refused({ odd: { toJSON: () => Number.NaN } })).toMatch(/^data\.odd/);
	});

	it("ST5: circles and bottomless nesting are refused instead of overflowing", () => {
		const circle: Record<string, unknown> = {};
		circle.self = circle;
		expect(refused(circle)).toMatch(/circular or nested deeper/);
		const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
		expect(refused(nest(150))).toBe("accepted");
		expect(refused(nest(5_000))).toMatch(/nested deeper/);
	});
});

describe("canonicalJson", () => {
	const shuffled = (value: Json): Json => {
		if (Array.isArray(value)) return value.map(shuffled);
		if (typeof value !== "object" || value === null) return value;
		const entries = Object.entries(value).map(([key, member]) => [key, shuffled(member)] as const);
		return Object.fromEntries(entries.reverse());
	};

	it("US3: equal values give equal text whatever the order of their keys", () => {
		fc.assert(
			fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
				const json = JSON.parse(JSON.stringify(value)) as Json;
				expect(canonicalJson(shuffled(json))).toBe(canonicalJson(json));
				expect(JSON.parse(canonicalJson(json))).toEqual(json);
			}),
		);
	});

	it("US3: different values give different text", () => {
		const texts = [1, "1", [1], ["1"], { a: 1 }, { a: "1" }, { b: 1 }, null, "null", "", [], {}].map(
			canonicalJson,
		);
		expect(new Set(texts).size).toBe(texts.length);
	});
});
