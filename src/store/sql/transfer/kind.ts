import type { TenantId } from "../../../event/index.ts";
import type {
	TransferKey,
	TransferPage,
	TransferQuery,
	TransferRow,
	TransferValue,
} from "../../ports/index.ts";
import type { Sql } from "../call.ts";

/** How one kind of rows is read and written. See `TransferPort` for the members. */
export interface KindSql {
	read(tenant: TenantId, query: TransferQuery): Sql<TransferPage>;
	get(tenant: TenantId, keys: readonly TransferKey[]): Sql<TransferRow[]>;
	load(tenant: TenantId, rows: readonly TransferRow[], absent: boolean): Sql<number>;
	remove(tenant: TenantId, keys: readonly TransferKey[]): Sql<void>;
}

/** Some columns of a row, in the order of the list. */
export const pick = (
	values: Readonly<Record<string, TransferValue>>,
	columns: readonly string[],
): TransferValue[] => columns.map((column) => values[column] ?? null);

/** An object of columns. */
export const name = (
	columns: readonly string[],
	values: readonly TransferValue[],
): Record<string, TransferValue> =>
	Object.fromEntries(columns.map((column, i) => [column, values[i] ?? null]));

/** A page from rows that were read with one more than the limit. */
export function toPage<T>(
	found: readonly T[],
	limit: number,
	cursor: (row: T) => readonly TransferValue[],
): { rows: T[]; next: readonly TransferValue[] | undefined } {
	const rows = found.slice(0, limit);
	const last = rows.at(-1);
	return { rows, next: found.length > limit && last !== undefined ? cursor(last) : undefined };
}

export const prefixed = (alias: string, columns: readonly string[]): string =>
	columns.map((column) => `${alias}.${column}`).join(", ");
