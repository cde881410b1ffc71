import type { VectorIndex } from "../store/ports/index.ts";
import type { PostgresOptions } from "../store/postgres/options/postgres-options.ts";

/** The index that `search:` names; undefined: the database's own. It is loaded when it is named. */
export async function openIndex(search: PostgresOptions | undefined): Promise<VectorIndex | undefined> {
	if (search === undefined) return undefined;
	const { postgresIndex } = await import("../store/postgres/index.ts");
	return postgresIndex(search);
}
