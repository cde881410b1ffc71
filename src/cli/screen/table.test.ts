import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitText, padText, widthOf, wrapText } from "./fit-text.ts";
import type { Screen, Span } from "./screen.ts";
import { printTable } from "./table.ts";

const textOf = (span: Span): string => (typeof span === "string" ? span : span.text);

/** A screen that keeps what is printed. */
function paper(width: number): { screen: Screen; lines: string[] } {
	const lines: string[] = [];
	const line = (...spans: readonly Span[]): void => void lines.push(spans.map(textOf).join(""));
	const screen = {
		isTty: width < 1_000,
		width,
		line,
		text: line,
		json: () => {},
		raw: async () => {},
		clearLine: () => {},
	};
	return { screen, lines };
}

const anything = fc.string({ unit: "grapheme", maxLength: 60 });

describe("tables", () => {
	const columns = [
		{ title: "ID", value: (row: string[]) => row[0] },
		{ title: "TEXT", value: (row: string[]) => row[1], shrinks: true as const },
		{ title: "N", value: (row: string[]) => row[2]?.length, align: "right" as const },
	];

	test("fit the terminal, whatever is in them", () => {
		const rows = fc.array(fc.tuple(anything, anything, anything));
		fc.assert(
			fc.property(rows, fc.integer({ min: 20, max: 200 }), (given, width) => {
				const { screen, lines } = paper(width);
				printTable(screen, columns, given);
				expect(lines).toHaveLength(given.length + 1);
				for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
			}),
		);
	});

	test("cut nothing where there is no terminal", () => {
		const { screen, lines } = paper(Number.POSITIVE_INFINITY);
		const long = "word ".repeat(500).trim();
		printTable(screen, columns, [["a", long, "xyz"]]);
		expect(lines[1]).toBe(`a   ${long}  3`);
	});

	test("columns stand below each other, also with wide characters", () => {
		const { screen, lines } = paper(80);
		printTable(screen, columns, [
			["日本", "x", "12"],
			["ab", "y", "1"],
		]);
		expect(lines).toEqual(["ID    TEXT  N", "日本  x     2", "ab    y     1"]);
	});
});

describe("text", () => {
	test("is cut between characters as people see them", () => {
		expect(fitText("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5)).toBe("👩‍👩‍👧👩‍👩‍👧…");
		expect(fitText("hello", 5)).toBe("hello");
		expect(padText("a", 3, "right")).toBe("  a");
	});

	test("is wrapped without losing anything but spaces; a character is never cut", () => {
		fc.assert(
			// No character is wider than four columns.
			fc.property(anything, fc.integer({ min: 4, max: 40 }), (given, width) => {
				const lines = wrapText(given, width);
				for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
				expect(lines.join("").replaceAll(/\s/g, "")).toBe(given.replaceAll(/\s/g, ""));
			}),
		);
	});
});
