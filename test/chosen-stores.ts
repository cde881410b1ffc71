import { inject } from "vitest";

/** A store that a test file can run on. `http`: a client of a server. */
export type StoreKind = "sqlite" | "http" | "postgres";

declare module "vitest" {
	export interface ProvidedContext {
		stores: readonly StoreKind[];
	}
}

/** True if this run of the file is for the store: `npm test` is for SQLite and HTTP, the rest of `test:all` for PostgreSQL. */
export const isChosen = (store: StoreKind): boolean => inject("stores").includes(store);
