import { createHash } from "node:crypto";

const LONGEST = 64;

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/**
 * A name that models accept: other characters become `_`, and a name that is too long is cut and gets a hash.
 */
function acceptable(full: string): string {
	const clean = full.replaceAll(/[^A-Za-z0-9_-]/gu, "_").replace(/^(?![A-Za-z_])/, "_");
	return clean.length <= LONGEST ? clean : withHash(clean, full);
}

const withHash = (clean: string, full: string): string => `${clean.slice(0, LONGEST - 9)}_${shortHash(full)}`;

/**
 * The names under which a server's tools are offered, by the server's names. All are different: a changed
 * name never takes the place of an unchanged one.
 */
export function mcpToolNames(names: readonly string[], prefix = ""): Map<string, string> {
	const found = new Map<string, string>();
	const taken = new Set<string>();
	const isFine = (name: string): boolean => acceptable(prefix + name) === prefix + name;
	for (const name of [...names].sort((a, b) => Number(isFine(b)) - Number(isFine(a)))) {
		if (found.has(name)) continue;
		const wanted = acceptable(prefix + name);
		const offered = taken.has(wanted) ? withHash(wanted, prefix + name) : wanted;
		taken.add(offered);
		found.set(name, offered);
	}
	return found;
}
