import { wrapText } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { dim, red, type Screen } from "../screen/screen.ts";

/** From here on a table has room for errors in a column of their own. */
const WIDE = 140;
/** Different ones; a list of all would hide the table. */
const MOST = 10;

/** Whether errors stand beside what failed, or below. */
export const isWide = ({ width }: Screen): boolean => width >= WIDE;

/** Why things failed, each reason once, with how many it concerns. */
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
	if (often.length > MOST) screen.line(dim(`and ${often.length - MOST} other reasons`));
}
