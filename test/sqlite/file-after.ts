import { migrations } from "../../src/store/sqlite/migrations/index.ts";
import { tempDatabase } from "../processes/temp-database.ts";
import { tamper } from "./read-schema.ts";

/** A file as the first `count` migrations leave it. */
export function fileAfter(count: number): string {
	const path = tempDatabase();
	if (count === 0) return path;
	const named = migrations.slice(0, count).map((sql) => sql.replaceAll(/\{([a-z_]+)\}/g, '"holdfast_$1"'));
	tamper(
		path,
		`CREATE TABLE "holdfast_meta" (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
		${named.join(";\n")};
		INSERT INTO "holdfast_meta" VALUES ('schema_version', '${count}')`,
	);
	return path;
}
