import { HoldfastError } from "../../error/index.ts";
import type { SqliteConnection } from "./connection.ts";
import { migrations } from "./migrations/index.ts";

/**
 * Brings the schema up to date in one transaction. Processes that start at the same time take turns at the
 * write lock; the later ones find nothing left to do.
 */
export async function migrate(connection: SqliteConnection, path: string): Promise<void> {
	const { database } = connection;
	const table = connection.text("{meta}");
	const known = migrations.length;
	const version = (): number => {
		const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
		if (!exists.get(table.slice(1, -1))) return 0;
		const stored = database.prepare(`SELECT value FROM ${table} WHERE key = 'schema_version'`).get();
		return Number(stored?.value ?? 0);
	};
	const refuseNewer = (found: number): void => {
		if (found <= known) return;
		throw new HoldfastError(
			"schema_too_new",
			`database ${path} has schema version ${found}, but this version of Holdfast supports only ${known}; upgrade the holdfast package, or open another file`,
			{ found, known },
		);
	};
	const current = await connection.retry(version);
	refuseNewer(current);
	// Not earlier: this writes to the file, and a refused file must stay unchanged.
	await connection.retry(() => database.exec("PRAGMA journal_mode = WAL"));
	if (current === known) return;
	await connection.retry(() => {
		database.exec("BEGIN IMMEDIATE");
		try {
			// Checked again under the lock: another process may have been faster.
			const from = version();
			refuseNewer(from);
			database.exec(
				`CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
			);
			for (const migration of migrations.slice(from)) database.exec(connection.text(migration));
			database
				.prepare(`INSERT OR REPLACE INTO ${table} (key, value) VALUES ('schema_version', ?)`)
				.run(String(known));
			database.exec("COMMIT");
		} catch (error) {
			connection.rollBack();
			throw error;
		}
	});
}
