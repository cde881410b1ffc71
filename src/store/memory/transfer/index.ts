import type { TenantId } from "../../../event/index.ts";
import type {
	TransferKey,
	TransferKind,
	TransferPage,
	TransferPort,
	TransferQuery,
	TransferRow,
} from "../../ports/index.ts";
import type { MemoryData } from "../data.ts";
import { factKind, listOwners, loadFacts } from "./facts.ts";
import { comparePlaces, compareText, type MemoryKind } from "./kind.ts";
import { eventKind, segmentKind, sessionKind, spanKind } from "./sessions.ts";
import { documentKind, embedderKind, jobKind, stateKind, subscriptionKind, userKind } from "./tables.ts";

const KINDS: Readonly<Record<TransferKind, MemoryKind>> = {
	users: userKind,
	state: stateKind,
	subscriptions: subscriptionKind,
	sessions: sessionKind,
	events: eventKind,
	spans: spanKind,
	facts: factKind,
	segments: segmentKind,
	jobs: jobKind,
	documents: documentKind,
	embedder: embedderKind,
};

function listTenants(data: MemoryData, after: TenantId | undefined, limit: number): TenantId[] {
	const tenants = new Set<TenantId>();
	for (const { record } of data.byUid.values()) tenants.add(record.tenant);
	for (const { record } of data.users.values()) tenants.add(record.tenant);
	for (const { record } of data.jobs.values()) tenants.add(record.tenant);
	for (const { tenant } of data.documents.values()) tenants.add(tenant);
	for (const tenant of data.subscriptions.keys()) tenants.add(tenant);
	for (const { tenant, state } of data.shared.values()) if (state.size > 0) tenants.add(tenant);
	for (const { id, facts, embedder } of data.facts.tenants.values())
		if (facts.size > 0 || embedder) tenants.add(id);
	return [...tenants]
		.filter((tenant) => after === undefined || compareText(tenant, after) > 0)
		.sort(compareText)
		.slice(0, limit);
}

/** A page after the cursor. */
function pageOf<T extends { place: TransferQuery["after"] & object }>(
	placed: Iterable<T>,
	{ after, limit }: TransferQuery,
): TransferPage<T> {
	const found: T[] = [];
	for (const one of placed) {
		if (after && comparePlaces(one.place, after) <= 0) continue;
		found.push(one);
		if (found.length > limit) break;
	}
	const rows = found.slice(0, limit);
	return { rows, next: found.length > limit ? rows.at(-1)?.place : undefined };
}

const textOf = (key: TransferKey): string => JSON.stringify(key);

function rowsBy(data: MemoryData, tenant: TenantId, kind: TransferKind, keys: readonly TransferKey[]) {
	const wanted = new Set(keys.map(textOf));
	const rows: TransferRow[] = [];
	for (const placed of KINDS[kind].list(data, tenant)) {
		const row = placed.row();
		if (wanted.has(textOf(row.key))) rows.push(row);
	}
	return rows;
}

/** Each call is one step. */
export function transferPort(
	data: MemoryData,
	step: <T>(run: () => T) => Promise<T>,
	wake: () => void,
): TransferPort {
	return {
		tenants: (after, limit) => step(() => listTenants(data, after, limit)),
		read: (tenant, kind, query) =>
			step(() => {
				const { rows, next } = pageOf(KINDS[kind].list(data, tenant), query);
				return { rows: rows.map((placed) => placed.row()), next };
			}),
		get: (tenant, kind, keys) => step(() => rowsBy(data, tenant, kind, keys)),
		load: ({ tenant, kind, rows, absent = false }) =>
			step(() => {
				const known = new Set(
					absent
						? rowsBy(
								data,
								tenant,
								kind,
								rows.map(({ key }) => key),
							).map(({ key }) => textOf(key))
						: [],
				);
				const fresh = rows.filter(({ key }) => !known.has(textOf(key)));
				const count = fresh.filter((row) => KINDS[kind].load(data, tenant, row)).length;
				wake();
				return count;
			}),
		remove: (tenant, kind, keys) =>
			step(() => {
				for (const key of keys) KINDS[kind].remove(data, tenant, key);
				wake();
			}),
		owners: (tenant, query) =>
			step(() => {
				const { rows, next } = pageOf(listOwners(data, tenant), query);
				return { rows: rows.map(({ owner }) => owner), next };
			}),
		loadFacts: (plan) => step(() => loadFacts(data, plan)),
	};
}
