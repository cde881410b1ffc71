import type { TenantId } from "../../../event/index.ts";
import type { TransferCursor, TransferKey, TransferRow } from "../../ports/index.ts";
import type { MemoryData } from "../data.ts";

/** A row where it stands. It is made when somebody wants it. */
export interface Placed {
	place: TransferCursor;
	row(): TransferRow;
}

/** How one kind of rows is read and written; the port says what each member promises. */
export interface MemoryKind {
	/** All rows in their order. */
	list(data: MemoryData, tenant: TenantId): Iterable<Placed>;
	/** Stores a row; false when it names something that is not there. */
	load(data: MemoryData, tenant: TenantId, row: TransferRow): boolean;
	remove(data: MemoryData, tenant: TenantId, key: TransferKey): void;
}

/** By code point, as databases compare; JavaScript's own order goes by UTF-16 unit. */
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

/** JSON of something that may not be there. */
export const textOf = (value: object | undefined): string | null =>
	value === undefined ? null : JSON.stringify(value);

/** The value of a column that may be empty. */
export const orUndefined = <T>(value: unknown): T | undefined => (value === null ? undefined : (value as T));

export const jsonOf = <T>(value: unknown): T => JSON.parse(String(value)) as T;
export const jsonOrUndefined = <T>(value: unknown): T | undefined =>
	value === null ? undefined : jsonOf<T>(value);
