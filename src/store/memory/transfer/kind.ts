import type { TenantId } from "../../../event/index.ts";
import type { TransferCursor, TransferKey, TransferRow } from "../../ports/index.ts";
import type { MemoryData } from "../data.ts";

/** A row with its position. The row is created when it is needed. */
export interface Placed {
	place: TransferCursor;
	row(): TransferRow;
}

/** How one kind of rows is read and written. See `TransferPort` for the members. */
export interface MemoryKind {
	/** All rows in their order. */
	list(data: MemoryData, tenant: TenantId): Iterable<Placed>;
	/** Stores a row. False if it refers to something that does not exist. */
	load(data: MemoryData, tenant: TenantId, row: TransferRow): boolean;
	remove(data: MemoryData, tenant: TenantId, key: TransferKey): void;
}

/** By code point, as databases compare. JavaScript's own order is by UTF-16 unit. */
export const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function comparePlaces(a: TransferCursor, b: TransferCursor): number {
	for (const [i, one] of a.entries()) {
		const other = b[i];
		const order =
			typeof one === "number" && typeof other === "number"
				? one - other
				: compareText(String(one), String(other));
		if (order !== 0) return order;
	}
	return 0;
}

export const inOrder = (rows: Iterable<Placed>): Placed[] =>
	[...rows].sort((a, b) => comparePlaces(a.place, b.place));

/** The JSON of an optional object. */
export const textOf = (value: object | undefined): string | null =>
	value === undefined ? null : JSON.stringify(value);

/** The value of an optional column. */
export const orUndefined = <T>(value: unknown): T | undefined => (value === null ? undefined : (value as T));

export const jsonOf = <T>(value: unknown): T => JSON.parse(String(value)) as T;
export const jsonOrUndefined = <T>(value: unknown): T | undefined =>
	value === null ? undefined : jsonOf<T>(value);
