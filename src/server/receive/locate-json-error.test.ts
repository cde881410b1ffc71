import fc from "fast-check";
import { expect, it } from "vitest";
import { locateJsonError } from "./locate-json-error.ts";

it.each([
	['{"a": tru}', 6],
	['{"a":', 5],
	["", 0],
	["[1,]", 3],
	["{,}", 1],
	['{"a" 1}', 5],
	["[1 2]", 3],
	['"a\nb"', 0],
	["{} x", 3],
	["[}", 1],
	["01", 1],
])("finds where %j stops being JSON", (text, at) => {
	expect(locateJsonError(text)).toBe(at);
});

it("reads all that is JSON to its end", () => {
	fc.assert(
		fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
			const spaced = JSON.stringify(JSON.parse(text), null, indent);
			expect(locateJsonError(spaced)).toBe(spaced.length);
		}),
	);
});
