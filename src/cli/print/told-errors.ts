import { wrapText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { dim, red, type Screen } from "../screen/screen.ts";

/** From this width, a table has a column for errors. */
const WIDE = 140;
/** How many different errors are printed; more would hide the table. */
const MOST = 10;

/** Whether errors have a column of their own, instead of a list below the table. */
export const isWide = ({ width }: Screen): boolean => width >= WIDE;

/** Prints each error once, with its count. */
export function printErrors(screen: Screen, errors: readonly (string | undefined)[]): void {
	const counts = new Map<string, number>();
	for (const error of errors) {
		if (error === undefined) continue;
		const text = oneLine(error);
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	const often = [...counts].sort(([, a], [, b]) => b - a);
	for (const [text, count] of often.slice(0, MOST)) {
		const lines = wrapText(`${count === 1 ? "" : `${count} × `}${text}`, screen.width - 2);
		for (const [i, line] of lines.entries()) screen.line(i === 0 ? red("✗ ") : "  ", line);
	}
	if (often.length > MOST) screen.line(dim(`and ${often.length - MOST} other errors`));
}
