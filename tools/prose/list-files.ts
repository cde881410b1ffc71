import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { ProseFile } from "./check-file.ts";

/** Files and folders with text for people. */
const CHECKED: readonly string[] = [
	"README.md",
	"CONTRIBUTING.md",
	"CHANGELOG.md",
	"bench/peers/README.md",
	"console/src",
	"docs",
	"examples",
	"src",
	"templates",
	"tools/cli-docs",
];

/** Quotes the forms that it forbids. */
const SKIPPED: ReadonlySet<string> = new Set(["docs/style.md"]);

/** Strings in these folders are words and sentences that users say, which the code recognises. */
const WORD_LISTS: readonly string[] = [
	"src/memory/extract/",
	"src/memory/facts/",
	"src/memory/rank/",
	"src/memory/redact/",
	"src/memory/text/",
	"src/model/demo/",
	"src/testing/",
];

const EXTENSIONS = /\.(?:md|tsx?|m?js|yaml)$/;
const IS_TEST = /\.test\.[mc]?[jt]sx?$/;

/** Older versions are history: only the newest section of the changelog is checked. */
function newestSection(changelog: string): string {
	const second = [...changelog.matchAll(/^## /gm)][1];
	return changelog.slice(0, second?.index);
}

function filesBelow(root: string, path: string): string[] {
	if (EXTENSIONS.test(path)) return [path];
	return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && EXTENSIONS.test(entry.name))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** Every file of the project that the lint reads. */
export function listFiles(root: string): ProseFile[] {
	return CHECKED.flatMap((path) => filesBelow(root, path))
		.filter((path) => !SKIPPED.has(path))
		.sort()
		.map((path) => {
			const text = readFileSync(join(root, path), "utf8");
			return {
				path,
				text: path === "CHANGELOG.md" ? newestSection(text) : text,
				commentsOnly: IS_TEST.test(path) || WORD_LISTS.some((folder) => path.startsWith(folder)),
			};
		});
}
