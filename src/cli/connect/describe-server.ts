import { isAbsolute, relative } from "node:path";
import type { DatabaseConfig } from "../../config/config.ts";
import { withoutSecrets } from "./target.ts";

/** A path as you would type it in this folder. */
export function shortPath(path: string, cwd: string): string {
	const short = relative(cwd, path);
	if (short === "") return ".";
	return short.startsWith("..") || isAbsolute(short) ? path : short;
}

/** The database, without secrets. */
export function describeDatabase(database: DatabaseConfig, cwd: string): string {
	if ("sqlite" in database)
		return database.sqlite === ":memory:" ? "memory (lost when it stops)" : shortPath(database.sqlite, cwd);
	const { url, hostname, port, dbname = "postgres" } = database.postgres;
	if (url !== undefined) return withoutSecrets(url);
	return `postgres://${hostname}${port === undefined ? "" : `:${port}`}/${dbname}`;
}
