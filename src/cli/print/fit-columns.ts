import { widthOf } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import type { Screen } from "../screen/screen.ts";
import type { Column } from "../screen/table.ts";

/** A column that may be left out on a narrow terminal. Columns with a higher `spare` are left out first. */
export type FittingColumn<T> = Column<T> & { readonly spare?: number };

const GAP = 2;
/** The minimum useful width of a column that shrinks. */
const USEFUL = 10;
/** The maximum width that counts, so that one long value does not remove the other columns. */
const LONG = 36;

/** The columns that fit, in their order. */
export function fitColumns<T>(
	{ width }: Screen,
	columns: readonly FittingColumn<T>[],
	rows: readonly T[],
): Column<T>[] {
	const needs = new Map(columns.map((column) => [column, need(column, rows)]));
	let kept = [...columns];
	const total = (): number => kept.reduce((sum, column) => sum + (needs.get(column) ?? 0) + GAP, -GAP);
	while (total() > width) {
		const sparest = kept.reduce((most, { spare = 0 }) => Math.max(most, spare), 0);
		if (sparest === 0) break;
		kept = kept.filter(({ spare = 0 }) => spare !== sparest);
	}
	return kept;
}

function need<T>({ title, value, shrinks }: Column<T>, rows: readonly T[]): number {
	const widths = rows.map((row) => widthOf(oneLine(String(value(row) ?? ""))));
	const natural = Math.max(widthOf(title), ...widths);
	return Math.min(natural, shrinks ? USEFUL : LONG);
}
