import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf } from "./lines.ts";

async function gathered(pieces: Iterable<string>): Promise<string[]> {
	const lines: string[] = [];
	for await (const line of linesOf(pieces)) if (line !== "") lines.push(line);
	return lines;
}

/** The same text in pieces, cut at these places. */
function cutAt(text: string, places: readonly number[]): string[] {
	const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
	return [0, ...sorted].map((from, i) => text.slice(from, sorted[i] ?? text.length));
}

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)));

describe("linesOf (SE11)", () => {
	it("gives the lines of a text, wherever it is cut, with or without a line feed at its end", async () => {
		await fc.assert(
			fc.asyncProperty(objects, fc.array(fc.nat()), fc.boolean(), async (lines, places, ends) => {
				const text = lines.join("\n") + (ends ? "\n" : "");
				expect(await gathered(cutAt(text, places))).toEqual(lines);
			}),
		);
	});

	it("takes lines that come one by one without line feeds", async () => {
		await fc.assert(
			fc.asyncProperty(objects, async (lines) => {
				expect(await gathered(lines)).toEqual(lines);
			}),
		);
	});

	it("looks at each piece of a long line once", async () => {
		let looks = 0;
		const piece = {
			toString() {
				looks += 1;
				return "}";
			},
		};
		const lines: string[] = [];
		const pieces = [..."ab"].map(() => "{").concat(Array(100_000).fill(piece), "\n");
		for await (const line of linesOf(pieces)) lines.push(line);
		expect(lines).toEqual([`{{${"}".repeat(100_000)}`]);
		expect(looks).toBe(100_000);
	});

	it("refuses a line that no event could be", async () => {
		const piece = "x".repeat(16 * 1024 * 1024);
		await expect(gathered(Array(5).fill(piece))).rejects.toMatchObject({ code: "limit_exceeded" });
	});
});
