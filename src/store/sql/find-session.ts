import type { AgentId, SessionId, SessionMode, SessionUid, TenantId, UserId } from "../../event/index.ts";
import {
	noSession,
	type SessionName,
	type SessionRecord,
	type SessionTarget,
	sessionName,
} from "../ports/index.ts";
import { first, row, type Sql, type SqlCall } from "./call.ts";

/** A session's row: the parts that every operation needs. `no` is its number in this database. */
export interface SessionRow {
	no: number;
	uid: string;
	tenant: string;
	agent_id: string;
	user_id: string | null;
	session_id: string;
	mode: string;
	base: number;
	head: number;
	message_count: number;
	last_run_id: string | null;
	updated_at: number;
	ended_at: number | null;
	consolidated_to: number;
	fence: number;
}

/** The row with its rarely read parts. */
export interface FullSessionRow extends SessionRow {
	title: string | null;
	metadata: string;
	created_at: number;
	parent_uid: string | null;
}

const HOT = `s.no, s.uid, s.tenant, s.agent_id, s.user_id, s.session_id, h.mode, h.base, h.head, h.message_count,
	h.last_run_id, h.updated_at, h.ended_at, h.consolidated_to, h.fence`;
export const FULL = `${HOT}, s.title, s.metadata, s.created_at, s.parent_uid`;
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

/** The columns of `HOT`, in their order. */
type HotColumns = [
	no: number,
	uid: string,
	tenant: string,
	agent: string,
	user: string | null,
	session: string,
	mode: string,
	base: number,
	head: number,
	messages: number,
	lastRun: string | null,
	updated: number,
	ended: number | null,
	consolidatedTo: number,
	fence: number,
];

/** Every append passes here: an array turned into a literal is a third cheaper than a row object. */
function toRow(columns: HotColumns): SessionRow {
	return {
		no: columns[0],
		uid: columns[1],
		tenant: columns[2],
		agent_id: columns[3],
		user_id: columns[4],
		session_id: columns[5],
		mode: columns[6],
		base: columns[7],
		head: columns[8],
		message_count: columns[9],
		last_run_id: columns[10],
		updated_at: columns[11],
		ended_at: columns[12],
		consolidated_to: columns[13],
		fence: columns[14],
	};
}

const hotCall = (target: SessionTarget, texts: typeof READ): SqlCall =>
	"name" in target ? first(texts.byName, [target.name.key]) : first(texts.byUid, [target.uid, target.tenant]);

/** The session as it is now, for those who only read. */
export function* findSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, READ)) as HotColumns | undefined;
	return found && toRow(found);
}

/**
 * The session for one who changes anything that hangs on it: whoever else does waits. Comes before every other lock,
 * and before the first look at what hangs on it.
 */
export function* lockSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, LOCK)) as HotColumns | undefined;
	return found && toRow(found);
}

/** As `lockSession`, for one whose write rests on the session without changing it. */
export function* shareSession(target: SessionTarget): Sql<SessionRow | undefined> {
	const found = (yield hotCall(target, SHARE)) as HotColumns | undefined;
	return found && toRow(found);
}

/**
 * Asks twice before it says that there is none: whoever had waited for a session that went meanwhile may find another one
 * by its name.
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

export function toRecord(row: FullSessionRow): SessionRecord {
	return {
		uid: row.uid as SessionUid,
		tenant: row.tenant as TenantId,
		agentId: row.agent_id as AgentId,
		userId: (row.user_id ?? undefined) as UserId | undefined,
		sessionId: row.session_id as SessionId,
		mode: row.mode as SessionMode,
		title: row.title ?? undefined,
		metadata: JSON.parse(row.metadata),
		base: row.base,
		head: row.head,
		messageCount: row.message_count,
		lastRunId: row.last_run_id ?? undefined,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		endedAt: row.ended_at ?? undefined,
		consolidatedTo: row.consolidated_to,
		fence: row.fence,
		parent: (row.parent_uid ?? undefined) as SessionUid | undefined,
	};
}

export function nameOf(row: SessionRow): SessionName {
	return sessionName(
		row.tenant as TenantId,
		row.agent_id as AgentId,
		(row.user_id ?? undefined) as UserId | undefined,
		row.session_id as SessionId,
	);
}
