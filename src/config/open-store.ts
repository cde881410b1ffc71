import type { Store } from "../store/ports/index.ts";
import type { PostgresOptions } from "../store/postgres/options/postgres-options.ts";
import type { DatabaseConfig } from "./config.ts";

interface PostgresBackend {
	postgres(options: PostgresOptions): Store;
}

/** The store that a configuration names. A backend is loaded when it is the one. */
export async function openStore(database: DatabaseConfig): Promise<Store> {
	if ("sqlite" in database) {
		const { sqlite } = await import("../store/sqlite/index.ts");
		return sqlite(database.sqlite);
	}
	const backend: string = "../store/postgres/index.ts";
	const { postgres } = (await import(backend)) as PostgresBackend;
	return postgres(database.postgres);
}
