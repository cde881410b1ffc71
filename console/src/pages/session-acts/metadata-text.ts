import type { Session } from "holdfast";

/*
 * A metadata value as text: JSON, or plain text if it does not look like JSON. Reading a shown value back returns the
 * same value.
 */

type Metadata = Session["metadata"];
type Value = Metadata[string];

export interface Row {
	id: number;
	key: string;
	text: string;
}

/** The value of a text; undefined if it starts like JSON but is not valid. */
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

/** The runtime writes this key; people do not edit it. */
const OF_THE_RUNTIME = "step_outputs";

export const toRows = (metadata: Metadata): Row[] =>
	Object.entries(metadata)
		.filter(([key]) => key !== OF_THE_RUNTIME)
		.map(([key, value], id) => ({ id, key, text: showValue(value) }));

/** The error message of a row. */
export function faultOf(row: Row, rows: readonly Row[]): string | undefined {
	if (row.key === "") return row.text === "" ? undefined : "The key is missing.";
	if (rows.some(({ id, key }) => id !== row.id && key === row.key)) return `"${row.key}" appears twice.`;
	if (readValue(row.text) === undefined) return "Not valid JSON yet: a quote or bracket is missing.";
	return undefined;
}

/** The difference between the stored metadata and the rows. */
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
