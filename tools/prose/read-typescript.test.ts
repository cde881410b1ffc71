import { describe, expect, test } from "vitest";
import { readTypeScript } from "./read-typescript.ts";

const read = (text: string, path = "a.ts") =>
	readTypeScript(path, text).map(({ kind, line, text }) => [kind, line, text.trim()]);

describe("reading TypeScript", () => {
	test("gives comments of one line, groups of them, and blocks", () => {
		const code = [
			"// One",
			"// text.",
			"let a = 1; // Another.",
			"",
			"/**",
			" * A block.",
			" *",
			" * Its rest.",
			" */",
		];
		expect(read(code.join("\n"))).toEqual([
			["comment", 1, "One\ntext."],
			["comment", 3, "Another."],
			["comment", 6, "A block."],
			["comment", 8, "Its rest."],
		]);
	});

	test("leaves examples out and reads the tags around them", () => {
		const code = [
			"/**",
			" * Adds.",
			" * @param a The first.",
			" * @example",
			" * anew();",
			" * @returns The sum.",
			" */",
		];
		expect(read(code.join("\n"))).toEqual([
			["comment", 2, "Adds."],
			["comment", 3, "a The first."],
			["comment", 6, "The sum."],
		]);
	});

	test("gives strings and templates, with … for values", () => {
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
		const code = ['fail("No such agent.");', "fail(`No agent ${", "\tid", "}, ${n} others\\nhere`);"];
		expect(read(code.join("\n"))).toEqual([
			["string", 1, "No such agent."],
			["string", 2, "No agent …\n\n, … others here"],
		]);
	});

	test("joins strings that are added, each on its line", () => {
		const code = ["const text =", '\t"is told " +', '\t"in the guide of " + name;'];
		expect(read(code.join("\n"))).toEqual([["string", 2, "is told \nin the guide of …"]]);
	});

	test("leaves identifiers, modules and class names out", () => {
		const code = [
			'import x from "./Some Module.ts";',
			'const kind = "household";',
			'<p className="Two beside" />;',
		];
		expect(read(code.join("\n"), "a.tsx")).toEqual([]);
	});

	test("gives the text and the attributes of JSX", () => {
		const code = [
			"const page = (",
			'\t<Field label="Least score">',
			"\t\tIt runs // now.",
			"\t</Field>",
			");",
		];
		expect(read(code.join("\n"), "a.tsx")).toEqual([
			["string", 2, "Least score"],
			["string", 2, "It runs // now."],
		]);
	});

	test("takes neither strings nor regular expressions for comments", () => {
		const code = [
			'const url = "https://Host name";',
			"const slashes = /[/]/* 2;",
			// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
			"const t = `// Not ${a /* A. */} one`;",
		];
		const comments = read(code.join("\n")).filter(([kind]) => kind === "comment");
		expect(comments).toEqual([["comment", 3, "A."]]);
	});
});
