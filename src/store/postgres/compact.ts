import { migrationText } from "./dialect.ts";
import type { PostgresLink } from "./link.ts";
import { migrations } from "./migrations/index.ts";
import { SEARCH_TABLES } from "./search-index/search-tables.ts";

/**
 * Rewrites the tables, so that no byte of a deleted row is left in their files. Each is locked while it is
 * rewritten. Write-ahead logs, replicas and backups keep their data for as long as they are kept.
 */
export async function compactTables(link: PostgresLink): Promise<void> {
	const client = await link.single(() => {});
	try {
		for (const table of [...migrations.flatMap(({ tables }) => tables), ...SEARCH_TABLES]) {
			const name = migrationText(`{${table}}`, link.settings);
			// The tables of the index exist only with pgvector.
			const { rows } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass($1)", [name]);
			if (rows.length > 0) await client.query(`VACUUM (FULL) ${name}`);
		}
	} catch (error) {
		throw link.translate(error);
	} finally {
		await client.end().catch(() => {});
	}
}
