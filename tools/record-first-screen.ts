/*
 * Writes what a newcomer sees into the README, as it comes out of a real terminal: `node tools/record-first-screen.ts`
 * after `npm run build`. A test compares the README with a new recording.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recordFirstScreen } from "../test/cli/first-screen.ts";

const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { text, picture } = await recordFirstScreen();
const readme = readFileSync(root("README.md"), "utf8");
const block = /(<!-- first screen -->\n```text\n)[\s\S]*?(```\n<!-- \/first screen -->)/;
if (!block.test(readme)) throw new Error("README.md has no block between the marks of the first screen");
writeFileSync(
	root("README.md"),
	readme.replace(block, (_, begin: string, end: string) => `${begin}${text}\n${end}`),
);
mkdirSync(root("docs/images"), { recursive: true });
writeFileSync(root("docs/images/first-screen.svg"), picture);
