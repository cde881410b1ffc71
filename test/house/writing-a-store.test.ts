import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { scratchFolder } from "./built-package.ts";
import { codeBlocks } from "./code-blocks.ts";
import { root } from "./root.ts";

/*
 * The store that the guide builds passes the suites that the guide names. Its code runs as it is on the page,
 * up to the block that declares the tests. Only the entries are those of the sources.
 */
const page = readFileSync(root("docs/guides/writing-a-store.md"), "utf8");
const blocks = codeBlocks(page, "ts").map(({ text }) => text);
const last = blocks.findIndex((text) => text.includes('describeStore(\n\t"json file"'));
if (last === -1) throw new Error("the guide no longer tests its store");
const code = blocks
	.slice(0, last + 1)
	.join("\n")
	.replaceAll(/from "holdfast\/(\w+)"/g, (_, entry: string) => `from "${root(`src/${entry}/index.ts`)}"`);

const folder = scratchFolder("writing-a-store");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "json-file.ts");
writeFileSync(file, code);
await import(file);
