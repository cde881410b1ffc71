import { HoldfastError } from "./holdfast-error.ts";

/** The oldest supported Node version; the same as `engines` in package.json. */
export const OLDEST_NODE = "22.16";

/** Throws if Node is too old. Without a version (for example in a browser) there is nothing to check. */
export function checkNode(version: string | undefined): void {
	if (version === undefined) return;
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const [neededMajor = 0, neededMinor = 0] = OLDEST_NODE.split(".").map(Number);
	if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
	throw new HoldfastError(
		"capability_missing",
		`Holdfast needs Node ${OLDEST_NODE} or newer; this is v${version}. Install a newer one, e.g. with \`nvm install 24\` or from https://nodejs.org, and start again.`,
		{ needed: OLDEST_NODE, found: version },
	);
}

// Checked at import. Otherwise a run would fail later, on a function that an old Node does not have.
checkNode(globalThis.process?.versions?.node);
