import type { TenantId } from "../../../event/index.ts";
import { matchKeys, type TransferRow, type TransferValue } from "../../ports/index.ts";
import { run, type Sql, type SqlValue, tell, tuples } from "../call.ts";
import { bySize, each, toChunks } from "../chunks.ts";
import { TABLES } from "./columns.ts";
import { type KindSql, name, pick, prefixed, toPage } from "./kind.ts";
import { sessionNumbers } from "./session-numbers.ts";

type Table = (typeof TABLES)[keyof typeof TABLES];

/** Only a running job has a claim: otherwise the stored value means nothing. */
function normal(values: Record<string, TransferValue>, table: Table): Record<string, TransferValue> {
	return table === TABLES.jobs && values.status !== "running" ? { ...values, alive_until: null } : values;
}

/** The rows of an independent table: users, jobs, documents, the embedder. */
export function tableKind(table: Table): KindSql {
	const key: readonly string[] = table.key;
	const columns: readonly string[] = [...table.columns, ...(table.session ? ["uid"] : [])];
	const selected = [...key.map((one) => `t.${one}`), ...table.columns.map((one) => `t.${one}`)];
	const select = table.session
		? `SELECT ${[...selected, "s.uid"].join(", ")} FROM {${table.table}} t
			LEFT JOIN {sessions} s ON {mine:s} AND s.no = t.session_no WHERE t.tenant = ?`
		: `SELECT ${selected.join(", ")} FROM {${table.table}} t WHERE t.tenant = ?`;
	const order = key.length > 0 ? ` ORDER BY ${prefixed("t", key)}` : "";
	const behind = key.length > 0 ? ` AND (${prefixed("t", key)}) > (${each(key, "?")})` : " AND 1 = 0";
	const isKey = (alias: string): string =>
		key.length > 0 ? `(${key.map((one) => `${alias}${one} = ?`).join(" AND ")})` : "1 = 1";
	const byKeys = bySize((keys) => `${select} AND (${each(keys, isKey("t."), " OR ")})`);
	const stored = [...key, ...table.columns, ...(table.session ? ["session_no"] : [])];
	const conflict = `ON CONFLICT (${["tenant", ...key].join(", ")})`;
	const insert = `INSERT INTO {${table.table}} (${["tenant", ...stored].join(", ")})
		VALUES (${each([0, ...stored], "?")}) ${conflict}`;
	const updates = stored.slice(key.length).map((column) => `${column} = excluded.${column}`);
	const replacing = `${insert} DO UPDATE SET ${updates.join(", ")}`;
	const adding = `${insert} DO NOTHING`;
	const toRow = (found: readonly TransferValue[]): TransferRow => ({
		key: found.slice(0, key.length) as (string | number)[],
		values: normal(name(columns, found.slice(key.length)), table),
	});

	return {
		*read(tenant, { after, limit }) {
			const found = yield* tuples<SqlValue[]>(
				`${select}${after ? behind : ""}${order} LIMIT ?`,
				tenant,
				...(after ?? []),
				limit + 1,
			);
			return toPage(found.map(toRow), limit, (row) => row.key);
		},
		*get(tenant, keys) {
			const found: TransferRow[] = [];
			for (const chunk of toChunks(keys)) {
				for (const row of yield* tuples<SqlValue[]>(byKeys(chunk), tenant, ...chunk.flat()))
					found.push(toRow(row));
			}
			return found;
		},
		*load(tenant, rows, absent) {
			const uids = rows.flatMap(({ values }) => (typeof values.uid === "string" ? [values.uid] : []));
			const numbers = yield* sessionNumbers(tenant, table.session ? uids : []);
			let count = 0;
			for (const { key, values } of rows) {
				const session = typeof values.uid === "string" ? numbers.get(values.uid) : null;
				if (session === undefined) continue;
				const params = [tenant, ...key, ...pick(values, table.columns)];
				if (table.session) params.push(session);
				const changed = yield* run(absent ? adding : replacing, ...params);
				if (changed > 0 && table === TABLES.users) yield* indexUser(tenant, key[0] as string, values);
				count += changed;
			}
			return count;
		},
		*remove(tenant, keys) {
			for (const one of keys) {
				yield tell(`DELETE FROM {${table.table}} WHERE tenant = ? AND ${isKey("")}`, tenant, ...one);
				if (table === TABLES.users) yield* indexUser(tenant, one[0] as string, { metadata: "{}" });
			}
		},
	};
}

const UNMATCH = "DELETE FROM {user_matches} WHERE tenant = ? AND user_id = ?";
const MATCH = "INSERT INTO {user_matches} (tenant, match_key, user_id) VALUES (?, ?, ?)";

/** Updates the index of users by metadata. */
function* indexUser(
	tenant: TenantId,
	userId: string,
	{ metadata }: Readonly<Record<string, TransferValue>>,
): Sql<void> {
	yield tell(UNMATCH, tenant, userId);
	for (const match of matchKeys(JSON.parse(String(metadata)))) yield tell(MATCH, tenant, match, userId);
}
