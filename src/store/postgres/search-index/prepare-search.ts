import type { PostgresLink } from "../link.ts";
import { migrate } from "../migrate.ts";
import { searchMigrations } from "./search-tables.ts";
import { needVectors, type VectorExtension } from "./vector-extension.ts";

/**
 * Finds pgvector and creates the tables of the index. Must come before the roles are prepared: they need the
 * tables.
 */
export async function prepareSearch(link: PostgresLink): Promise<VectorExtension> {
	const extension = await needVectors(link);
	if ("reason" in extension) return extension;
	await migrate(link, {
		known: searchMigrations(extension.schema),
		keys: { version: "search_version", complete: "search_complete" },
	});
	return extension;
}
