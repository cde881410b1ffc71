import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { buildPackage } from "../house/built-package.ts";
import { root } from "../house/root.ts";
import { recordFirstScreen, withoutChance } from "./first-screen.ts";
import { FROM_SOURCE } from "./start-process.ts";

beforeAll(async () => {
	if (!FROM_SOURCE) await buildPackage();
});

const read = (path: string): string => readFileSync(root(path), "utf8");

test("the first screen of the README is what a newcomer sees; if not, run: node tools/record-first-screen.ts", async () => {
	const shown = /<!-- first screen -->\n```text\n([\s\S]*?)\n```\n/.exec(read("README.md"))?.[1] ?? "";
	const { text } = await recordFirstScreen();
	expect(withoutChance(shown)).toBe(withoutChance(text));
	// What the README says to type is what was recorded.
	const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
	expect(scripts.start).toBe("node bin/holdfast.js dev");
	// The picture shows the same words.
	const drawn = read("docs/images/first-screen.svg");
	for (const words of ["Holdfast", "I live in Lisbon.", "total"]) expect(drawn).toContain(words);
});
