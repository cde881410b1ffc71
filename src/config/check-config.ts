import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";
import { describeIssues, type Problem } from "../agent/describe-issues.ts";
import { isObject } from "../event/index.ts";
import type { Config } from "./config.ts";
import { configFields } from "./config-schema.ts";
import { fillVariables } from "./fill-variables.ts";
import { readDatabase } from "./read-database.ts";
import { readServer } from "./read-server.ts";

export type CheckedConfig = { readonly problems: readonly Problem[] } | { readonly config: Config };

/** Checks a configuration and reports all problems together. `folder` is the folder of the file. */
export function checkConfig(given: unknown, folder: string): CheckedConfig {
	// A file with only comments is valid.
	const { value, problems: unfilled } = fillVariables(given ?? {});
	const result = configFields.safeParse(value);
	const database = readDatabase(isObject(value) ? value.database : undefined, folder);
	const searched =
		isObject(value) && value.search !== undefined ? readServer(value.search, folder) : undefined;
	const agents = findAgents(isObject(value) ? value.agents : undefined, folder);
	const problems = [
		...(result.success ? [] : describeIssues(configFields, result.error.issues)),
		...("problems" in database ? below("database", database.problems) : []),
		...(searched && "problems" in searched ? below("search", searched.problems) : []),
		...agents.problems,
	];
	// Other problems of a text whose variables are missing are only consequences.
	const worth = problems.filter((problem) => !unfilled.some((other) => overlap(problem.path, other.path)));
	if (!result.success || !("database" in database) || unfilled.length + worth.length > 0)
		return { problems: [...unfilled, ...worth] };
	const search = searched && "options" in searched ? searched.options : undefined;
	return { config: toConfig(result.data, { agents: agents.folder, database: database.database, search }) };
}

const below = (key: string, problems: readonly Problem[]): Problem[] =>
	problems.map(({ path, message }) => ({ path: [key, ...path], message }));

/** Whether one path contains the other, or they are the same. */
function overlap(a: Problem["path"], b: Problem["path"]): boolean {
	const shared = Math.min(a.length, b.length);
	return a.slice(0, shared).every((part, i) => part === b[i]);
}

/** The configured folder, which must exist; or `agents` next to the file, which is optional. */
function findAgents(given: unknown, folder: string): { folder?: string; problems: readonly Problem[] } {
	// The schema rejects a value that is not a path.
	if (given !== undefined && (typeof given !== "string" || given === "" || given.includes("\0")))
		return { problems: [] };
	const path = resolve(folder, given ?? "agents");
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { folder: path, problems: [] };
	if (given === undefined) return { problems: [] };
	const message = `the folder ${path} does not exist; create it and add a manifest, e.g. support.yaml`;
	return { problems: [{ path: ["agents"], message }] };
}

interface Found {
	agents: string | undefined;
	database: Config["database"];
	search: Config["search"] | undefined;
}

function toConfig(fields: z.output<typeof configFields>, found: Found): Config {
	const all = { ...fields, ...found };
	return present(all) as Config;
}

/** Removes undefined members, at every depth. */
function present(value: object): object {
	const entries = Object.entries(value).filter(([, item]) => item !== undefined);
	return Object.fromEntries(entries.map(([key, item]) => [key, isObject(item) ? present(item) : item]));
}
