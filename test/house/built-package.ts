import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { root } from "./root.ts";

const execute = promisify(execFile);

const newest = (folder: string): number => {
	try {
		const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
			entry.isFile(),
		);
		return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
	} catch {
		return 0;
	}
};

const lock = root(".tmp/building");

/** True for the one who may build. Test files run in several processes, and each build begins by removing the last. */
function takeLock(): boolean {
	mkdirSync(root(".tmp"), { recursive: true });
	try {
		// One that is left from a process that was killed does not count.
		if (Date.now() - statSync(lock).mtimeMs > 120_000) rmSync(lock, { recursive: true, force: true });
	} catch {
		// There is none.
	}
	try {
		mkdirSync(lock);
		return true;
	} catch {
		return false;
	}
}

/** Builds the package unless the last build is newer than every source. */
export async function buildPackage(): Promise<void> {
	while (!takeLock()) await sleep(100);
	try {
		if (newest(root("dist")) > Math.max(newest(root("src")), newest(root("console")))) return;
		await execute(process.execPath, [root("tools/build.js")]);
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

/** An empty folder inside the repository, where `holdfast` resolves to the built package. */
export function scratchFolder(name: string): string {
	mkdirSync(root(".tmp"), { recursive: true });
	return mkdtempSync(root(`.tmp/${name}-`));
}

export interface Ended {
	code: number;
	stdout: string;
	stderr: string;
}

/** Runs Node and reports how it ended, whatever the exit code. */
export async function runNode(
	args: string[],
	{ cwd, node = process.execPath, env = {} }: { cwd: string; node?: string; env?: Record<string, string> },
): Promise<Ended> {
	try {
		const all = { ...process.env, ...env };
		return { code: 0, ...(await execute(node, args, { cwd, env: all, timeout: 60_000 })) };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
		if (typeof code !== "number") throw error;
		return { code, stdout, stderr };
	}
}
