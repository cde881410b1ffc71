import { ownerOf, type StateWrite } from "../../state/index.ts";
import type { EventDraft } from "../ports/index.ts";
import { type Sql, tell } from "./call.ts";
import type { SessionRow } from "./find-session.ts";

const SET_OWN = `INSERT INTO {session_state} (no, key, value) VALUES (?, ?, ?)
	ON CONFLICT ({keyed}no, key) DO UPDATE SET value = excluded.value`;
const REMOVE_OWN = "DELETE FROM {session_state} WHERE {mine} AND no = ? AND key = ?";
const SET_SHARED = `INSERT INTO {shared_state} (tenant, agent_id, user_id, key, value) VALUES (?, ?, ?, ?, ?)
	ON CONFLICT ({shared_key}) DO UPDATE SET value = excluded.value`;
const REMOVE_SHARED = "DELETE FROM {shared_state} WHERE tenant = ? AND {shared_owner} AND key = ?";

/** The user id of rows that belong to the agent as a whole. No user has an empty id. */
export const APP = "";

type Owner = Pick<SessionRow, "no" | "tenant" | "agent_id" | "user_id">;

const NONE: readonly StateWrite[] = [];

/** The state changes of events, in order. Most have none. */
export function writesOf(events: readonly EventDraft[]): readonly StateWrite[] {
	let writes = NONE;
	for (const event of events) {
		if (event.writes.length > 0) writes = writes.length > 0 ? [...writes, ...event.writes] : event.writes;
	}
	return writes;
}

/**
 * The last write of each key, sorted by key: transactions that write the same keys lock them in the same
 * order.
 */
function lastWrites(writes: readonly StateWrite[]): readonly StateWrite[] {
	if (writes.length < 2) return writes;
	const last = new Map(writes.map((write) => [write.key, write]));
	return [...last.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function* writeState(session: Owner, writes: readonly StateWrite[]): Sql<void> {
	for (const { key, value } of lastWrites(writes)) {
		const owner = ownerOf(key, session.user_id !== null);
		if (owner === "session") {
			if (value === null) yield tell(REMOVE_OWN, session.no, key);
			else yield tell(SET_OWN, session.no, key, value);
			continue;
		}
		const user = owner === "user" ? (session.user_id as string) : APP;
		if (value === null) yield tell(REMOVE_SHARED, session.tenant, session.agent_id, user, key);
		else yield tell(SET_SHARED, session.tenant, session.agent_id, user, key, value);
	}
}

/** Replaces the session's own keys. */
export function* replaceOwnState(no: number, state: ReadonlyMap<string, string>): Sql<void> {
	yield tell("DELETE FROM {session_state} WHERE {mine} AND no = ?", no);
	for (const [key, value] of state) yield tell(SET_OWN, no, key, value);
}
