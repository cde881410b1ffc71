import { blank, type Passage } from "./passage.ts";

const FENCE = /^\s*(?:[-*+] +|\d+[.)] +|> ?)*(`{3,}|~{3,})/;
const LIST_ITEM = /^(\s*(?:>\s?)*(?:[-*+]|\d+[.)]) +)(.*)$/;
const INDENTED = /^(?: {4}|\t)/;
const TABLE_ROW = /^\s*\|/;
const HEADING = /^#{1,6} /;

/** Blanks HTML comments, inline code and quotations, and removes the targets of links. */
function blankMarkup(text: string): string {
	return text
		.replace(/<!--[\s\S]*?-->/g, blank)
		.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, blank)
		.replace(/\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)/g, "]")
		.replace(/"[^"\n]{1,160}(?:\n[^"\n]{1,160})?"/g, blank);
}

/**
 * The prose of a Markdown text: paragraphs, list items, headings and table cells. Code blocks, inline code, HTML
 * comments, link targets and quotations are left out.
 */
export function readMarkdown(text: string, firstLine = 1): Passage[] {
	const passages: Passage[] = [];
	let open: { line: number; lines: string[] } | undefined;
	let inList = false;

	const flush = (): void => {
		if (open) passages.push({ kind: "paragraph", line: open.line, text: blankMarkup(open.lines.join("\n")) });
		open = undefined;
	};

	let fence: string | undefined;
	for (const [index, source] of text.split("\n").entries()) {
		const line = firstLine + index;
		const mark = FENCE.exec(source)?.[1];
		if (fence !== undefined) {
			if (mark?.startsWith(fence)) fence = undefined;
			continue;
		}
		if (mark !== undefined) {
			flush();
			fence = mark;
			continue;
		}
		if (source.trim() === "") {
			flush();
			continue;
		}
		// Four spaces are code, except inside a list, where they continue an item.
		if (!open && !inList && INDENTED.test(source)) continue;
		if (HEADING.test(source)) {
			flush();
			inList = false;
			passages.push({ kind: "heading", line, text: blankMarkup(source.replace(HEADING, "")) });
			continue;
		}
		if (TABLE_ROW.test(source)) {
			flush();
			const cells = blankMarkup(source.replaceAll("\\|", "/")).split("|");
			for (const cell of cells) {
				if (/[a-z]/i.test(cell)) passages.push({ kind: "cell", line, text: cell.trim() });
			}
			continue;
		}
		const item = LIST_ITEM.exec(source);
		if (item) {
			flush();
			inList = true;
			open = { line, lines: [item[2] ?? ""] };
		} else if (open) {
			open.lines.push(source.trim());
		} else {
			if (!/^\s/.test(source)) inList = false;
			open = { line, lines: [source.trim()] };
		}
	}
	flush();
	return passages;
}
