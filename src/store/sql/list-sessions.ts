import type { AgentId, TenantId } from "../../event/index.ts";
import type { AgentTotals, SessionListQuery, SessionRecord } from "../ports/index.ts";
import { rows, type Sql, type SqlValue, tuples } from "./call.ts";
import { FROM_SESSIONS, FULL, type FullSessionRow, toRecord } from "./find-session.ts";

export function* listSessions(query: SessionListQuery): Sql<SessionRecord[]> {
	const where = ["s.tenant = ?"];
	const params: SqlValue[] = [query.tenant];
	const equals = (column: string, value: string | undefined): void => {
		if (value === undefined) return;
		where.push(`${column} = ?`);
		params.push(value);
	};
	equals("s.agent_id", query.agentId);
	if (query.userId === null) where.push("s.user_id IS NULL");
	else equals("s.user_id", query.userId);
	equals("s.session_id", query.sessionId);
	equals("s.external_id", query.externalId);
	equals("h.mode", query.mode);
	equals("s.parent_uid", query.parent);
	if (query.ended !== undefined) where.push(`h.ended_at IS ${query.ended ? "NOT NULL" : "NULL"}`);
	const time = query.order === "created" ? "s.created_at" : "h.updated_at";
	if (query.after) {
		where.push(`(${time}, s.uid) ${query.oldestFirst ? ">" : "<"} (?, ?)`);
		params.push(query.after.at, query.after.uid);
	}
	const way = query.oldestFirst ? "ASC" : "DESC";
	const text = `SELECT ${FULL} ${FROM_SESSIONS} WHERE ${where.join(" AND ")} ORDER BY ${time} ${way}, s.uid ${way} LIMIT ?`;
	return (yield* rows<FullSessionRow>(text, ...params, query.limit)).map(toRecord);
}

type Totals = [
	agent: AgentId,
	sessions: number,
	openSessions: number,
	messages: number,
	users: number,
	updatedAt: number,
];

export function* countByAgent(tenant: TenantId): Sql<AgentTotals[]> {
	const found = yield* tuples<Totals>(
		`SELECT s.agent_id, count(*), count(*) - count(h.ended_at), sum(h.message_count), count(DISTINCT s.user_id),
		max(h.updated_at) ${FROM_SESSIONS} WHERE s.tenant = ? GROUP BY s.agent_id`,
		tenant,
	);
	return found.map(([agentId, sessions, openSessions, messages, users, updatedAt]) => ({
		agentId,
		sessions,
		openSessions,
		messages,
		users,
		updatedAt,
	}));
}
