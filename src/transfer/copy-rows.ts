import type { TenantId } from "../event/index.ts";
import type { Store, TransferCursor, TransferKey, TransferKind, TransferRow } from "../store/ports/index.ts";
import { RowDigest, rowText } from "./row-digest.ts";

/** The document in which a target records what it is a copy of. The document itself is never copied. */
export const MARK = { tenant: "holdfast:copy" as TenantId, kind: "copy", id: "target" } as const;

/** Rows per read. Events and other data of sessions can be large. */
const PAGE: Readonly<Record<TransferKind, number>> = {
	users: 500,
	state: 100,
	subscriptions: 100,
	sessions: 50,
	events: 200,
	spans: 50,
	facts: 100,
	segments: 25,
	jobs: 500,
	documents: 500,
	embedder: 1,
};

const isMark = (tenant: TenantId, kind: TransferKind, { key }: TransferRow): boolean =>
	tenant === MARK.tenant && kind === "documents" && key[0] === MARK.kind;

/** The rows of a kind, page by page. */
export async function* pagesOf(
	{ transfer }: Store,
	tenant: TenantId,
	kind: TransferKind,
): AsyncGenerator<TransferRow[], void, undefined> {
	let after: TransferCursor | undefined;
	do {
		const { rows, next } = await transfer.read(tenant, kind, { after, limit: PAGE[kind] });
		const own = rows.filter((row) => !isMark(tenant, kind, row));
		if (own.length > 0) yield own;
		after = next;
	} while (after);
}

/** Every tenant of a store. */
export async function tenantsOf({ transfer }: Store): Promise<TenantId[]> {
	const all: TenantId[] = [];
	for (let isMore = true; isMore; ) {
		const page = await transfer.tenants(all.at(-1), PAGE.users);
		all.push(...page);
		isMore = page.length === PAGE.users;
	}
	return all;
}

export async function hasRows(store: Store, tenant: TenantId, kind: TransferKind): Promise<boolean> {
	for await (const _ of pagesOf(store, tenant, kind)) return true;
	return false;
}

const keyText = (key: TransferKey): string => JSON.stringify(key);

/** Deletes rows that the source does not have any more; returns their number. */
export async function removeGone(
	from: Store,
	to: Store,
	tenant: TenantId,
	kind: TransferKind,
	onPage: (rows: number) => void,
): Promise<number> {
	let removed = 0;
	for await (const rows of pagesOf(to, tenant, kind)) {
		onPage(0);
		const keys = rows.map(({ key }) => key);
		const kept = new Set((await from.transfer.get(tenant, kind, keys)).map(({ key }) => keyText(key)));
		const gone = keys.filter((key) => !kept.has(keyText(key)));
		if (gone.length > 0) await to.transfer.remove(tenant, kind, gone);
		removed += gone.length;
	}
	return removed;
}

/** Copies rows that are missing or different in the target; returns their number. */
export async function bringOver(
	from: Store,
	to: Store,
	tenant: TenantId,
	kind: TransferKind,
	onPage: (rows: number) => void,
): Promise<number> {
	let written = 0;
	const isFresh = !(await hasRows(to, tenant, kind));
	for await (const rows of pagesOf(from, tenant, kind)) {
		onPage(rows.length);
		const there = isFresh
			? []
			: await to.transfer.get(
					tenant,
					kind,
					rows.map(({ key }) => key),
				);
		const known = new Set(there.map(rowText));
		const wanted = rows.filter((row) => !known.has(rowText(row)));
		if (wanted.length > 0) written += await to.transfer.load({ tenant, kind, rows: wanted });
	}
	return written;
}

/** Counts and hashes the rows of a kind. */
export async function digestOf(
	store: Store,
	tenant: TenantId,
	kind: TransferKind,
	onPage: (rows: number) => void,
): Promise<{ rows: number; hash: string }> {
	const digest = new RowDigest(kind);
	for await (const rows of pagesOf(store, tenant, kind)) {
		onPage(rows.length);
		for (const row of rows) digest.add(row);
	}
	return { rows: digest.rows, hash: digest.hash };
}
