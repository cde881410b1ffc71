import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { BARE_ENV, type Binaries, binaries } from "./find-binaries.ts";

const run = promisify(execFile);

/** The superuser `postgres` of every server has this password. */
export const PASSWORD = "holdfast";

/** What servers are started from. */
export interface ServerHome extends Binaries {
	/** An initialised data folder, which no server runs on. */
	template: string;
}

/** Copies a folder with its owners and modes. */
export async function copyFolder(from: string, to: string): Promise<void> {
	await run("cp", ["-Rp", from, to], { env: BARE_ENV });
}

/** A checkout may be where the server's user cannot read it: then the programs are copied. */
async function readableNative({ native, user }: Binaries, folder: string): Promise<string> {
	if (!user) return native;
	const program = join(native, "bin", "postgres");
	const { status } = spawnSync(program, ["--version"], { ...user, cwd: "/", env: BARE_ENV });
	if (status === 0) return native;
	const copy = join(folder, "native");
	await copyFolder(native, copy);
	return copy;
}

/**
 * Creates a data folder, which takes seconds: done once, and copied for each server. The folder to do it in belongs to
 * the server's user.
 */
export async function prepareHome(folder: string): Promise<ServerHome> {
	const found = binaries();
	const native = await readableNative(found, folder);
	const passwordFile = join(folder, "password");
	await writeFile(passwordFile, `${PASSWORD}\n`);
	const template = join(folder, "template");
	await run(
		join(native, "bin", "initdb"),
		[
			`--pgdata=${template}`,
			`--pwfile=${passwordFile}`,
			"--username=postgres",
			"--auth=scram-sha-256",
			"--encoding=UTF8",
			"--locale=C",
			"--locale-provider=builtin",
			"--builtin-locale=C.UTF-8",
			"--no-sync",
			"--no-instructions",
		],
		{ ...found.user, cwd: "/", env: BARE_ENV },
	);
	return { ...found, native, template };
}
