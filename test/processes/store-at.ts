import type { Store } from "../../src/index.ts";
import { type PostgresOptions, postgres } from "../../src/store/postgres/index.ts";
import { type SqliteOptions, sqlite } from "../../src/store/sqlite/index.ts";

/**
 * Where several processes share a store: the path of a SQLite file, or the URL of a PostgreSQL database with a schema
 * behind `#`. Text, so that it can be handed to any process.
 */
export type Place = string;

export const placeOf = (url: string, schema: string): Place => `${url}#${schema}`;

export const isPostgres = (place: Place): boolean => place.startsWith("postgres");

/** The schema and the URL of a place on PostgreSQL. */
export function schemaAt(place: Place): { url: string; schema: string } {
	const [url = "", schema = ""] = place.split("#");
	return { url, schema };
}

export interface StoreOptions {
	sqlite?: SqliteOptions;
	postgres?: PostgresOptions;
}

/** The store at a place, as this process sees it. */
export function storeAt(place: Place, options: StoreOptions = {}): Store {
	if (!isPostgres(place)) return sqlite(place, options.sqlite);
	const { url, schema } = schemaAt(place);
	return postgres(url, { schema, ...options.postgres });
}
