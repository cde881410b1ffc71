import { onTestFinished, test } from "vitest";
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

/** Declares a test once for each store that several processes can share. */
export function onEachStore(title: string, run: (newPlace: NewPlace) => Promise<void>): void {
	test(`${title} (SQLite)`, () => run(async () => tempDatabase()));
	const onPostgres = `${title} (PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ""})`;
	test.skipIf(postgresMissing)(onPostgres, () => run(newPostgresPlace));
}
