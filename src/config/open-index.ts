import type { VectorIndex } from "../store/ports/index.ts";
import type { PostgresOptions } from "../store/postgres/options/postgres-options.ts";

/** Opens the index that `search:` sets; undefined: the index of the database. Loads its code only if needed. */
export async function openIndex(search: PostgresOptions | undefined): Promise<VectorIndex | undefined> {
	if (search === undefined) return undefined;
	const { postgresIndex } = await import("../store/postgres/index.ts");
	return postgresIndex(search);
}
