import fc from "fast-check";
import { expect, it } from "vitest";
import { prefixEnd } from "./prefix-end.ts";

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

it("ID2: what begins with a prefix lies between it and its end, and nothing else does", () => {
	const text = fc.string({ unit: "binary", maxLength: 6 });
	fc.assert(
		fc.property(text, text, text, (prefix, rest, other) => {
			const end = prefixEnd(prefix);
			const lies = (id: string): boolean =>
				compare(id, prefix) >= 0 && (end === undefined || compare(id, end) < 0);
			expect(lies(prefix + rest)).toBe(true);
			expect(lies(other)).toBe(other.startsWith(prefix));
		}),
	);
});

it.each([
	["a", "b"],
	["a%", "a&"],
	["run:", "run;"],
	["\ud7ff", "\ue000"],
	["a\u{10ffff}", "b"],
	["\u{10ffff}", undefined],
	["", undefined],
])("ID2: the end of %j is %j", (prefix, end) => {
	expect(prefixEnd(prefix)).toBe(end);
});
