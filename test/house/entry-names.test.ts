import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "./root.ts";

const MAIN = root("src/index.ts");
const STORE = root("src/store/index.ts");
const PORTS = root("src/store/ports/index.ts");

let checker: ts.TypeChecker;
let namesOf: (file: string) => ts.Symbol[];

beforeAll(() => {
	const { config } = ts.readConfigFile(root("tsconfig.json"), ts.sys.readFile);
	const files = [MAIN, STORE, PORTS];
	const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root());
	const program = ts.createProgram(files, options);
	checker = program.getTypeChecker();
	namesOf = (file) => {
		const source = program.getSourceFile(file) as ts.SourceFile;
		return checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
	};
});

const original = (symbol: ts.Symbol): ts.Symbol =>
	symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Whether an entry exports a value as a type: an editor offers it, but it cannot be called. */
const isTypeOnlyValue = (symbol: ts.Symbol): boolean =>
	(original(symbol).flags & ts.SymbolFlags.Value) !== 0 &&
	(symbol.declarations ?? []).some((declared) => ts.isTypeOnlyImportOrExportDeclaration(declared));

describe("the names of the entries", () => {
	test("the main entry has the port types that its signatures mention, and no others", () => {
		const ports = new Set(namesOf(PORTS).map(original));
		const kept = namesOf(MAIN).filter((symbol) => ports.has(original(symbol)));
		expect(kept.map(({ name }) => name).sort()).toEqual([
			"Capabilities",
			"ErasureCounts",
			"FactStatus",
			"FactsByStatus",
			"Finding",
			"RunStatus",
			"Store",
			"VectorIndex",
		]);
	});

	test("every value that an entry offers can be called", () => {
		for (const file of [MAIN, STORE]) expect(namesOf(file).filter(isTypeOnlyValue)).toEqual([]);
	});

	test("every name of holdfast/store has a doc comment", () => {
		const without = namesOf(STORE).filter(
			(symbol) => original(symbol).getDocumentationComment(checker).length === 0,
		);
		expect(without.map(({ name }) => name)).toEqual([]);
	});
});
