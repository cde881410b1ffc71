import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkFile } from "./prose/check-file.ts";
import { listFiles } from "./prose/list-files.ts";

const check = (path: string, ...lines: string[]) => checkFile({ path, text: lines.join("\n") });
const NO_REASON = "prose-ok without a reason; write prose-ok: reason";
const UNUSED = "prose-ok exempts nothing; delete it";

describe("the prose check", () => {
	test("names the words, the reason and what to write", () => {
		expect(check("a.md", "# Page", "", "Make vectors anew.")).toEqual([
			{ line: 3, text: '"anew": an old word; write "again", or the verb with "re-": "re-embed", "rebuild"' },
		]);
	});

	test("reads Markdown, TypeScript, JSX and YAML", () => {
		expect(check("a.md", "Do it anew.")).toHaveLength(1);
		expect(check("a.ts", "// Do it anew.", 'fail("Do it anew.");')).toMatchObject([{ line: 1 }, { line: 2 }]);
		expect(check("a.tsx", "const a = <p>", "\tDo it anew.", "</p>;")).toMatchObject([{ line: 2 }]);
		expect(check("a.yaml", "# Do it", "# anew.", "instructions: |", "  Do it", "  anew.")).toMatchObject([
			{ line: 2 },
			{ line: 5 },
		]);
	});

	test("reads only the comments of a file whose strings are data", () => {
		const text = '// Do it anew.\nconst words = ["do it anew"];';
		expect(checkFile({ path: "a.ts", text, commentsOnly: true })).toMatchObject([{ line: 1 }]);
	});

	test.each([
		["a.md", "<!-- prose-ok: quotes a log line -->", "Do it anew."],
		["a.ts", "// prose-ok: the name of a column", "// Do it anew."],
		["a.ts", "/* prose-ok: the name of a column */", 'fail("Do it anew.");'],
		["a.yaml", "# prose-ok: a quotation", "instructions: Do it anew."],
	])("exempts the next line in %s: %s", (path, ...lines) => {
		expect(check(path, ...lines)).toEqual([]);
		expect(check(path, ...lines, "", ...lines.slice(1))).toMatchObject([{ line: 4 }]);
	});

	test("exempts the next line in JSX", () => {
		const lines = [
			"const a = (",
			"\t<p>",
			"\t\t{/* prose-ok: a quotation */}",
			"\t\tDo it anew.",
			"\t</p>",
			");",
		];
		expect(check("a.tsx", ...lines)).toEqual([]);
	});

	test("refuses an exemption without a reason, also one that exempts something", () => {
		expect(check("a.ts", "// prose-ok", "// Do it anew.")).toEqual([{ line: 1, text: NO_REASON }]);
		expect(check("a.md", "<!-- prose-ok: -->", "Do it again.")).toEqual([{ line: 1, text: NO_REASON }]);
	});

	test("refuses an exemption that exempts nothing", () => {
		expect(check("a.ts", "// prose-ok: a quotation", "// Do it again.", "// Do it anew.")).toMatchObject([
			{ line: 1, text: UNUSED },
			{ line: 3 },
		]);
	});

	test("takes an exemption in a code block of a page for an example", () => {
		expect(check("a.md", "```ts", "// prose-ok: an example", "```")).toEqual([]);
	});

	test("reads the files that people read, and not the page that quotes the forms", () => {
		const paths = listFiles(fileURLToPath(new URL("..", import.meta.url))).map(({ path }) => path);
		expect(paths).toEqual(
			expect.arrayContaining([
				"README.md",
				"docs/memory.md",
				"examples/README.md",
				"src/index.ts",
				"templates/project/holdfast.yaml",
				"tools/cli-docs/introduction.ts",
				"console/src/app.tsx",
			]),
		);
		expect(paths).not.toContain("docs/style.md");
	});
});
