import { foundation } from "./0001-foundation.ts";
import { runs } from "./0002-runs.ts";
import { memory } from "./0003-memory.ts";
import { deliveries } from "./0004-deliveries.ts";
import { storageTime } from "./0005-storage-time.ts";
import { subscriptions } from "./0006-subscriptions.ts";

/** In order. The schema version of a file is the number of migrations applied. Never edit a released one. */
export const migrations: readonly string[] = [
	foundation,
	runs,
	memory,
	deliveries,
	storageTime,
	subscriptions,
];
