// Starts an example: `node examples/start.js support`. This file is plain JavaScript, so an old Node can run it and print the error.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const name = process.argv[2] ?? "plain-chat";
const example = new URL(`./${name}/${name}.ts`, import.meta.url);

/** @param {string} message */
function refuse(message) {
	console.error(message);
	process.exitCode = 1;
}

if (major < 22 || (major === 22 && minor < 16)) {
	refuse(
		`Holdfast needs Node 22.16 or newer; this is v${process.versions.node}. Run \`npm ci\` and then \`npm run example\`, which uses its own Node, or install a newer one.`,
	);
} else if (!/^[a-z0-9-]+$/.test(name) || !existsSync(example)) {
	const entries = readdirSync(new URL(".", import.meta.url), { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	refuse(`There is no example "${name}"; examples: ${names.join(", ")}`);
} else if (!existsSync(new URL("../dist/index.js", import.meta.url))) {
	refuse("Holdfast is not built yet. Run `npm ci` or `npm run build`, then start the example again.");
} else if (process.features.typescript) {
	await import(example.href);
} else {
	// Node up to 22.17 needs a flag to run TypeScript.
	const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
	const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(example)], { stdio: "inherit" });
	process.exitCode = status ?? 1;
}
