import { isAbsolute, relative } from "node:path";
import type { DatabaseConfig } from "../../config/config.ts";
import { HoldfastError } from "../../error/index.ts";
import { resolveModel } from "../../model/resolve-model.ts";
import type { AgentInfo } from "../../turn/index.ts";
import { withoutSecrets } from "./target.ts";

/** A path as one would type it here. */
export function shortPath(path: string, cwd: string): string {
	const short = relative(cwd, path);
	if (short === "") return ".";
	return short.startsWith("..") || isAbsolute(short) ? path : short;
}

/** Where everything is kept, without secrets. */
export function describeDatabase(database: DatabaseConfig, cwd: string): string {
	if ("sqlite" in database)
		return database.sqlite === ":memory:" ? "memory, until it stops" : shortPath(database.sqlite, cwd);
	const { url, hostname, port, dbname = "postgres" } = database.postgres;
	if (url !== undefined) return withoutSecrets(url);
	return `postgres://${hostname}${port === undefined ? "" : `:${port}`}/${dbname}`;
}

/** What keeps the models of agents from answering: a package that is not installed, say. One line each. */
export async function checkModels(agents: readonly AgentInfo[]): Promise<string[]> {
	const names = [...new Set(agents.map(({ model }) => model))];
	const checked = await Promise.all(names.map(problemOf));
	return checked.filter((problem) => problem !== undefined);
}

async function problemOf(name: string): Promise<string | undefined> {
	try {
		await resolveModel(name);
		return undefined;
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		return error.message;
	}
}
