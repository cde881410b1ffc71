// Builds dist/: types by tsc, and the modules of the entries put together into few files, because loading many small
// ones is most of the time a program needs to start. Plain JavaScript, so that an old Node can run it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { build } from "vite";

/** @param {string} path */
const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const manifest = JSON.parse(readFileSync(root("package.json"), "utf8"));
/**
 * When a file, or one below a folder, was last written.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
	const entry = statSync(root(path));
	if (!entry.isDirectory()) return entry.mtimeMs;
	return Math.max(0, ...readdirSync(root(path)).map((name) => newest(`${path}/${name}`)));
}

/** @type {string[]} */
const entries = Object.values(manifest.exports).flatMap((target) => target.default ?? []);
const isPackage = /^[^./]/;
const isCommand = /[\\/]src[\\/]cli[\\/]/;

// `npx holdfast` in a clone prepares the clone again, maybe under a server that runs: what is fresh stays as it is.
const STAMP = "dist/.built";
const SOURCES = [
	"src",
	"console",
	"tools/build.js",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"tsconfig.build.json",
];
if (existsSync(root(STAMP)) && statSync(root(STAMP)).mtimeMs > Math.max(...SOURCES.map(newest)))
	process.exit();

rmSync(root("dist"), { recursive: true, force: true });
const tsc = [root("node_modules/typescript/bin/tsc"), "-p", root("tsconfig.build.json")];
const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
/** @param {readonly string[]} names */
const open = (names) =>
	rolldown({
		input: Object.fromEntries(names.map((name) => [name, root(`src/${name}.ts`)])),
		external: (/** @type {string} */ id) => isPackage.test(id) && !/^[A-Za-z]:[\\/]/.test(id),
		platform: "node",
		logLevel: "warn",
	});

/**
 * The modules that entries load at once, without those that somebody asks for later.
 * @param {readonly string[]} names
 */
async function loadedBy(names) {
	const bundle = await open(names);
	const { output } = await bundle.generate({ format: "esm" });
	await bundle.close();
	const chunks = new Map(
		output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk]] : [])),
	);
	/** @type {Set<string>} */
	const modules = new Set();
	/** @type {Set<string>} */
	const seen = new Set();
	const visit = (/** @type {string} */ fileName) => {
		const chunk = chunks.get(fileName);
		if (!chunk || seen.has(fileName)) return;
		seen.add(fileName);
		for (const id of Object.keys(chunk.modules)) modules.add(id);
		chunk.imports.forEach(visit);
	};
	for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName);
	return modules;
}

// The client is apart, because it runs in browsers. Everything else that a program loads at its start is one file, and so
// is what every command loads: the data of all commands, and the parser. A file that commands and the library share is
// in neither, or a bundler would find the command line in every program.
const [forClient, atStart, forCommands] = [
	await loadedBy(["client/index"]),
	await loadedBy(["index", "store/sqlite/index"]),
	await loadedBy(["cli/main"]),
];
const named = entries.map((file) => file.slice("./dist/".length, -".js".length));
const bundle = await open([...named, "cli/main"]);
await bundle.write({
	dir: root("dist"),
	format: "esm",
	sourcemap: true,
	entryFileNames: "[name].js",
	chunkFileNames: "chunks/[name]-[hash].js",
	codeSplitting: {
		groups: [
			{ name: "base", priority: 5, test: (id) => forCommands.has(id) && forClient.has(id) },
			{ name: "package", priority: 4, test: (id) => forCommands.has(id) && !isCommand.test(id) },
			{ name: "commands", priority: 3, test: (id) => forCommands.has(id) },
			{ name: "wire", priority: 2, test: (id) => forClient.has(id) },
			{ name: "core", priority: 1, test: (id) => atStart.has(id) },
		],
	},
});
await bundle.close();

// The web console, which the server serves. As it is shipped, whatever the environment says.
process.env.NODE_ENV = "production";
await build({ configFile: root("console/vite.config.ts"), logLevel: "warn" });

writeFileSync(root(STAMP), "");
