import { onTestFinished, test } from "vitest";
import { isChosen } from "../chosen-stores.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";
import { type Place, placeOf } from "./store-at.ts";
import { tempDatabase } from "./temp-database.ts";

/** A place that is gone when the test is. There is nothing there yet. */
export type NewPlace = () => Promise<Place>;

export async function newPostgresPlace(): Promise<Place> {
	const { url, schema, dispose } = await newSchema();
	onTestFinished(dispose);
	return placeOf(url, schema);
}

/** Declares a test for each store that several processes can share: SQLite in `npm test`, PostgreSQL in the rest of `test:all`. */
export function onEachStore(title: string, run: (newPlace: NewPlace) => Promise<void>): void {
	onSqlite(() => test(`${title} (SQLite)`, () => run(async () => tempDatabase())));
	onPostgres(() => {
		const name = `${title} (PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ""})`;
		test.skipIf(postgresMissing)(name, () => run(newPostgresPlace));
	});
}

/** Declares tests only in the run for SQLite. */
export function onSqlite(declare: () => void): void {
	if (isChosen("sqlite")) declare();
}

/** Declares tests only in the run for PostgreSQL. */
export function onPostgres(declare: () => void): void {
	if (isChosen("postgres")) declare();
}
