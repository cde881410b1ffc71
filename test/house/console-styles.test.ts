import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./root.ts";

/*
 * The style file of a page stays loaded after somebody has left the page. So every rule in it must be tied to a class that
 * no other file styles and no other folder uses: then it cannot reach another page, in whatever order pages are visited.
 * Only the files of console/src/styles, which are loaded from the start, may style what all pages use.
 */

const SOURCES = root("console/src");
const SHARED = "styles/";

/** The selectors of a style file, each of a list by itself. Nothing is nested but in `@media` and its like. */
function selectorsOf(css: string): string[] {
	const plain = css.replace(/\/\*[\s\S]*?\*\//g, "");
	const found = [...plain.matchAll(/([^{};]+)\{/g)].map(([, head = ""]) => head.trim());
	return found
		.filter((head) => !head.startsWith("@") && !/^(from|to|[\d.]+%)/.test(head))
		.flatMap((head) => head.split(/,(?![^(]*\))/))
		.map((selector) => selector.trim().replace(/\s+/g, " "));
}

const classesIn = (selector: string): string[] =>
	[...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name);

/** What styles of pages do wrong, as sentences. `styles` and `code`: the text of each file by its path. */
function findSlips(styles: ReadonlyMap<string, string>, code: ReadonlyMap<string, string>): string[] {
	const files = new Map([...styles].map(([path, css]) => [path, selectorsOf(css)]));
	/** Which files name a class in a selector. */
	const named = new Map<string, Set<string>>();
	for (const [path, selectors] of files)
		for (const name of selectors.flatMap(classesIn))
			named.set(name, (named.get(name) ?? new Set()).add(path));
	const isOwn = (name: string, path: string): boolean =>
		named.get(name)?.size === 1 && !path.startsWith(SHARED);

	const slips: string[] = [];
	for (const [path, selectors] of files) {
		if (path.startsWith(SHARED)) continue;
		for (const selector of selectors) {
			// What is said of elements without a class says nothing of where they are.
			const classes = classesIn(selector.replace(/:not\([^)]*\)/g, ""));
			if (classes.some((name) => isOwn(name, path))) continue;
			const elsewhere = classes.map((name) => {
				const others = [...(named.get(name) ?? [])].filter((other) => other !== path);
				return `.${name} is also in ${others.join(", ")}`;
			});
			slips.push(`${path}: "${selector}" is tied to no class of this file alone. ${elsewhere.join("; ")}`);
		}
	}
	for (const [path, text] of code) {
		const used = [...text.matchAll(/className=("[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].flatMap(
			([, value = ""]) => value.match(/[A-Za-z_][\w-]*/g) ?? [],
		);
		for (const name of new Set(used)) {
			const [owner, ...others] = named.get(name) ?? [];
			if (owner === undefined || others.length > 0 || owner.startsWith(SHARED)) continue;
			if (dirname(owner) !== dirname(path)) slips.push(`${path} uses .${name}, which belongs to ${owner}`);
		}
	}
	return slips;
}

function read(suffix: string): Map<string, string> {
	const entries = readdirSync(SOURCES, { recursive: true, withFileTypes: true });
	return new Map(
		entries
			.filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => [relative(SOURCES, path).replaceAll("\\", "/"), readFileSync(path, "utf8")] as const),
	);
}

describe("IF5: the styles of one page of the console cannot reach another page", () => {
	test("every rule of a page is tied to a class that only its file styles and only its folder uses", () => {
		const styles = read(".css");
		expect(styles.size).toBeGreaterThan(10);
		expect(findSlips(styles, read(".tsx"))).toEqual([]);
	});

	test.each([
		["the same class in two files", ".row-of-log { color: red }", ".row-of-log { color: blue }", ""],
		["a shared class without a class of the page", ".log { color: red }", ".row { color: blue }", ""],
		["an element without a class", ".log { color: red }", ".list p, table td { color: blue }", ""],
		["what only excludes a class of the page", ".log { color: red }", ".row:not(.list) { color: blue }", ""],
		["a class of another folder", ".log { color: red }", ".list { color: blue }", '<p className="log" />'],
	])("%s is found", (_, one, two, code) => {
		const styles = new Map([
			["styles/base.css", ".row { display: flex }"],
			["pages/one/one.css", one],
			["pages/two/two.css", two],
		]);
		expect(findSlips(styles, new Map([["pages/two/two.tsx", code]])).length).toBeGreaterThan(0);
	});

	test("a class that says more about a class of the page may have a usual name", () => {
		const styles = new Map([
			["styles/base.css", ".row { display: flex }"],
			[
				"pages/one/one.css",
				".log.user, .log > .row { color: red } @media print { .log[open]:has(.row, .user) { margin: 0 } }",
			],
			["pages/two/two.css", ".list.user { color: blue }"],
		]);
		const code = new Map([["pages/one/one.tsx", "<p className={isUser ? 'log user' : 'log'} />"]]);
		expect(findSlips(styles, code)).toEqual([]);
	});
});
