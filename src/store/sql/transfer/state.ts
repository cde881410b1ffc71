import type { TenantId } from "../../../event/index.ts";
import { parseState, stateJson } from "../../../state/index.ts";
import type { TransferKey, TransferRow } from "../../ports/index.ts";
import { hold, row, type Sql, type SqlValue, tell, tuples } from "../call.ts";
import { type KindSql, toPage } from "./kind.ts";

const OWNERS = "SELECT DISTINCT agent_id, user_id, {shared_order} FROM {shared_state} WHERE tenant = ?";
const VALUES = "SELECT key, value FROM {shared_state} WHERE tenant = ? AND {shared_owner} ORDER BY key";
const REMOVE = "DELETE FROM {shared_state} WHERE tenant = ? AND {shared_owner}";
const INSERT = `INSERT INTO {shared_state} (tenant, agent_id, user_id, key, value) VALUES (?, ?, ?, ?, ?)
	ON CONFLICT ({shared_key}) DO UPDATE SET value = excluded.value`;

function* readOwner(tenant: TenantId, agentId: string, userId: string): Sql<TransferRow[]> {
	const found = yield* tuples<[string, string]>(VALUES, tenant, agentId, userId);
	if (found.length === 0) return [];
	return [{ key: [agentId, userId], values: { values: stateJson(new Map(found)) } }];
}

/** The shared keys of an agent's sessions. User '' means no user: the agent's own keys. */
export const stateKind: KindSql = {
	*read(tenant, { after, limit }) {
		const behind = after ? " AND {shared_after}" : "";
		const found = yield* tuples<SqlValue[]>(
			`${OWNERS}${behind} ORDER BY {shared_order} LIMIT ?`,
			tenant,
			...(after ?? []),
			limit + 1,
		);
		const { rows: owners, next } = toPage(found, limit, (columns) => columns.slice(2));
		const rows: TransferRow[] = [];
		for (const [agentId, userId] of owners)
			rows.push(...(yield* readOwner(tenant, String(agentId), String(userId))));
		return { rows, next };
	},
	*get(tenant, keys) {
		const rows: TransferRow[] = [];
		for (const [agentId, userId] of keys)
			rows.push(...(yield* readOwner(tenant, String(agentId), String(userId))));
		return rows;
	},
	*load(tenant, rows, absent) {
		let count = 0;
		for (const { key, values } of rows) {
			const [agentId, userId] = owner(key);
			yield hold("state", tenant, agentId, userId);
			if (absent && (yield* row(`${VALUES} LIMIT 1`, tenant, agentId, userId))) continue;
			yield tell(REMOVE, tenant, agentId, userId);
			for (const [name, value] of parseState(String(values.values)))
				yield tell(INSERT, tenant, agentId, userId, name, value);
			count++;
		}
		return count;
	},
	*remove(tenant, keys) {
		for (const key of keys) yield tell(REMOVE, tenant, ...owner(key));
	},
};

const owner = ([agentId, userId]: TransferKey): [string, string] => [String(agentId), String(userId)];
