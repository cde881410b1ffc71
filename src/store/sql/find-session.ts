import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import {
	noSession,
	type SessionName,
	type SessionRecord,
	type SessionTarget,
	sessionName,
} from "../ports/index.ts";
import {
	DETAIL_COLUMNS,
	HEAD_COLUMNS,
	NAME_COLUMNS,
	type RowOf,
	rowReader,
	SESSION_COLUMNS,
} from "../session-columns.ts";
import { first, row, type Sql, type SqlCall, type SqlValue } from "./call.ts";

/** A session's row: the columns that every operation needs. `no` is its number in this database. */
export interface SessionRow extends RowOf<typeof NAME_COLUMNS>, RowOf<typeof HEAD_COLUMNS> {
	no: number;
	uid: string;
	tenant: string;
}

/** The row with its rarely read columns. */
export interface FullSessionRow extends SessionRow, RowOf<typeof DETAIL_COLUMNS> {}

const OF_SESSION = ["no", "uid", "tenant", ...Object.values(NAME_COLUMNS)];
/** The names of the columns of `HOT`, in their order. */
const HOT_NAMES = [...OF_SESSION, ...Object.values(HEAD_COLUMNS)];
const prefixed = (alias: string, columns: readonly string[]): string =>
	columns.map((column) => `${alias}.${column}`).join(", ");
const HOT = `${prefixed("s", OF_SESSION)}, ${prefixed("h", Object.values(HEAD_COLUMNS))}`;
export const FULL = `${HOT}, ${prefixed("s", Object.values(DETAIL_COLUMNS))}`;
export const FROM_SESSIONS = "FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no";

const hot = (lock: string) => ({
	byName: `SELECT ${HOT} ${FROM_SESSIONS} WHERE {mine:s} AND s.name_key = ?${lock}`,
	byUid: `SELECT ${HOT} ${FROM_SESSIONS} WHERE s.uid = ? AND s.tenant = ?${lock}`,
});
const READ = hot("");
const LOCK = hot(" {lock:s,h}");
const SHARE = hot(" {share:s,h}");
const FULL_BY_NAME = `SELECT ${FULL} ${FROM_SESSIONS} WHERE {mine:s} AND s.name_key = ?`;
const FULL_BY_UID = `SELECT ${FULL} ${FROM_SESSIONS} WHERE s.uid = ? AND s.tenant = ?`;

type HotColumns = readonly SqlValue[];

/** Every append comes through here: reading an array is cheaper than reading a row object. */
function toRow(columns: HotColumns): SessionRow {
	const row: Record<string, unknown> = {};
	for (let i = 0; i < HOT_NAMES.length; i++) row[HOT_NAMES[i] as string] = columns[i];
	return row as unknown as SessionRow;
}

const hotCall = (target: SessionTarget, texts: typeof READ): SqlCall =>
	"name" in target ? first(texts.byName, [target.name.key]) : first(texts.byUid, [target.uid, target.tenant]);

/** The current session, for reading. */
export function* findSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, READ)) as HotColumns | undefined;
	return found && toRow(found);
}

/**
 * The session with a lock, for changing anything that belongs to it. Must come before every other lock and
 * before the first read of its data.
 */
export function* lockSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, LOCK)) as HotColumns | undefined;
	return found && toRow(found);
}

/** Like `lockSession`, for writes that depend on the session without changing it. */
export function* shareSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, SHARE)) as HotColumns | undefined;
	return found && toRow(found);
}

/**
 * Tries twice before it reports that the session does not exist: if the session was deleted while waiting for
 * its lock, another one may have its name.
 */
export function* needSession(target: SessionTarget, find: typeof lockSession): Sql<SessionRow> {
	const session = (yield* find(target)) ?? (yield* find(target));
	if (!session) throw noSession(target);
	return session;
}

export function* getSession(target: SessionTarget): Sql<SessionRecord | undefined> {
	const full =
		"name" in target
			? yield* row<FullSessionRow>(FULL_BY_NAME, target.name.key)
			: yield* row<FullSessionRow>(FULL_BY_UID, target.uid, target.tenant);
	return full && toRecord(full);
}

const readColumns = rowReader(SESSION_COLUMNS);

export function toRecord(row: FullSessionRow): SessionRecord {
	return {
		uid: row.uid as SessionUid,
		tenant: row.tenant as TenantId,
		...readColumns(row),
	};
}

export function nameOf(row: SessionRow): SessionName {
	return sessionName({
		tenant: row.tenant as TenantId,
		agentId: row.agent_id as AgentId,
		userId: (row.user_id ?? undefined) as UserId | undefined,
		sessionId: row.session_id as SessionId,
	});
}
