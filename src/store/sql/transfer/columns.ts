/*
 * What travels of each table, one list per table. A new column is added here, and in `rows.ts` of the memory store. Not in
 * the lists: the tenant, keys, numbers of this database and the columns that name other rows by such numbers.
 */

export const SESSION = [
	"agent_id",
	"user_id",
	"session_id",
	"name_key",
	"title",
	"metadata",
	"external_id",
	"base_state",
	"created_at",
	"parent_uid",
] as const;

export const HEAD = [
	"mode",
	"base",
	"head",
	"message_count",
	"fence",
	"consolidated_to",
	"updated_at",
	"ended_at",
	"last_run_id",
	"blanked",
] as const;

/**
 * What hangs on a session and travels with it, under the name of the list. `link` are the columns that say whose it is: the
 * session's number, and the tenant in tables that tell it in every engine. `order` sorts runs: it is their place in line.
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

/** Tables whose rows stand for themselves. `session`: a row may belong to a session. */
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
