import { describe, expect, test } from "vitest";
import { checkImports } from "../../tools/check-imports.ts";
import { readSources } from "../../tools/read-imports.ts";
import { root } from "./root.ts";

/** Checks a tree given as path → text. */
const check = (tree: Record<string, string>) =>
	checkImports(Object.entries(tree).map(([path, text]) => ({ path, text })));

/** Checks one import from one file. */
const checkOne = (path: string, specifier: string) =>
	check({ [path]: `import { x } from "${specifier}";\n` });

describe("the import check", () => {
	test("finds nothing wrong with our own sources", () => {
		expect(checkImports(readSources(root("src")))).toEqual([]);
	});

	test.each([
		["error/a.ts", "../event/index.ts", /one way/],
		["event/a.ts", "../state/index.ts", /one way/],
		["state/a.ts", "../store/ports/index.ts", /one way/],
		["store/ports/a.ts", "../../session/index.ts", /one way/],
		["session/a.ts", "../user/index.ts", /one way/],
		["session/a.ts", "../memory/recall.ts", /one way/],
		["memory/a.ts", "../agent/index.ts", /one way/],
		["agent/a.ts", "../turn/index.ts", /one way/],
		["turn/a.ts", "../server/index.ts", /one way/],
		["turn/a.ts", "../holdfast.ts", /one way/],
		["session/a.ts", "../testing/index.ts", /one way/],
		["session/a.ts", "../store/memory/index.ts", /may import backends/],
		["server/a.ts", "../store/sqlite/index.ts", /may import backends/],
		["store/ports/a.ts", "../watchers.ts", /may import backends/],
		["store/memory/a.ts", "../sqlite/index.ts", /another backend/],
		["store/sql/a.ts", "../sqlite/index.ts", /another backend/],
		["store/watchers.ts", "./sql/call.ts", /another backend/],
		["store/sqlite/a.ts", "../../session/index.ts", /ports, state, event and error only/],
		["store/sqlite/a.ts", "../../holdfast.ts", /ports, state, event and error only/],
		["wire/a.ts", "../client/index.ts", /one way/],
		["client/a.ts", "../server/index.ts", /one way/],
		["cli/a.ts", "../server/operation.ts", /only server\/index\.ts/],
		["cli/commands/keys/a.ts", "../../../server/resources/keys.ts", /only server\/index\.ts/],
		["store/memory/a.ts", "node:sqlite", /only store\/sqlite/],
		["session/a.ts", "../../tools/check-imports.ts", /outside src/],
	])("refuses %s → %s and says why", (path, specifier, why) => {
		const problems = checkOne(path, specifier);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatchObject({ file: path, line: 1, what: `may not import "${specifier}"` });
		expect(problems[0]?.why).toMatch(why);
	});

	test.each([
		["event/a.ts", "../error/index.ts"],
		["session/a.ts", "../store/ports/index.ts"],
		["user/a.ts", "../session/index.ts"],
		["memory/a.ts", "../model/index.ts"],
		["server/a.ts", "../holdfast.ts"],
		["server/a.ts", "../wire/session.ts"],
		["cli/a.ts", "../wire/session.ts"],
		["cli/a.ts", "../server/index.ts"],
		["foundation.ts", "./store/memory/index.ts"],
		["index.ts", "./store/memory/index.ts"],
		["config/a.ts", "../store/sqlite/index.ts"],
		["testing/a.ts", "../store/sqlite/index.ts"],
		["testing/a.ts", "../server/index.ts"],
		["store/sqlite/a.ts", "../sql/call.ts"],
		["store/sqlite/a.ts", "../watchers.ts"],
		["store/memory/a.ts", "../../state/index.ts"],
		["store/sqlite/a.ts", "node:sqlite"],
		["session/a.ts", "zod"],
	])("accepts %s → %s", (path, specifier) => {
		expect(checkOne(path, specifier)).toEqual([]);
	});

	test.each([
		["a type import", 'import type { X } from "../session/index.ts";'],
		["a re-export", 'export * from "../session/index.ts";'],
		["an import for its effect", 'import "../session/index.ts";'],
		["a dynamic import", 'const x = await import("../session/index.ts");'],
		["an import type", 'type X = import("../session/index.ts").X;'],
	])("sees %s, and its line", (_form, statement) => {
		expect(check({ "event/a.ts": `// one\n// two\n${statement}\n` })).toMatchObject([
			{ file: "event/a.ts", line: 3 },
		]);
	});

	test("ignores what only looks like an import", () => {
		const text = '// import "../session/index.ts"\nconst x = \'import "../session/index.ts"\';\n';
		expect(check({ "event/a.ts": text })).toEqual([]);
	});

	test("finds an import cycle between files of one folder and names the whole chain", () => {
		const problems = check({
			"event/a.ts": 'import { b } from "./b.ts";',
			"event/b.ts": '\nimport { c } from "./c.ts";',
			"event/c.ts": '\n\nimport type { A } from "./a.ts";',
		});
		expect(problems).toMatchObject([{ file: "event/c.ts", line: 3 }]);
		expect(problems[0]?.what).toContain("event/a.ts → event/b.ts → event/c.ts → event/a.ts");
	});

	test("asks for the place of a folder it does not know", () => {
		const problems = check({ "helpers/a.ts": "export const x = 1;\n" });
		expect(problems).toMatchObject([{ file: "helpers/a.ts", what: expect.stringContaining('"helpers"') }]);
	});
});
