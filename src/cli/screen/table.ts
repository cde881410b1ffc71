import { fitText, padText, widthOf } from "./fit-text.ts";
import { oneLine } from "./neutralise.ts";
import { dim, type Screen, type Span, type Style } from "./screen.ts";

export interface Column<T> {
	readonly title: string;
	value(row: T): string | number | undefined;
	readonly align?: "right";
	readonly style?: Style;
	/** Is cut first when the table is too wide for the terminal. Other columns are cut only if that is not enough. */
	readonly shrinks?: true;
}

const GAP = 2;
const LEAST = 6;

/** Prints rows under titles. Fits the terminal; elsewhere nothing is cut. */
export function printTable<T>(screen: Screen, columns: readonly Column<T>[], rows: readonly T[]): void {
	const cells = rows.map((row) => columns.map((column) => oneLine(String(column.value(row) ?? ""))));
	const natural = columns.map((column, i) =>
		Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[i] ?? ""))),
	);
	const widths = shrink(natural, columns, screen.width);
	const print = (texts: readonly string[], styleOf: (i: number) => Style | undefined): void => {
		const spans = texts.flatMap((text, i): Span[] => {
			const width = widths[i] ?? 0;
			const isLast = i === texts.length - 1 && columns[i]?.align !== "right";
			const fitted = fitText(text, width);
			const padded = isLast ? fitted : padText(fitted, width, columns[i]?.align);
			const style = styleOf(i);
			return [...(i > 0 ? [" ".repeat(GAP)] : []), style ? { text: padded, style } : padded];
		});
		screen.line(...spans);
	};
	print(
		columns.map(({ title }) => title),
		() => "dim",
	);
	for (const row of cells) print(row, (i) => columns[i]?.style);
}

/** Narrows the columns that shrink, the widest first; then all of them. */
function shrink<T>(natural: readonly number[], columns: readonly Column<T>[], width: number): number[] {
	const widths = [...natural];
	const total = (): number => widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1);
	for (const only of [true, false]) {
		while (total() > width) {
			const candidates = widths
				.map((size, i) => ({ size, i }))
				.filter(({ size, i }) => size > (only ? LEAST : 1) && (!only || columns[i]?.shrinks));
			const widest = candidates.sort((a, b) => b.size - a.size)[0];
			if (!widest) break;
			widths[widest.i] = Math.max(only ? LEAST : 1, widest.size - Math.max(1, total() - width > 50 ? 10 : 1));
		}
	}
	return widths;
}

/** Prints names and values, one per line. */
export function printFields(
	screen: Screen,
	fields: readonly (readonly [name: string, value: string | number | undefined])[],
): void {
	const told = fields.filter(([, value]) => value !== undefined && value !== "");
	const width = Math.max(0, ...told.map(([name]) => widthOf(name)));
	for (const [name, value] of told) screen.line(dim(padText(name, width)), "  ", oneLine(String(value)));
}
