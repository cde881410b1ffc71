import type { TenantId } from "../../../event/index.ts";
import { groupSpans, type SpanRecord, type TransferRow } from "../../ports/index.ts";
import { type Sql, tell, tuples } from "../call.ts";
import { readSpans } from "../runs.ts";
import { INSERT_SPANS } from "../write-run.ts";
import { type KindSql, toPage } from "./kind.ts";

// A tree is listed at its root or, if the root was deleted, at its oldest remaining run.
const ROOTS = `SELECT r.root_id, r.created_at, r.id FROM {runs} r WHERE r.tenant = ? AND (r.root_id = r.id OR (
	NOT EXISTS (SELECT 1 FROM {runs} t WHERE t.tenant = ? AND t.id = r.root_id)
	AND NOT EXISTS (SELECT 1 FROM {runs} o WHERE o.tenant = ? AND o.root_id = r.root_id AND o.root_id <> o.id
		AND (o.created_at, o.id) < (r.created_at, r.id))))`;
const IN_TREE = `SELECT no, id FROM {runs} WHERE tenant = ? AND root_id = ? AND root_id <> id
	UNION ALL SELECT no, id FROM {runs} WHERE tenant = ? AND id = ? AND root_id = id`;

function* readTree(tenant: TenantId, rootId: string): Sql<TransferRow[]> {
	const spans = yield* readSpans(tenant, rootId);
	return spans.length === 0 ? [] : [{ key: [rootId], values: { spans: JSON.stringify(spans) } }];
}

function* runsOf(tenant: TenantId, rootId: string): Sql<Map<string, number>> {
	const found = yield* tuples<[number, string]>(IN_TREE, tenant, rootId, tenant, rootId);
	return new Map(found.map(([no, id]) => [id, no]));
}

function* dropSpans(runs: ReadonlyMap<string, number>): Sql<void> {
	for (const no of runs.values()) yield tell("DELETE FROM {spans} WHERE {mine} AND run_no = ?", no);
}

/** The spans of a tree of runs, in the order in which they were stored. */
export const spanKind: KindSql = {
	*read(tenant, { after, limit }) {
		const behind = after ? " AND (r.created_at, r.id) > (?, ?)" : "";
		const found = yield* tuples<[string, number, string]>(
			`${ROOTS}${behind} ORDER BY r.created_at, r.id LIMIT ?`,
			tenant,
			tenant,
			tenant,
			...(after ?? []),
			limit + 1,
		);
		const { rows: roots, next } = toPage(found, limit, ([, created, id]) => [created, id]);
		const rows: TransferRow[] = [];
		for (const [rootId] of roots) rows.push(...(yield* readTree(tenant, rootId)));
		return { rows, next };
	},
	*get(tenant, keys) {
		const rows: TransferRow[] = [];
		for (const [rootId] of keys) rows.push(...(yield* readTree(tenant, String(rootId))));
		return rows;
	},
	*load(tenant, rows) {
		let count = 0;
		for (const { key, values } of rows) {
			const rootId = String(key[0]);
			const runs = yield* runsOf(tenant, rootId);
			if (runs.size === 0) continue;
			yield* dropSpans(runs);
			const roots = new Map([...runs.keys()].map((id) => [id, rootId]));
			for (const group of groupSpans(rootId, roots, JSON.parse(String(values.spans)) as SpanRecord[])) {
				const no = runs.get(group.runId);
				if (no === undefined) continue;
				yield tell(INSERT_SPANS, no, group.spans.length, JSON.stringify(group.spans));
			}
			count++;
		}
		return count;
	},
	*remove(tenant, keys) {
		for (const [rootId] of keys) yield* dropSpans(yield* runsOf(tenant, String(rootId)));
	},
};
