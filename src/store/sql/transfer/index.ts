import type { TenantId } from "../../../event/index.ts";
import type { TransferKind } from "../../ports/index.ts";
import { type Sql, tuples } from "../call.ts";
import { TABLES } from "./columns.ts";
import { factKind } from "./facts.ts";
import type { KindSql } from "./kind.ts";
import { eventKind, segmentKind } from "./offsets.ts";
import { sessionKind } from "./sessions.ts";
import { spanKind } from "./spans.ts";
import { stateKind } from "./state.ts";
import { tableKind } from "./tables.ts";

/** How the rows of each kind are read and written. */
export const KINDS: Readonly<Record<TransferKind, KindSql>> = {
	users: tableKind(TABLES.users),
	state: stateKind,
	subscriptions: tableKind(TABLES.subscriptions),
	sessions: sessionKind,
	events: eventKind,
	spans: spanKind,
	facts: factKind,
	segments: segmentKind,
	jobs: tableKind(TABLES.jobs),
	documents: tableKind(TABLES.documents),
	embedder: tableKind(TABLES.embedder),
};

/** A tenant with any data has a row in one of these tables. */
export const TENANT_TABLES = [
	"users",
	"shared_state",
	"sessions",
	"facts",
	"jobs",
	"documents",
	"subscriptions",
	"embedders",
] as const;

const NEXT = TENANT_TABLES.map(
	(table) => `SELECT min(t.tenant) AS tenant FROM {${table}} t WHERE t.tenant > ?`,
).join(" UNION ALL ");

/** Tenants in order. Each is looked up in the indexes: nothing is counted or sorted. */
export function* listTenants(after: TenantId | undefined, limit: number): Sql<TenantId[]> {
	const tenants: TenantId[] = [];
	for (let last: string = after ?? ""; tenants.length < limit; ) {
		const found = yield* tuples<[string | null]>(
			`SELECT min(n.tenant) FROM (${NEXT}) n`,
			...TENANT_TABLES.map(() => last),
		);
		const next = found[0]?.[0];
		if (next === null || next === undefined) break;
		tenants.push(next as TenantId);
		last = next;
	}
	return tenants;
}

export { loadFacts, readOwners } from "./facts.ts";
