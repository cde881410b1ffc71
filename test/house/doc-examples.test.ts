import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "./built-package.ts";
import { codeBlocks } from "./code-blocks.ts";
import { root } from "./root.ts";

/** A module made of examples. Every line stands where it stands in its source, so that errors point there. */
interface Example {
	source: string;
	text: string;
}

const pad = (text: string, line: number): string => "\n".repeat(line - 1) + text;

/** All TypeScript blocks of a page are one module: later ones use what earlier ones declare. */
function examplesOfPage(path: string): Example[] {
	const blocks = codeBlocks(readFileSync(root(path), "utf8"), "ts");
	let text = "";
	for (const block of blocks) text += pad(block.text, block.line - (text.split("\n").length - 1));
	return blocks.length === 0 ? [] : [{ source: path, text }];
}

/** Each block of an `@example` is a module of its own. */
function examplesOfSource(path: string): Example[] {
	const lines = readFileSync(root(path), "utf8").split("\n");
	// Outside of doc comments nothing remains; inside, what stands behind the star.
	const comments = lines.map((line) => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? "").join("\n");
	return codeBlocks(comments, "ts").map((block) => ({ source: path, text: pad(block.text, block.line) }));
}

const pages = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: root() });
const sources = globSync("src/**/*.ts", { cwd: root() });
const examples = [...pages.flatMap(examplesOfPage), ...sources.flatMap(examplesOfSource)];
/** Proves that errors are found, and at which line. */
const wrong: Example = {
	source: "wrong.md",
	text: pad('import { holdfast } from "holdfast";\nawait (await holdfast()).noSuchThing();\n', 7),
};

const folder = scratchFolder("doc-examples");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says about the examples, as `page:line message`. */
function typeErrors(given: readonly Example[]): string[] {
	const files = given.map(({ text }, i) => {
		const file = join(folder, `example-${i}.ts`);
		writeFileSync(file, `${text}\nexport {};\n`);
		return file;
	});
	const { config } = ts.readConfigFile(root("tsconfig.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root());
	const program = ts.createProgram(files, { ...options, noUnusedLocals: false, noUnusedParameters: false });
	return given.flatMap(({ source }, i) => {
		const file = program.getSourceFile(files[i] as string) as ts.SourceFile;
		const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
		return found.map(({ start = 0, messageText }) => {
			const { line } = file.getLineAndCharacterOfPosition(start);
			return `${source}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
		});
	});
}

test("every TypeScript example in the documentation and in doc comments type-checks", () => {
	expect(examples.map((example) => example.source)).toContain("README.md");
	expect(examples.map((example) => example.source)).toContain("src/holdfast.ts");
	expect(typeErrors([...examples, wrong])).toEqual([expect.stringMatching(/^wrong\.md:8 .*noSuchThing/)]);
});
