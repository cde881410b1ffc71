import { resolve } from "node:path";
import type { Problem } from "../agent/describe-issues.ts";
import type { DatabaseConfig } from "./config.ts";
import { readServer } from "./read-server.ts";

export type ReadDatabase = { readonly problems: readonly Problem[] } | { readonly database: DatabaseConfig };

const FORMS = "must be postgres://…, sqlite:./file.db, or a block with hostname, password and so on";
/** The default database of servers and the command line. */
const DEFAULT_FILE = ".holdfast/holdfast.db";

/** Reads `database:`. Messages never show its value, because it contains the password. */
export function readDatabase(value: unknown, folder: string): ReadDatabase {
	if (value === undefined) return { database: { sqlite: resolve(folder, DEFAULT_FILE) } };
	if (value === null) return refuse(`is empty; it ${FORMS}; remove the line to use the default SQLite file`);
	if (typeof value !== "object" && typeof value !== "string") return refuse(FORMS);
	if (typeof value === "string" && !/^postgres(?:ql)?:/i.test(value.trim())) return readFile(value, folder);
	const read = readServer(value, folder);
	return "options" in read ? { database: { postgres: read.options } } : read;
}

function readFile(text: string, folder: string): ReadDatabase {
	const scheme = /^sqlite:/i;
	const path = text.replace(scheme, "");
	if (path.includes("\0")) return refuse("must not contain NUL");
	if (!scheme.test(text) && !/\.db$/i.test(text)) return refuse(FORMS);
	// Tools disagree on whether the third or the fourth slash is the root.
	if (path.startsWith("//")) return refuse("must be sqlite:./file.db or sqlite:/folder/file.db, without //");
	if (path === "") return refuse("must name a file after sqlite:");
	return { database: { sqlite: path === ":memory:" ? path : resolve(folder, path) } };
}

const refuse = (message: string): ReadDatabase => ({ problems: [{ path: [], message }] });
