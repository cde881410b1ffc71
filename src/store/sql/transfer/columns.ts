import { DETAIL_COLUMNS, HEAD_COLUMNS, NAME_COLUMNS } from "../../session-columns.ts";

/*
 * The columns of each table that are transferred. Add a new column here and in `src/store/memory/transfer`. For
 * a field of a session's record, `session-columns.ts` is enough.
 * Not included: the tenant, keys, numbers of this database, and columns that refer to other rows by such
 * numbers.
 */

export const SESSION = [
	...Object.values(NAME_COLUMNS),
	...Object.values(DETAIL_COLUMNS),
	"name_key",
	"external_id",
	"base_state",
];

export const HEAD = [...Object.values(HEAD_COLUMNS), "blanked"];

/**
 * The data that is transferred with a session, by list name. `link` are the columns of its owner: the
 * session's number, and the tenant in tables that have it in every database. `order` sorts runs by their
 * position in the queue.
 */
export const PARTS = {
	state: { table: "session_state", link: ["no"], order: "key", columns: ["key", "value"] },
	keys: {
		table: "idempotency",
		link: ["no"],
		order: "key",
		columns: ["key", "fingerprint", "first_offset", "count"],
	},
	deliveries: {
		table: "deliveries",
		link: ["session_no", "tenant"],
		order: "url",
		columns: [
			"url",
			"subscription",
			"events",
			"next_offset",
			"status",
			"attempts",
			"due_at",
			"created_at",
			"token",
			"alive_until",
			"failing_since",
			"error",
		],
	},
	runs: {
		table: "runs",
		link: ["session_no", "tenant"],
		order: "no",
		columns: [
			"id",
			"parent_id",
			"root_id",
			"status",
			"alive_until",
			"fence",
			"input_offset",
			"output_offset",
			"end_offset",
			"created_at",
			"started_at",
			"ended_at",
			"detail",
			"usage",
			"error",
			"queued",
		],
	},
} as const;

export const EVENT = ["kind", "source", "run_id", "delta", "body", "stored_at"] as const;

export const SEGMENT = ["to_offset", "documents", "vectors", "body"] as const;

export const FACT = [
	"agent_id",
	"floating",
	"content",
	"digest",
	"status",
	"importance",
	"confidence",
	"pinned",
	"detail",
	"created_at",
	"updated_at",
	"vector",
	"entry",
] as const;

/** Independent tables. `session`: a row may belong to a session. */
export const TABLES = {
	users: {
		table: "users",
		key: ["user_id"],
		columns: ["display_name", "variables", "metadata", "created_at", "updated_at"],
		session: false,
	},
	jobs: {
		table: "jobs",
		key: ["id"],
		columns: ["kind", "payload", "status", "attempts", "due_at", "created_at", "alive_until", "error"],
		session: true,
	},
	documents: {
		table: "documents",
		key: ["kind", "id"],
		columns: ["rev", "body", "created_at", "updated_at", "expires_at"],
		session: true,
	},
	subscriptions: {
		table: "subscriptions",
		key: ["id"],
		columns: ["url", "agent_id", "events", "created_at"],
		session: false,
	},
	embedder: { table: "embedders", key: [], columns: ["name", "dimensions"], session: false },
} as const;
