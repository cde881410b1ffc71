import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Finding } from "../ports/index.ts";
import { IN_MEMORY, type SqliteConnection } from "./connection.ts";
import { migrations } from "./migrations/index.ts";
import { mending } from "./translate-error.ts";

/** With less free space than this, a growing file may soon fail to grow. */
const LITTLE_ROOM = 256 * 1024 * 1024;

function sizeText(bytes: number): string {
	if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KiB`;
	return bytes < 10 * 1024 ** 3
		? `${Math.round(bytes / 1024 ** 2)} MiB`
		: `${Math.round(bytes / 1024 ** 3)} GiB`;
}

/** A file that was written this far in the future means that a clock is or was wrong. */
const FAR_MS = 60_000;

/** The findings about a file. */
export function examineFile(
	connection: SqliteConnection,
	file: string,
	durability: "full" | "normal",
): Finding[] {
	const { database } = connection;
	const { version } = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
	if (file === IN_MEMORY) {
		const message = `SQLite ${version}, in memory: all data is lost when the store closes; use a file path to keep it`;
		return [{ about: "store", status: "warning", message }, schema(connection)];
	}
	const { size, mtimeMs } = statSync(file);
	const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
	const { bavail, bsize } = statfsSync(dirname(file));
	const free = bavail * bsize;
	const room = `the file has ${sizeText(size)}, its journal ${sizeText(journal)}; the disk has ${sizeText(free)} free`;
	return [
		{ about: "store", status: "ok", message: `SQLite ${version}, ${file}, durability ${durability}` },
		schema(connection),
		...integrity(database, file, size),
		free < LITTLE_ROOM
			? { about: "disk", status: "warning", message: `${room}; free some space before writes fail` }
			: { about: "disk", status: "ok", message: room },
		clock(mtimeMs, Date.now()),
	];
}

/** Checking a larger file would block the process for too long. */
const MOST_CHECKED = 64 * 1024 * 1024;

/** Opening reads only a few pages of a file. This check finds damage in the rest. */
function integrity(database: SqliteConnection["database"], file: string, size: number): Finding[] {
	if (size > MOST_CHECKED) return [];
	let said: string;
	try {
		said = String(Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0]);
	} catch (error) {
		said = error instanceof Error ? error.message : String(error);
	}
	if (said === "ok") return [{ about: "integrity", status: "ok", message: "the file is intact" }];
	const message = `the file is damaged (SQLite says "${said.replaceAll(/\s+/g, " ")}"): ${mending(file)}`;
	return [{ about: "integrity", status: "problem", message }];
}

/** Another process with a newer version may have migrated the file since this one opened it. */
function schema(connection: SqliteConnection): Finding {
	const stored = connection.database
		.prepare(`SELECT value FROM ${connection.text("{meta}")} WHERE key = 'schema_version'`)
		.get();
	const [found, known] = [Number(stored?.value ?? 0), migrations.length];
	if (found === known) return { about: "schema", status: "ok", message: `version ${found}, current` };
	const message = `version ${found}, but this version of Holdfast supports only ${known}; upgrade Holdfast and restart`;
	return { about: "schema", status: "problem", message };
}

/**
 * Leases use the clock of this machine. It can only be compared with the time at which the file was written.
 */
function clock(writtenAt: number, now: number): Finding {
	const ahead = writtenAt - now;
	if (ahead <= FAR_MS)
		return {
			about: "clock",
			status: "ok",
			message: `this machine's clock is used: ${new Date(now).toISOString()}`,
		};
	const message = `the file was written ${Math.round(ahead / 1_000)} s ahead of this machine's clock; correct the clock`;
	return { about: "clock", status: "warning", message };
}
