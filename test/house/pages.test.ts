import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, EVENT_KINDS, EVENT_SOURCES } from "../../src/index.ts";
import { root } from "./root.ts";

const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root() });
const read = (page: string): string => readFileSync(root(page), "utf8");

/** The anchors of a page's headings, as repository websites generate them. */
function anchors(text: string): string[] {
	const headings = text.split("\n").filter((line) => /^#+ /.test(line));
	return headings.map((line) =>
		line
			.replace(/^#+ /, "")
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

describe("pages", () => {
	test.each(pages)("no link of %s is broken", (page) => {
		const links = [...read(page).matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] as string);
		const broken = links.filter((link) => {
			if (/^[a-z]+:/.test(link)) return false;
			const [path = "", anchor] = link.split("#");
			const target = path === "" ? page : join(dirname(page), path);
			if (!existsSync(root(target))) return true;
			return anchor !== undefined && !anchors(read(target)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	test("the list of decisions is complete", () => {
		const list = read("docs/decisions/README.md");
		for (const page of globSync("docs/decisions/0*.md", { cwd: root() })) {
			expect(list).toContain(`(${page.split("/").at(-1)})`);
		}
	});

	test("the protocol names every event kind, source and error code", () => {
		const protocol = read("docs/protocol.md");
		const missing = [...EVENT_KINDS, ...EVENT_SOURCES, ...ERROR_CODES].filter(
			(word) => !protocol.includes(`\`${word}\``),
		);
		expect(missing).toEqual([]);
	});

	test("the files in the architecture table exist", () => {
		const paths = [...read("docs/architecture.md").matchAll(/`((?:[a-z-]+\/)+[a-z-]*(?:\.ts)?)`/g)].map(
			(match) => match[1] as string,
		);
		expect(paths.length).toBeGreaterThan(30);
		expect(paths.filter((path) => !existsSync(root(`src/${path}`)) && !existsSync(root(path)))).toEqual([]);
	});
});
