import { describe, expect, test } from "vitest";
import { openWordPieces } from "./word-pieces.ts";

const vocabulary = ["[UNK]", "un", "##aff", "##able", "##a", "play", "playing", "#", "##s"];
const piecesOf = openWordPieces(vocabulary);

describe("the pieces of a word (ME4)", () => {
	test.each([
		["playing", ["playing"]],
		["plays", ["play", "##s"]],
		["unaffable", ["un", "##aff", "##able"]],
		["una", ["un", "##a"]],
		["unx", ["[UNK]"]],
		["aff", ["[UNK]"]],
		["#", ["#"]],
		[`play${"s".repeat(96)}`, ["play", ...Array<string>(96).fill("##s")]],
		[`play${"s".repeat(97)}`, ["[UNK]"]],
	])("%s", (word, pieces) => {
		for (const _ of ["the first time", "from memory"]) {
			expect(piecesOf(word).map((id) => vocabulary[id])).toEqual(pieces);
		}
	});

	test("a vocabulary needs a token for the unknown", () => {
		expect(() => openWordPieces(["a"])).toThrow("[UNK]");
	});
});
