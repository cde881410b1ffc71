import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Finding } from "../ports/index.ts";
import type { SqliteConnection } from "./connection.ts";
import { migrations } from "./migrations/index.ts";

/** Below this much room a file that grows may soon not be able to. */
const LITTLE_ROOM = 256 * 1024 * 1024;

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

/** What there is to know about a file. */
export function examineFile(
	connection: SqliteConnection,
	file: string,
	durability: "full" | "normal",
): Finding[] {
	const { database } = connection;
	const { version } = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
	const findings: Finding[] = [
		{ about: "store", status: "ok", message: `SQLite ${version}, ${file}, durability ${durability}` },
		{ about: "schema", status: "ok", message: `version ${migrations.length}` },
	];
	if (file === ":memory:") return findings;
	const { bavail, bsize } = statfsSync(dirname(file));
	const free = bavail * bsize;
	findings.push({
		about: "disk",
		status: free < LITTLE_ROOM ? "warning" : "ok",
		message: `the file has ${mebibytes(statSync(file).size)}, its disk ${mebibytes(free)} free`,
	});
	return findings;
}
