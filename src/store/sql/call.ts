/** A value that every SQL engine takes and gives. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Record<string, SqlValue>;

/**
 * One statement to execute. `{name}` in the text stands for a table, `?` for a parameter, and `{now}` for the engine's
 * expression of its own clock: a whole number of milliseconds, the same throughout a statement. The other words in braces
 * are told in `Dialect`.
 */
export interface SqlCall {
	text: string;
	params: readonly SqlValue[];
	/**
	 * What to answer with: all rows as objects or as arrays of columns, the first row as an array, the count of changes, or
	 * nothing: then an engine at the other end of a wire need not be waited for.
	 */
	want: "objects" | "arrays" | "first" | "changes" | "nothing";
}

/**
 * A database operation, written once for every SQL engine: a generator that yields statements and is sent their
 * results. A synchronous engine runs it in one go, an asynchronous one awaits between the steps; the operation
 * cannot tell. The runner gives each operation a transaction.
 */
export type Sql<T> = Generator<SqlCall, T, unknown>;

export function* rows<R = SqlRow>(text: string, ...params: SqlValue[]): Sql<R[]> {
	return (yield { text, params, want: "objects" }) as R[];
}

export function* row<R = SqlRow>(text: string, ...params: SqlValue[]): Sql<R | undefined> {
	return ((yield { text, params, want: "objects" }) as R[])[0];
}

/** Rows as arrays of columns: cheaper where there are many. */
export function* tuples<R extends SqlValue[]>(text: string, ...params: SqlValue[]): Sql<R[]> {
	return (yield { text, params, want: "arrays" }) as R[];
}

/*
 * The helpers above make a small generator for each statement. Where every append passes, the statement is yielded
 * as it is: `const found = (yield first(text, params)) as Columns | undefined`.
 */

/** Asks for the first row as an array. */
export const first = (text: string, params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "first",
});

/** Asks for the number of changed rows. */
export const change = (text: string, params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "changes",
});

/** Executes and tells how many rows changed. */
export function* run(text: string, ...params: SqlValue[]): Sql<number> {
	return (yield { text, params, want: "changes" }) as number;
}

/** Executes without waiting for the answer: for changes that nobody counts. */
export const tell = (text: string, ...params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "nothing",
});

/** The text of a lock by name. Engines with one writer at a time pass over it. */
export const HOLD = "{hold}";

/** Keeps everybody else who holds the same words waiting until the transaction ends. */
export const hold = (...words: readonly string[]): SqlCall => tell(HOLD, JSON.stringify(words));
