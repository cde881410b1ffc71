import { readExemptions } from "./exemptions.ts";
import { findForms } from "./find-forms.ts";
import type { Passage } from "./passage.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readTypeScript } from "./read-typescript.ts";
import { readYaml } from "./read-yaml.ts";

export interface ProseFile {
	/** Relative to the project, with forward slashes. */
	path: string;
	text: string;
	/** Strings are data, not text for people: only comments are checked. */
	commentsOnly?: boolean;
}

export interface Problem {
	line: number;
	text: string;
}

function readPassages({ path, text, commentsOnly }: ProseFile): Passage[] {
	if (path.endsWith(".md")) return readMarkdown(text);
	if (path.endsWith(".yaml")) return readYaml(text);
	const passages = readTypeScript(path, text);
	return commentsOnly ? passages.filter(({ kind }) => kind === "comment") : passages;
}

/** What is wrong with the words of a file, from top to bottom. */
export function checkFile(file: ProseFile): Problem[] {
	const exemptions = readExemptions(file.text, file.path.endsWith(".md"));
	const coveredBy = new Map(exemptions.map((exemption) => [exemption.line + 1, exemption]));
	const used = new Set<number>();
	const problems: Problem[] = [];
	for (const { line, words, reason, instead } of readPassages(file).flatMap(findForms)) {
		const exemption = coveredBy.get(line);
		if (exemption) used.add(exemption.line);
		else problems.push({ line, text: `"${words}": ${reason}; write ${instead}` });
	}
	for (const { line, reason } of exemptions) {
		if (reason === "") problems.push({ line, text: "prose-ok without a reason; write prose-ok: reason" });
		else if (!used.has(line)) problems.push({ line, text: "prose-ok exempts nothing; delete it" });
	}
	return problems.sort((a, b) => a.line - b.line);
}
