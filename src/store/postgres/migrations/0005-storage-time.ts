import type { Migration } from "./migration.ts";

/** When events were stored. */
export const storageTime: Migration = {
	name: "storage time",
	tables: [],
	text: `
-- Milliseconds. NULL for events from before: these count from the time that they carry.
ALTER TABLE {events} ADD COLUMN stored_at BIGINT;
`,
};
