import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { howToDepend } from "./how-to-depend.ts";

let parent: string;
beforeAll(() => {
	parent = mkdtempSync(join(tmpdir(), "how-to-depend-"));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const asks = (manifest: object): string => {
	writeFileSync(join(parent, "package.json"), JSON.stringify(manifest));
	return howToDepend(join(parent, "my-agent"), join(parent, "node_modules", "holdfast"), "1.2.3");
};

test("IF4: a project that a checkout makes uses that checkout", () => {
	expect(howToDepend("/work/shop", "/work/holdfast", "1.2.3")).toBe("file:../holdfast");
	expect(howToDepend("/work/holdfast/my-agent", "/work/holdfast", "1.2.3")).toBe("file:..");
});

test("IF4: a project that a packed file makes uses that file", () => {
	expect(asks({ dependencies: { holdfast: "file:../holdfast-1.2.3.tgz" } })).toBe(
		"file:../../holdfast-1.2.3.tgz",
	);
	expect(asks({ devDependencies: { holdfast: "file:holdfast.tgz" } })).toBe("file:../holdfast.tgz");
});

test("IF4: all others get it by its version", () => {
	expect(asks({ dependencies: { holdfast: "^1.0.0" } })).toBe("^1.2.3");
	expect(asks({})).toBe("^1.2.3");
	expect(howToDepend("/a", "/nonexistent/node_modules/holdfast", "1.2.3")).toBe("^1.2.3");
});
