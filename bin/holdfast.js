#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what it needs; and little of it, so that it starts fast.
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [only, ...more] = process.argv.slice(2);

if (more.length === 0 && (only === "--version" || only === "-V")) {
	const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
	console.log(manifest.version);
} else if (major < 22 || (major === 22 && minor < 16)) {
	const remedy =
		"Install a newer one, e.g. with `nvm install 24` or from https://nodejs.org, and start again.";
	console.error(`Holdfast needs Node 22.16 or newer; this is v${process.versions.node}. ${remedy}`);
	process.exitCode = 1;
} else if (!existsSync(new URL("../dist/cli/main.js", import.meta.url))) {
	console.error("Holdfast is not built yet; run `npm ci`, or `npm run build`, and start again.");
	process.exitCode = 1;
} else {
	nodeModule.enableCompileCache?.();
	const { main } = await import("../dist/cli/main.js");
	await main();
}
