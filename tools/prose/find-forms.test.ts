import { describe, expect, test } from "vitest";
import { bannedForms } from "./banned-forms.ts";
import { findForms } from "./find-forms.ts";
import type { Passage } from "./passage.ts";
import { readMarkdown } from "./read-markdown.ts";

/** The reasons why a paragraph is refused. */
const reasons = (text: string): string[] =>
	readMarkdown(text)
		.flatMap(findForms)
		.map(({ reason }) => reason);

const find = (kind: Passage["kind"], text: string): string[] =>
	findForms({ kind, line: 1, text }).map(({ words }) => words);

describe("a banned form", () => {
	test.each(bannedForms.map((form) => [form.bad, form] as const))("is found in: %s", (_, form) => {
		expect(reasons(form.bad)).toContain(form.reason);
	});

	test.each(bannedForms.map((form) => [form.good, form] as const))("is not found in: %s", (_, form) => {
		expect(reasons(form.good)).toEqual([]);
	});

	test("is found across a line break, on the line where it begins", () => {
		const text = "One line.\nWhat it means is\ntold in the guide.";
		expect(findForms({ kind: "paragraph", line: 10, text })).toMatchObject([
			{ line: 11, words: "is told in" },
		]);
	});

	test("that is long is shortened in the report", () => {
		const text = `Who ${"waits ".repeat(20)}is late.`;
		const [words = ""] = find("paragraph", text);
		expect(words).toMatch(/^Who waits .*…$/);
		expect(words.length).toBeLessThanOrEqual(60);
	});

	test("that begins a sentence is no form in a question, a heading, a cell or the label of a comment", () => {
		const statement = "Who waits looks again.";
		expect(find("paragraph", statement)).toEqual([statement]);
		expect(find("paragraph", "Who looks again?")).toEqual([]);
		expect(find("heading", statement)).toEqual([]);
		expect(find("cell", statement)).toEqual([]);
		expect(find("comment", "Who made the fact. It may be a model.")).toEqual([]);
		expect(find("comment", `The line of runs. ${statement}`)).toEqual([statement]);
	});

	test("is reported once where two patterns find it", () => {
		expect(find("paragraph", "The client reads behind the last offset.")).toEqual(["reads behind"]);
	});

	test("keeps its letter case where that matters", () => {
		expect(find("string", "Took")).toEqual(["Took"]);
		expect(find("string", "took")).toEqual([]);
	});
});
