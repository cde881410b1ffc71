import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import { parseState } from "../../state/index.ts";
import type { SessionName, SessionTarget, StateAsOf, StateRecord } from "../ports/index.ts";
import { row, rows, type Sql } from "./call.ts";
import { findSession } from "./find-session.ts";
import { readDeltas } from "./read-events.ts";
import { APP } from "./write-state.ts";

interface Entry {
	key: string;
	value: string;
}

const toMap = (entries: Entry[]): Map<string, string> =>
	new Map(entries.map(({ key, value }) => [key, value]));

/** The session's own keys. */
export function* readOwnState(no: number): Sql<Map<string, string>> {
	return toMap(
		yield* rows<Entry>("SELECT key, value FROM {session_state} WHERE {mine} AND no = ? ORDER BY key", no),
	);
}

function* readOwner(tenant: string, agentId: string, userId: string): Sql<Map<string, string>> {
	const text = "SELECT key, value FROM {shared_state} WHERE tenant = ? AND {shared_owner} ORDER BY key";
	return toMap(yield* rows<Entry>(text, tenant, agentId, userId));
}

export function* readSharedState(
	tenant: TenantId,
	agentId: AgentId,
	userId: UserId | undefined,
): Sql<Omit<StateRecord, "session">> {
	return {
		user: userId === undefined ? new Map() : yield* readOwner(tenant, agentId, userId),
		app: yield* readOwner(tenant, agentId, APP),
	};
}

/** The state that a session with this name would have if it were created now. */
function* readUnborn({ tenant, agentId, userId }: SessionName): Sql<StateRecord> {
	return { session: new Map(), ...(yield* readSharedState(tenant, agentId, userId)) };
}

export function* readState(target: SessionTarget): Sql<StateRecord | undefined> {
	const session = yield* findSession(target);
	if (!session) return "name" in target ? yield* readUnborn(target.name) : undefined;
	const shared = yield* readSharedState(
		session.tenant as TenantId,
		session.agent_id as AgentId,
		(session.user_id ?? undefined) as UserId | undefined,
	);
	return { session: yield* readOwnState(session.no), ...shared };
}

/** The session's own state before its first kept event. */
export function* readBaseState(no: number): Sql<Map<string, string>> {
	const found = yield* row<{ base_state: string }>(
		"SELECT base_state FROM {sessions} WHERE {mine} AND no = ?",
		no,
	);
	return parseState(found?.base_state ?? "{}");
}

export function* readStateAsOf(target: SessionTarget, offset: number): Sql<StateAsOf | undefined> {
	const session = yield* findSession(target);
	if (!session) return undefined;
	return {
		hasUser: session.user_id !== null,
		base: session.base,
		head: session.head,
		baseState: yield* readBaseState(session.no),
		bodies: yield* readDeltas(session.no, session.base, offset),
	};
}
