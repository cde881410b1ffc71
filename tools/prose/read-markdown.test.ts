import { describe, expect, test } from "vitest";
import { lineAt } from "./passage.ts";
import { readMarkdown } from "./read-markdown.ts";

const read = (text: string) => readMarkdown(text).map(({ kind, line, text }) => [kind, line, text]);

describe("reading Markdown", () => {
	test("gives headings, paragraphs, list items and cells with their lines", () => {
		const page = [
			"# Title",
			"",
			"A paragraph",
			"of two lines.",
			"",
			"- one",
			"  and more",
			"- two",
			"",
			"| a | b |",
			"|---|---|",
			"| c | d |",
		];
		expect(read(page.join("\n"))).toEqual([
			["heading", 1, "Title"],
			["paragraph", 3, "A paragraph\nof two lines."],
			["paragraph", 6, "one\nand more"],
			["paragraph", 8, "two"],
			["cell", 10, "a"],
			["cell", 10, "b"],
			["cell", 12, "c"],
			["cell", 12, "d"],
		]);
	});

	test("leaves code blocks out, fenced and indented", () => {
		const page = ["Before.", "", "```ts", "anew();", "```", "", "    anew", "", "After."];
		expect(read(page.join("\n"))).toEqual([
			["paragraph", 1, "Before."],
			["paragraph", 9, "After."],
		]);
	});

	test("reads an indented paragraph of a list item", () => {
		expect(read("1. First.\n\n    Its second paragraph.\n")).toEqual([
			["paragraph", 1, "First."],
			["paragraph", 3, "Its second paragraph."],
		]);
	});

	test("blanks code, comments and quotations, and drops the targets of links", () => {
		expect(read('Set `anew` to "anew". <!-- anew --> [Page](docs/anew.md) ends.')).toEqual([
			["paragraph", 1, "Set ______ to ______. _____________ [Page] ends."],
		]);
	});

	test("keeps line breaks inside of what it blanks", () => {
		const [passage] = readMarkdown("See `a\nb` and\nc.");
		expect(passage && lineAt(passage, passage.text.indexOf("c."))).toBe(3);
	});
});
