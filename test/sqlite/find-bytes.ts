import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Which of the database's files (itself, its write-ahead log, its shared memory) hold a text anywhere, used or free. */
export function filesWith(path: string, text: string): string[] {
	const files = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
	return files.filter((name) => readFileSync(join(dirname(path), name)).includes(text));
}
