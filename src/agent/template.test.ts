import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../event/index.ts";
import { fillTemplate, templateKeys } from "./template.ts";

const values: Record<string, Json> = {
	plan: "pro",
	count: 3,
	list: [1, "a"],
	nothing: null,
	empty: "",
	"user:preferred_language": "German",
	"app:x": true,
	"temp:x": "now",
	"order-id": "o1",
	address: { city: "Bern", lines: ["one", "two"] },
	"user:address": { city: "Basel" },
	"a.b": "the literal key",
	a: { b: "the member" },
	größe: "L",
};
const lookup = (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined);
const fill = (text: string) => fillTemplate(text, lookup, "agent support: instructions");

describe("templates in instructions (ST6)", () => {
	test.each([
		["You are on {plan}.", "You are on pro."],
		["{plan}{plan?}", "propro"],
		["{count} {list} {nothing} {app:x}", '3 [1,"a"] null true'],
		["{empty}|{gone?}|", "||"],
		["Answer in {user:preferred_language?}, {temp:x}.", "Answer in German, now."],
		["{order-id} {größe}", "o1 L"],
		["{address.city} {address.lines.1} {user:address.city}", "Bern two Basel"],
		["{a.b}", "the literal key"],
		["{address.constructor?}{plan.length?}{address.lines.length?}", ""],
		['{"plan": {plan}}', '{"plan": pro}'],
	])("%s → %s", (text, filled) => expect(fill(text)).toBe(filled));

	test.each([
		"{ }",
		"{}",
		"{1}",
		"{ plan }",
		'{"plan": 1}',
		"{{node.x}}",
		"{{plan}}",
		"{{{plan}}}",
		"{plan",
		"plan}",
		"{a:1}",
		"{plan??}",
		"{user:}",
		"{a b}",
		"{a.}",
		"function f() { return plan; }",
	])("%s is no template and stays as it is", (text) => {
		expect(fill(text)).toBe(text);
		expect(templateKeys(text)).toEqual([]);
	});

	test("a key without value is an error that names it and says how to leave it empty", () => {
		expect(() => fill("Hello {name}, {plan}, {user:x}")).toThrow(
			expect.objectContaining({
				code: "invalid",
				message:
					"agent support: instructions: no variable or state key has a value for {name}, {user:x}; " +
					"set it, or use {name?}, {user:x?} to leave it empty",
				keys: ["name", "user:x"],
			}),
		);
		expect(() => fill("{address.street}")).toThrow("{address.street?}");
	});

	test("inserted values are not expanded again", () => {
		const given = (key: string) => (key === "a" ? "{b} $& $1 {{c}}" : undefined);
		expect(fillTemplate("<{a}>", given, "x")).toBe("<{b} $& $1 {{c}}>");
	});

	test("templateKeys names each key once", () => {
		expect(templateKeys("{a?} {b} {a} {user:c?} {{d}} {c.d}")).toEqual([
			{ key: "a", optional: false },
			{ key: "b", optional: false },
			{ key: "user:c", optional: true },
			{ key: "c.d", optional: false },
		]);
	});

	test("a text is filled piece by piece, whatever is between", () => {
		const plain = fc.string({ unit: "grapheme" }).filter((text) => !/[{}]/.test(text));
		fc.assert(
			fc.property(fc.array(fc.tuple(plain, fc.string({ unit: "grapheme" }))), plain, (pairs, end) => {
				const text = pairs.map(([before], i) => `${before}{k${i}}`).join("") + end;
				const filled = pairs.map(([before, value]) => before + value).join("") + end;
				expect(fillTemplate(text, (key) => pairs[Number(key.slice(1))]?.[1], "x")).toBe(filled);
			}),
		);
	});
});
