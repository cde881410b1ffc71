import type { Json } from "../../event/index.ts";
import { dim, type Screen } from "../screen/screen.ts";
import { printFields } from "../screen/table.ts";

/** Prints keys and values below a title; nothing if there are none. */
export function printValues(
	screen: Screen,
	title: string | undefined,
	values: Readonly<Record<string, Json>>,
): void {
	const entries = Object.entries(values);
	if (entries.length === 0) return;
	if (title !== undefined) screen.line("\n", dim(title));
	printFields(
		screen,
		entries.map(([key, value]) => [key, JSON.stringify(value)]),
	);
}
