import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inPieces } from "./read-foreign.ts";

describe("inPieces", () => {
	it("FA1: a text is cut between its lines, and where a line is too long for a fact within it", () => {
		expect(inPieces("a\nb", 3)).toEqual(["a\nb"]);
		expect(inPieces("aa\nbb\ncc", 5)).toEqual(["aa", "bb\ncc"]);
		expect(inPieces("abcdefg\nh", 3)).toEqual(["abc", "def", "g\nh"]);
		expect(inPieces(" \n ", 3)).toEqual([]);
	});

	it("FA1: no piece is too long or empty, and nothing but space is lost", () => {
		const bare = (text: string): string => text.replaceAll(/\s/g, "");
		fc.assert(
			fc.property(fc.array(fc.string({ maxLength: 12 })), fc.integer({ min: 1, max: 9 }), (lines, most) => {
				const text = lines.join("\n");
				const pieces = inPieces(text, most);
				for (const piece of pieces) expect(piece.trim() !== "" && piece.length <= most).toBe(true);
				expect(bare(pieces.join(""))).toBe(bare(text));
			}),
		);
	});
});
