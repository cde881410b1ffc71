import type { Store } from "../store/ports/index.ts";
import type { DatabaseConfig } from "./config.ts";

/** The store that a configuration names. A backend is loaded when it is the one. */
export async function openStore(database: DatabaseConfig): Promise<Store> {
	if ("sqlite" in database) {
		const { sqlite } = await import("../store/sqlite/index.ts");
		return sqlite(database.sqlite);
	}
	const { postgres } = await import("../store/postgres/index.ts");
	return postgres(database.postgres);
}
