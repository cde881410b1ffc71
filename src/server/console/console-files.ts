import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { packageFile } from "../../config/package-files.ts";

const compress = promisify(gzip);

/** A file of the console, ready to send. */
export interface ConsoleFile {
	readonly type: string;
	readonly plain: Buffer;
	/** Absent if compression would save nothing. */
	readonly zipped: Buffer | undefined;
	readonly etag: string;
	/** Whether its name changes with its content. */
	readonly isFixed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
};

/**
 * The built console, by path. The list is created once, and only files in it are ever read, whatever path a caller
 * sends. Undefined if there is no build.
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
						// The file may be readable next time.
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
