import ts from "typescript";
import type { Passage } from "./passage.ts";
import { readMarkdown } from "./read-markdown.ts";

interface Range {
	start: number;
	end: number;
}

/** Stands for a value that is put into a template. */
const VALUE = "…";

/** One word that begins in lower case is a key, a code or a name, not a text. */
const IDENTIFIER = /^[a-z]\S*$/;

/** `\n` in a string ends a line for its reader, but not in the file. */
const plain = (raw: string): string => raw.replace(/\\[nrt]/g, " ").replace(/\\(.)/g, "$1");

/** The raw text of a string or template, without its quotes; undefined if the node is neither. */
function rawText(node: ts.Node, source: ts.SourceFile): string | undefined {
	if (ts.isStringLiteralLike(node)) return plain(source.text.slice(node.getStart(source) + 1, node.end - 1));
	if (!ts.isTemplateExpression(node)) return undefined;
	let text = plain(source.text.slice(node.head.getStart(source) + 1, node.head.end - 2));
	for (const { expression, literal } of node.templateSpans) {
		const values = source.text.slice(expression.pos, literal.getStart(source));
		const ending = literal.kind === ts.SyntaxKind.TemplateTail ? 1 : 2;
		text += VALUE + values.replace(/[^\n]/g, "");
		text += plain(source.text.slice(literal.getStart(source) + 1, literal.end - ending));
	}
	return text;
}

/** The parts of `"a" + "b" + c`, from left to right. */
function operands(node: ts.Node): ts.Node[] {
	if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [node];
	return [...operands(node.left), ...operands(node.right)];
}

/** Strings that are joined by `+` are one text for their reader. */
function joinText(node: ts.BinaryExpression, source: ts.SourceFile): Passage | undefined {
	const parts = operands(node);
	if (!parts.some((part) => rawText(part, source) !== undefined)) return undefined;
	const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
	const line = lineOf(node.getStart(source));
	let text = "";
	let at = line;
	for (const part of parts) {
		const start = lineOf(part.getStart(source));
		text += "\n".repeat(start - at);
		const end = lineOf(part.end);
		text += rawText(part, source) ?? VALUE + "\n".repeat(end - start);
		at = end;
	}
	return { kind: "string", line: line + 1, text };
}

/** Names of modules and of styles. */
function isForPrograms(node: ts.Node): boolean {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
	return ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && node.name.text === "className";
}

/** Strings, templates and JSX text; and the ranges in which `//` begins no comment. */
function readStrings(source: ts.SourceFile): { strings: Passage[]; literals: Range[] } {
	const strings: Passage[] = [];
	const literals: Range[] = [];
	const add = (node: ts.Node, text: string): void => {
		if (!/[a-z]/i.test(text) || IDENTIFIER.test(text)) return;
		const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
		strings.push({ kind: "string", line: line + 1, text });
	};
	const visit = (node: ts.Node, skipped: boolean): void => {
		let skips = isForPrograms(node);
		if (ts.isJsxText(node)) {
			literals.push({ start: node.pos, end: node.end });
			const text = source.text.slice(node.pos, node.end);
			const { line } = source.getLineAndCharacterOfPosition(node.pos);
			if (/[a-z]/i.test(text)) strings.push({ kind: "string", line: line + 1, text });
		} else if (ts.isStringLiteralLike(node)) {
			literals.push({ start: node.getStart(source), end: node.end });
			const text = skipped ? undefined : rawText(node, source);
			if (text !== undefined) add(node, text);
		} else if (ts.isTemplateExpression(node)) {
			literals.push({ start: node.head.getStart(source), end: node.head.end });
			for (const { literal } of node.templateSpans)
				literals.push({ start: literal.getStart(source), end: literal.end });
			const text = skipped ? undefined : rawText(node, source);
			if (text !== undefined) add(node, text);
		} else if (ts.isRegularExpressionLiteral(node)) {
			literals.push({ start: node.getStart(source), end: node.end });
		} else if (ts.isBinaryExpression(node) && !skipped) {
			const passage =
				node.operatorToken.kind === ts.SyntaxKind.PlusToken ? joinText(node, source) : undefined;
			if (passage) strings.push(passage);
			skips = passage !== undefined;
		} else if (ts.isBinaryExpression(node)) {
			skips = skipped && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
		}
		ts.forEachChild(node, (child) => visit(child, skips));
	};
	visit(source, false);
	literals.sort((a, b) => a.start - b.start);
	return { strings, literals };
}

/** Every comment: outside of literals, `//` and `/*` always begin one. */
function findComments(text: string, literals: readonly Range[]): Range[] {
	const comments: Range[] = [];
	const start = /\/[/*]/g;
	let next = 0;
	for (let match = start.exec(text); match; match = start.exec(text)) {
		while ((literals[next]?.end ?? Infinity) <= match.index) next++;
		const literal = literals[next];
		if (literal && literal.start <= match.index) {
			start.lastIndex = literal.end;
			continue;
		}
		const closing =
			match[0] === "//" ? text.indexOf("\n", match.index) : text.indexOf("*/", match.index + 2) + 2;
		const end = closing < 2 ? text.length : closing;
		comments.push({ start: match.index, end });
		start.lastIndex = end;
	}
	return comments;
}

/** The text of a comment, line by line as in the file. Examples are code: they are left out. */
function commentText(comment: string): string {
	const lines = comment.split("\n").map((line) => line.replace(/^\s*(?:\/\*\*?|\/\/|\*(?!\/))?\s?/, ""));
	let inExample = false;
	return lines
		.map((line) => {
			if (/^\s*@/.test(line)) inExample = /^\s*@example\b/.test(line);
			if (inExample) return "";
			return line.replace(/\*\/$/, "").replace(/^\s*@\w+ ?/, "- ");
		})
		.join("\n");
}

function readComments(
	text: string,
	comments: readonly Range[],
	lineOf: (position: number) => number,
): Passage[] {
	const passages: Passage[] = [];
	let group: { line: number; text: string; end: number } | undefined;
	const flush = (): void => {
		if (!group) return;
		for (const { line, text } of readMarkdown(commentText(group.text), group.line))
			passages.push({ kind: "comment", line, text });
		group = undefined;
	};
	for (const { start, end } of comments) {
		const comment = text.slice(start, end);
		// Comments of one line each that follow one another are one text.
		const continues = group && comment.startsWith("//") && /^\n[ \t]*$/.test(text.slice(group.end, start));
		if (group && continues && group.text.startsWith("//")) {
			group.text += `\n${comment}`;
			group.end = end;
		} else {
			flush();
			group = { line: lineOf(start), text: comment, end };
		}
	}
	flush();
	return passages;
}

/** Comments, strings and JSX text of a TypeScript or JavaScript file. */
export function readTypeScript(path: string, text: string): Passage[] {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
	const { strings, literals } = readStrings(source);
	const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
	return [...readComments(text, findComments(text, literals), lineOf), ...strings];
}
