import type { Store } from "../store/ports/index.ts";
import type { DatabaseConfig } from "./config.ts";

/** Opens the store of a configuration. Loads only the code of that store. */
export async function openStore(database: DatabaseConfig): Promise<Store> {
	if ("sqlite" in database) {
		const { sqlite } = await import("../store/sqlite/index.ts");
		return sqlite(database.sqlite);
	}
	const { postgres } = await import("../store/postgres/index.ts");
	return postgres(database.postgres);
}
