// Builds dist/: types by tsc, and the modules of the entries put together into few files, because loading many small
// ones is most of the time a program needs to start. Plain JavaScript, so that an old Node can run it.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** @param {string} path */
const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const manifest = JSON.parse(readFileSync(root("package.json"), "utf8"));
/** @type {string[]} */
const entries = Object.values(manifest.exports).flatMap((target) => target.default ?? []);
const isPackage = /^[^./]/;

rmSync(root("dist"), { recursive: true, force: true });
const tsc = [root("node_modules/typescript/bin/tsc"), "-p", root("tsconfig.build.json")];
const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const bundle = await rolldown({
	input: Object.fromEntries(
		entries
			.map((file) => file.slice("./dist/".length, -".js".length))
			.map((name) => [name, root(`src/${name}.ts`)]),
	),
	external: (/** @type {string} */ id) => isPackage.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
	platform: "node",
	logLevel: "warn",
});
await bundle.write({
	dir: root("dist"),
	format: "esm",
	sourcemap: true,
	entryFileNames: "[name].js",
	chunkFileNames: "chunks/[name]-[hash].js",
});
await bundle.close();
