import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

/** One file of a source tree. The path is relative to the root of the tree, with forward slashes. */
export interface SourceFile {
	path: string;
	text: string;
}

export interface Import {
	specifier: string;
	line: number;
	/** `load`: runs when the file is loaded. `call`: `import()`. `type`: removed by the compiler. */
	when: "load" | "call" | "type";
}

/** Every TypeScript file below a folder, without tests. */
export function readSources(root: string): SourceFile[] {
	return readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort()
		.map((file) => ({
			path: relative(root, file).split(sep).join("/"),
			text: readFileSync(file, "utf8"),
		}));
}

/** Every import and re-export of a file, whatever its form. */
export function readImports({ path, text }: SourceFile): Import[] {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const found: Import[] = [];
	const add = (node: ts.Node | undefined, when: Import["when"]): void => {
		if (!node || !ts.isStringLiteralLike(node)) return;
		const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
		found.push({ specifier: node.text, line: line + 1, when });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) {
			const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
			add(node.moduleSpecifier, typeOnly ? "type" : "load");
		} else if (ts.isExportDeclaration(node)) {
			add(node.moduleSpecifier, node.isTypeOnly ? "type" : "load");
		} else if (ts.isImportTypeNode(node)) {
			add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, "type");
		} else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
			add(node.arguments[0], "call");
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Resolves a relative import to a path of the same tree. A leading `..` stays if it leaves the tree. */
export function resolveImport(from: string, specifier: string): string {
	const parts = from.split("/").slice(0, -1);
	for (const part of specifier.split("/")) {
		if (part === ".") continue;
		if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
		else parts.push(part);
	}
	return parts.join("/");
}
