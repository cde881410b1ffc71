import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { importPackage, isMissing } from "./import-package.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

function install(name: string, source: string): void {
	const path = join(folder, "node_modules", name);
	mkdirSync(path, { recursive: true });
	writeFileSync(join(path, "index.js"), source);
	const manifest = {
		name,
		type: "module",
		exports: { ".": { import: "./index.js", default: "./index.js" } },
	};
	writeFileSync(join(path, "package.json"), JSON.stringify(manifest));
}

describe("AG3 where packages of providers are found", () => {
	test("next to Holdfast", async () => {
		expect(await importPackage("@ai-sdk/openai", folder)).toHaveProperty("openai");
	});

	test("or in the project the program was started in", async () => {
		install("holdfast-test-provider", "export const here = true;");
		expect(await importPackage("holdfast-test-provider", folder)).toHaveProperty("here", true);
	});

	test("a package that is not found is missing; one that lacks a dependency is broken", async () => {
		const nowhere = await importPackage("holdfast-no-such-package", folder).catch((error: unknown) => error);
		expect(isMissing(nowhere, "holdfast-no-such-package")).toBe(true);
		install("holdfast-broken-provider", 'import "holdfast-no-such-package";');
		const broken = await importPackage("holdfast-broken-provider", folder).catch((error: unknown) => error);
		expect(broken).toBeInstanceOf(Error);
		expect(isMissing(broken, "holdfast-broken-provider")).toBe(false);
	});
});
