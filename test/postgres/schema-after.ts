import { PostgresLink } from "../../src/store/postgres/link.ts";
import { migrate } from "../../src/store/postgres/migrate.ts";
import { migrations } from "../../src/store/postgres/migrations/index.ts";
import { readPostgresOptions } from "../../src/store/postgres/options/postgres-options.ts";

/** Makes a schema as the first `count` migrations leave it. */
export async function schemaAfter(url: string, schema: string, count: number): Promise<void> {
	if (count === 0) return;
	const link = new PostgresLink(readPostgresOptions(url, { schema }));
	await link.open();
	try {
		await migrate(link, { known: migrations.slice(0, count) });
	} finally {
		await link.close();
	}
}
