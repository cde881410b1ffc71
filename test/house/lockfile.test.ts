import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./root.ts";

interface Locked {
	resolved?: string;
	optionalDependencies?: Record<string, string>;
}
const { packages } = JSON.parse(readFileSync(root("package-lock.json"), "utf8")) as {
	packages: Record<string, Locked>;
};

test("the lock file has the binaries of every platform, or npm ci refuses it", () => {
	const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).map((name) => ({ path, name })),
	);
	expect(wanted.length).toBeGreaterThan(0);
	const missing = wanted.filter(
		({ path, name }) =>
			!(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
	);
	expect(missing).toEqual([]);
});

test("the lock file names no host to download from", () => {
	expect(
		Object.values(packages).flatMap(({ resolved }) => (resolved?.startsWith("http") ? [resolved] : [])),
	).toEqual([]);
});
