import type { Session } from "holdfast";

/*
 * A value of metadata as people type it: JSON, or where it cannot be taken for JSON plain text. What is shown is read back
 * as the same value.
 */

type Metadata = Session["metadata"];
type Value = Metadata[string];

export interface Row {
	id: number;
	key: string;
	text: string;
}

/** The value of a text; undefined if it begins as JSON and is none. */
export function readValue(text: string): Value | undefined {
	try {
		return JSON.parse(text) as Value;
	} catch {
		return /^\s*["{[]/.test(text) ? undefined : text;
	}
}

export function showValue(value: Value): string {
	if (typeof value === "string" && readValue(value) === value) return value;
	return JSON.stringify(value);
}

/** What the runtime keeps there is not for people to change. */
const OF_THE_RUNTIME = "step_outputs";

export const toRows = (metadata: Metadata): Row[] =>
	Object.entries(metadata)
		.filter(([key]) => key !== OF_THE_RUNTIME)
		.map(([key, value], id) => ({ id, key, text: showValue(value) }));

/** What is wrong with a row, for whoever types it. */
export function faultOf(row: Row, rows: readonly Row[]): string | undefined {
	if (row.key === "") return row.text === "" ? undefined : "The key is missing.";
	if (rows.some(({ id, key }) => id !== row.id && key === row.key)) return `"${row.key}" is there twice.`;
	if (readValue(row.text) === undefined) return "This is no JSON yet: a quote or bracket is missing.";
	return undefined;
}

/** What changes between what is kept and what the rows say. */
export function patchOf(metadata: Metadata, rows: readonly Row[]): { set: Metadata; unset: string[] } {
	const named = rows.filter(({ key }) => key !== "");
	const set: Metadata = {};
	for (const { key, text } of named) {
		const value = readValue(text);
		if (value === undefined) continue;
		if (!Object.hasOwn(metadata, key) || JSON.stringify(metadata[key]) !== JSON.stringify(value))
			set[key] = value;
	}
	const unset = Object.keys(metadata).filter(
		(key) => key !== OF_THE_RUNTIME && !named.some((row) => row.key === key),
	);
	return { set, unset };
}
