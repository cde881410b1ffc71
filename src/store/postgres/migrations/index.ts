import { foundation } from "./0001-foundation.ts";
import { appending } from "./0002-appending.ts";
import type { Migration } from "./migration.ts";

/** In order; the schema version of a database is how many of these it has had. Never edit one that was released. */
export const migrations: readonly Migration[] = [foundation, appending];
export type { Migration };
