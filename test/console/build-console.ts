import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { root } from "../house/root.ts";
import { NO_BROWSER } from "./browser.ts";

const newest = (folder: string): number =>
	Math.max(
		0,
		...readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
	);

function builtAt(): number {
	try {
		return statSync(root("dist/console/index.html")).mtimeMs;
	} catch {
		return 0;
	}
}

/** Once, before the first test. */
export default async function setup(): Promise<void> {
	// Unpacks the browser. Workers that did it at the same time would start a file that is still being written.
	if (NO_BROWSER === undefined) await chromium.executablePath();
	buildConsole();
}

/** Builds the console, unless the last build is newer than every source. */
function buildConsole(): void {
	if (builtAt() > Math.max(newest(root("console")), newest(root("src/client")))) return;
	// Put in place in one step: another run of tests may be reading the last build.
	const made = root(`.tmp/console-${process.pid}`);
	const old = `${made}-old`;
	const command = [root("node_modules/vite/bin/vite.js"), "build", root("console"), "--outDir", made];
	// As it is shipped: what tests say of themselves in the environment is not for the build.
	execFileSync(process.execPath, command, { env: { ...process.env, NODE_ENV: "production" }, stdio: "pipe" });
	mkdirSync(root("dist"), { recursive: true });
	try {
		renameSync(root("dist/console"), old);
	} catch {
		// There was none.
	}
	renameSync(made, root("dist/console"));
	rmSync(old, { recursive: true, force: true });
}
