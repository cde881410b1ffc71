import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { describe, expect, test } from "vitest";
import { KNOWN_PROVIDERS } from "../../src/model/known-providers.ts";
import { type Import, readImports, readSources, resolveImport } from "../../tools/read-imports.ts";
import { root } from "./root.ts";

const sources = new Map(readSources(root("src")).map((file) => [file.path, file]));

/** The packages that an entry reaches through imports of these sorts, directly or through its own files. */
function reach(entry: string, when: readonly Import["when"][]): Set<string> {
	const packages = new Set<string>();
	const seen = new Set<string>();
	const visit = (path: string): void => {
		if (seen.has(path)) return;
		seen.add(path);
		const file = sources.get(path);
		if (!file) throw new Error(`${path} is imported but does not exist`);
		for (const found of readImports(file)) {
			if (!when.includes(found.when)) continue;
			if (found.specifier.startsWith(".")) visit(resolveImport(path, found.specifier));
			else packages.add(found.specifier);
		}
	};
	visit(entry);
	return packages;
}

const manifest = JSON.parse(readFileSync(root("package.json"), "utf8")) as {
	exports: Record<string, { default: string } | string>;
	dependencies: Record<string, string>;
	peerDependencies: Record<string, string>;
	peerDependenciesMeta: Record<string, { optional?: boolean }>;
};
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
	typeof target === "string"
		? []
		: [{ name, file: target.default.replace("./dist/", "").replace(/\.js$/, ".ts") }],
);
const packageName = (specifier: string): string =>
	specifier
		.split("/")
		.slice(0, specifier.startsWith("@") ? 2 : 1)
		.join("/");

describe("what an entry loads", () => {
	test("the main entry loads zod and Node itself, nothing else, and not node:sqlite", () => {
		const packages = reach("index.ts", ["load"]);
		expect([...packages].filter((name) => !isBuiltin(name))).toEqual(["zod"]);
		expect(packages).not.toContain("node:sqlite");
	});

	test("the AI SDK, YAML and OpenTelemetry are loaded on use", () => {
		const later = ["ai", "yaml", "@opentelemetry/api", "@modelcontextprotocol/sdk"];
		const loaded = [...reach("index.ts", ["load"])].map(packageName);
		expect(loaded.filter((name) => later.includes(name))).toEqual([]);
		const reached = [...reach("index.ts", ["load", "call"])].map(packageName);
		expect(reached).toEqual(expect.arrayContaining(later));
	});

	test("no entry loads node:sqlite before a store is opened", () => {
		for (const { file } of entries) expect(reach(file, ["load"])).not.toContain("node:sqlite");
		expect(reach("store/sqlite/index.ts", ["load", "call"])).toContain("node:sqlite");
	});

	test.each(entries.filter(({ name }) => name !== "./testing"))(
		"$name loads no optional peer",
		({ file }) => {
			const reached = [...reach(file, ["load"])].map(packageName);
			const optional = Object.keys(manifest.peerDependenciesMeta);
			expect(optional).toEqual(expect.arrayContaining(["vitest", "fast-check"]));
			expect(reached.filter((name) => optional.includes(name))).toEqual([]);
		},
	);

	test("every provider that can be named is an optional peer, declared once", () => {
		const isProvider = (name: string): boolean => KNOWN_PROVIDERS.some((known) => known.package === name);
		const declared = Object.entries(manifest.peerDependenciesMeta).filter(([name]) => isProvider(name));
		expect(declared.map(([name]) => name).sort()).toEqual(
			KNOWN_PROVIDERS.map((known) => known.package).sort(),
		);
		expect(declared.every(([, { optional }]) => optional)).toBe(true);
		expect(Object.keys(manifest.peerDependencies).filter(isProvider)).toEqual([]);
	});

	test("every package that the sources import is declared", () => {
		const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
		const used = [...sources.values()].flatMap((file) => readImports(file).map(({ specifier }) => specifier));
		const packages = new Set(
			used.filter((name) => !name.startsWith(".") && !isBuiltin(name)).map(packageName),
		);
		expect([...packages].filter((name) => !declared.includes(name))).toEqual([]);
	});
});
