import { migrationText } from "./dialect.ts";
import type { PostgresLink } from "./link.ts";
import { migrations } from "./migrations/index.ts";

/**
 * Rewrites the tables, so that no byte of a deleted row is left in their files. Each is locked while it is rewritten. Write-
 * ahead logs, replicas and backups keep what they have for as long as they are kept.
 */
export async function compactTables(link: PostgresLink): Promise<void> {
	const client = await link.single(() => {});
	try {
		for (const table of migrations.flatMap(({ tables }) => tables)) {
			await client.query(`VACUUM (FULL) ${migrationText(`{${table}}`, link.settings)}`);
		}
	} catch (error) {
		throw link.translate(error);
	} finally {
		await client.end().catch(() => {});
	}
}
