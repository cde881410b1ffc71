/*
 * Writes the first screen of a new user into the README, as a real terminal shows it: `node
 * tools/record-first-screen.ts` after `npm run build`. A test compares the README with a new recording.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recordFirstScreen } from "../test/cli/first-screen.ts";

const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { text, picture } = await recordFirstScreen();
const readme = readFileSync(root("README.md"), "utf8");
const block = /(<!-- first screen -->\n```text\n)[\s\S]*?(```\n<!-- \/first screen -->)/;
if (!block.test(readme)) throw new Error("README.md: the markers of the first screen are missing");
writeFileSync(
	root("README.md"),
	readme.replace(block, (_, begin: string, end: string) => `${begin}${text}\n${end}`),
);
mkdirSync(root("docs/images"), { recursive: true });
writeFileSync(root("docs/images/first-screen.svg"), picture);
