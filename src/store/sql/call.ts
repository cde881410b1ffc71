/** A value that every SQL database accepts and returns. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Record<string, SqlValue>;

/**
 * One statement to execute. In the text, `{name}` is a table, `?` a parameter, and `{now}` the database's
 * clock: a whole number of milliseconds, the same throughout a statement. See `Dialect` for the other words
 * in braces.
 */
export interface SqlCall {
	text: string;
	params: readonly SqlValue[];
	/**
	 * What to return: all rows as objects or as arrays of columns, the first row as an array, the number of
	 * changes, or nothing: then a remote database need not be waited for.
	 */
	want: "objects" | "arrays" | "first" | "changes" | "nothing";
}

/**
 * A database operation, written once for every SQL database: a generator that yields statements and receives
 * their results. A synchronous database runs it without pause, an asynchronous one awaits between the steps.
 * The runner gives each operation a transaction.
 */
export type Sql<T> = Generator<SqlCall, T, unknown>;

export function* rows<R = SqlRow>(text: string, ...params: SqlValue[]): Sql<R[]> {
	return (yield { text, params, want: "objects" }) as R[];
}

export function* row<R = SqlRow>(text: string, ...params: SqlValue[]): Sql<R | undefined> {
	return ((yield { text, params, want: "objects" }) as R[])[0];
}

/** Rows as arrays of columns: cheaper for many rows. */
export function* tuples<R extends SqlValue[]>(text: string, ...params: SqlValue[]): Sql<R[]> {
	return (yield { text, params, want: "arrays" }) as R[];
}

/*
 * The helpers above create a small generator for each statement. In the path of every append, the statement
 * is yielded directly: `const found = (yield first(text, params)) as Columns | undefined`.
 */

/** Requests the first row as an array. */
export const first = (text: string, params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "first",
});

/** Requests the number of changed rows. */
export const change = (text: string, params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "changes",
});

/** Executes a statement and returns the number of changed rows. */
export function* run(text: string, ...params: SqlValue[]): Sql<number> {
	return (yield { text, params, want: "changes" }) as number;
}

/** Executes without waiting for the result: for changes that nobody counts. */
export const tell = (text: string, ...params: readonly SqlValue[]): SqlCall => ({
	text,
	params,
	want: "nothing",
});

/** The text of a named lock. Databases with one writer at a time ignore it. */
export const HOLD = "{hold}";

/** Makes others that hold the same words wait until the transaction ends. */
export const hold = (...words: readonly string[]): SqlCall => tell(HOLD, JSON.stringify(words));
