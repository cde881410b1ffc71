import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { packageFile } from "../../config/package-files.ts";

const compress = promisify(gzip);

/** A file of the console, ready to be sent. */
export interface ConsoleFile {
	readonly type: string;
	readonly plain: Buffer;
	/** Not there where it would save nothing. */
	readonly zipped: Buffer | undefined;
	readonly etag: string;
	/** Its name changes with its content. */
	readonly isFixed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
};

/**
 * The console as it was built, by path. The list is made once, and only what is in it is ever read: no path that
 * somebody sends leads anywhere else. Undefined where there is no build.
 */
export function openConsoleFiles(
	folder: string = packageFile("dist", "console"),
): ReadonlyMap<string, () => Promise<ConsoleFile>> | undefined {
	if (!existsSync(join(folder, "index.html"))) return undefined;
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const names = entries.flatMap((entry) => {
		if (!entry.isFile() || TYPES[extname(entry.name)] === undefined) return [];
		const path = join(entry.parentPath, entry.name);
		return [path.slice(folder.length).split(sep).join(posix.sep)];
	});
	return new Map(
		names.map((name) => {
			let read: Promise<ConsoleFile> | undefined;
			return [
				name,
				() => {
					read ??= readOne(folder, name).catch((error) => {
						// It may be there the next time.
						read = undefined;
						throw error;
					});
					return read;
				},
			];
		}),
	);
}

async function readOne(folder: string, name: string): Promise<ConsoleFile> {
	const plain = await readFile(join(folder, name));
	const zipped = await compress(plain, { level: 9 });
	return {
		type: TYPES[extname(name)] ?? "application/octet-stream",
		plain,
		zipped: zipped.length < plain.length ? zipped : undefined,
		etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
		isFixed: name.startsWith("/assets/"),
	};
}
