import { resolve } from "node:path";
import { describeIssues, type Problem } from "../agent/describe-issues.ts";
import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/index.ts";
import {
	type OptionProblem,
	type PostgresOptions,
	postgresOptions,
	readPostgresOptions,
} from "../store/postgres/options/postgres-options.ts";
import { readUrl } from "../store/postgres/options/read-url.ts";
import { fromText } from "./from-text.ts";

export type ReadServer = { readonly problems: readonly Problem[] } | { readonly options: PostgresOptions };

/** Fields that are not text. From an environment variable they arrive as text. */
const WANTED: Readonly<Record<string, "number" | "boolean">> = {
	port: "number",
	pool: "number",
	pollIntervalMs: "number",
	timeoutMs: "number",
	exactUpTo: "number",
	pooler: "boolean",
	listen: "boolean",
	role: "boolean",
	vector: "boolean",
};

/** Reads a PostgreSQL server: a URL, or a block of fields. Paths of problems are relative to it. */
export function readServer(value: unknown, folder: string): ReadServer {
	if (typeof value === "string") {
		const read = checkTogether({ url: value }, folder);
		// A URL has no fields to point at.
		return "options" in read
			? read
			: { problems: read.problems.map(({ message }) => ({ path: [], message })) };
	}
	const { block, written, problems } = toBlock(value);
	if (problems.length > 0) return { problems };
	const result = postgresOptions.safeParse(block);
	const read = result.success
		? checkTogether(block as PostgresOptions, folder)
		: { problems: describeIssues(postgresOptions, result.error.issues) };
	if ("options" in read) return read;
	return {
		problems: read.problems.map(({ path: [first, ...rest], message }) => ({
			path: first === undefined ? [] : [written.get(String(first)) ?? first, ...rest],
			message,
		})),
	};
}

/** The block with the names of the options: `table_prefix` also works for `tablePrefix`. */
function toBlock(value: unknown): { block: unknown; written: Map<string, string>; problems: Problem[] } {
	const written = new Map<string, string>();
	if (!isObject(value)) return { block: value, written, problems: [] };
	const problems: Problem[] = [];
	const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
		const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
		const name = Object.hasOwn(postgresOptions.shape, camel) ? camel : key;
		const other = written.get(name);
		if (other !== undefined)
			problems.push({ path: [key], message: `is already set as ${other}; remove one of them` });
		written.set(name, key);
		const wanted = Object.hasOwn(WANTED, name) ? WANTED[name] : undefined;
		return [name, wanted === undefined ? item : fromText(item, wanted)];
	});
	return { block: Object.fromEntries(entries), written, problems };
}

/** Checks combinations of fields, and files. Paths are relative to the configuration file. */
function checkTogether(given: PostgresOptions, folder: string): ReadServer {
	try {
		const { sslrootcert = given.url === undefined ? undefined : readUrl(given.url, "url").sslrootcert } =
			given;
		const isPath = sslrootcert !== undefined && sslrootcert !== "system";
		const options = isPath ? { ...given, sslrootcert: resolve(folder, sslrootcert) } : given;
		readPostgresOptions(options);
		return { options };
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		const issues = error.issues as readonly OptionProblem[];
		return { problems: issues.map(({ field, message }) => ({ path: field === "" ? [] : [field], message })) };
	}
}
