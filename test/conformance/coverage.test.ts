import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The folders under `stores` that are stores, and have no test file here that runs the suite for them. */
function uncertified(stores: string, tests: string): string[] {
	const isStore = (folder: string): boolean =>
		folder !== "ports" && existsSync(join(stores, folder, "index.ts"));
	const runsSuite = (folder: string): boolean => {
		const file = join(tests, `${folder}.test.ts`);
		return existsSync(file) && readFileSync(file, "utf8").includes(`describeStore("${folder}"`);
	};
	const folders = readdirSync(stores, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	return folders.map(({ name }) => name).filter((name) => isStore(name) && !runsSuite(name));
}

it("ME8: every store that is shipped runs the conformance suite", () => {
	expect(uncertified(join(root, "src/store"), import.meta.dirname)).toEqual([]);
});

it("ME8: a store without a conformance test is found", () => {
	expect(uncertified(join(root, "src/store"), join(root, "src"))).toEqual(["memory", "postgres", "sqlite"]);
});

it("ME8: every suite there is belongs to describeStore", () => {
	const suites = readdirSync(join(root, "src/testing/suites")).map((file) => `./suites/${file}`);
	const source = readFileSync(join(root, "src/testing/describe-store.ts"), "utf8");
	const imported = [...source.matchAll(/import \{ (\w+) \} from "(\.\/suites\/[^"]+)"/g)];
	expect(imported.map(([, , file]) => file).sort()).toEqual(suites.sort());
	for (const [, suite] of imported) expect(source.split(`${suite}`).length).toBeGreaterThan(2);
});
