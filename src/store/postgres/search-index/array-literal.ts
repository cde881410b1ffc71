/*
 * Lists are sent as PostgreSQL array literals: one parameter for any number of values, so that a statement
 * has one text.
 */

export const numberList = (values: readonly number[] | Int32Array): string => `{${values.join(",")}}`;

export const bytesList = (values: readonly Uint8Array[]): string =>
	`{${values.map((value) => `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`).join(",")}}`;

/** A vector as pgvector reads it. */
export const vectorText = (vector: Int8Array): string => `[${vector.join(",")}]`;

export const vectorList = (values: readonly (Int8Array | undefined)[]): string =>
	`{${values.map((value) => (value ? `"${vectorText(value)}"` : "NULL")).join(",")}}`;
