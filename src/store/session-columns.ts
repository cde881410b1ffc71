import type { JsonObject } from "../event/index.ts";
import type { SessionHead, SessionRecord } from "./ports/index.ts";

/*
 * The only list of the columns of a session's record. SQL stores build their statements from it. All stores
 * use it for the rows of exports and copies. Add a new field to one of the two lists.
 */

/** The fields that change with every append, by the names of their columns. In their own, small table. */
export const HEAD_COLUMNS = {
	mode: "mode",
	base: "base",
	head: "head",
	messageCount: "message_count",
	fence: "fence",
	consolidatedTo: "consolidated_to",
	updatedAt: "updated_at",
	endedAt: "ended_at",
	lastRunId: "last_run_id",
} as const satisfies Record<keyof SessionHead | "base", string>;

/** The names of the session. */
export const NAME_COLUMNS = {
	agentId: "agent_id",
	userId: "user_id",
	sessionId: "session_id",
} as const;

/** The other fields, which are rarely read. */
export const DETAIL_COLUMNS = {
	title: "title",
	metadata: "metadata",
	createdAt: "created_at",
	parent: "parent_uid",
} as const satisfies Record<
	Exclude<keyof SessionRecord, "uid" | "tenant" | keyof typeof HEAD_COLUMNS | keyof typeof NAME_COLUMNS>,
	string
>;

/** All fields except the identity: `uid` and `tenant`. */
export const SESSION_COLUMNS = { ...NAME_COLUMNS, ...DETAIL_COLUMNS, ...HEAD_COLUMNS };

type Field = keyof typeof SESSION_COLUMNS;
type Columns = Partial<Record<Field, string>>;

/** A value in a column: text is text, objects are JSON, and a missing value is NULL. */
type Stored<T> = T extends undefined ? null : T extends string | JsonObject ? string : T;

/** A row with the columns of a list. */
export type RowOf<C extends Columns> = {
	-readonly [F in keyof C & Field as C[F] & string]: Stored<SessionRecord[F]>;
};

type RecordOf<C extends Columns> = Pick<SessionRecord, keyof C & Field>;

/** A function that turns a record into a row with the columns of a list. */
export function rowWriter<C extends Columns>(columns: C): (record: RecordOf<C>) => RowOf<C> {
	const entries = Object.entries(columns) as [keyof C & Field, string][];
	return (record) => {
		const row: Record<string, unknown> = {};
		for (const [field, column] of entries) {
			const value = record[field];
			row[column] = field === "metadata" ? JSON.stringify(value) : (value ?? null);
		}
		return row as RowOf<C>;
	};
}

/** The reverse of `rowWriter`. Other columns of the row are ignored. */
export function rowReader<C extends Columns>(columns: C): (row: RowOf<C>) => RecordOf<C> {
	const entries = Object.entries(columns) as [keyof C & Field, string][];
	return (row) => {
		const values: Record<string, unknown> = row;
		const record: Record<string, unknown> = {};
		for (const [field, column] of entries) {
			const value = values[column];
			record[field] = field === "metadata" ? JSON.parse(String(value)) : (value ?? undefined);
		}
		return record as RecordOf<C>;
	};
}
