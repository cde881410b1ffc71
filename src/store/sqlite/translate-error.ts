import { HoldfastError } from "../../error/index.ts";

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** SQLite's primary result code of an error, without the extension in the high bits. */
function resultCode(error: unknown): number | undefined {
	if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
		return undefined;
	return error.errcode & 0xff;
}

/** Another connection holds the lock; the same call will succeed later. */
export function isBusy(error: unknown): boolean {
	const code = resultCode(error);
	return code === BUSY || code === LOCKED;
}

/** An error for cases that SQLite reports as a result. */
export function busyError(message: string): Error {
	return Object.assign(new Error(message), { errcode: BUSY });
}

/** What to do about a file that SQLite cannot read. Its -wal and -shm files belong to it. */
export const mending = (path: string): string =>
	`restore a backup of it; or save what can be read with \`sqlite3 "${path}" .recover | sqlite3 recovered.db\`; or move it away, with its -wal and -shm files, to start with an empty one`;

/** Converts a SQLite error to a HoldfastError. Other errors are returned unchanged. */
export function translateError(error: unknown, path: string): unknown {
	const code = resultCode(error);
	if (code === undefined || !(error instanceof Error)) return error;
	const advice: Record<number, string> = {
		[BUSY]: "another process holds its lock; try again",
		[LOCKED]: "another process holds its lock; try again",
		[READONLY]: "it is read-only; check the permissions of the file and its folder",
		[FULL]: "the disk is full; free some space and try again",
		[CANTOPEN]: "it cannot be opened; check the path and its permissions",
		[NOTADB]: `it is not a SQLite database; choose another path. If it was one, it is damaged: ${mending(path)}`,
		[CORRUPT]: `it is damaged (SQLite says "${error.message}"): ${mending(path)}`,
	};
	const why = advice[code] ?? `SQLite says "${error.message}"`;
	// Other errors persist until somebody fixes the cause.
	const retryable = [BUSY, LOCKED, FULL, IOERR].includes(code);
	const fields = { sqliteCode: code, ...((code === CORRUPT || code === NOTADB) && { damaged: true }) };
	return new HoldfastError("unavailable", `database ${path}: ${why}`, fields, { cause: error, retryable });
}
