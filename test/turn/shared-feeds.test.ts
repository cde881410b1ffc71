import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { postgres } from "../../src/store/postgres/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";
import { describeSharedFeeds } from "./shared-feeds.ts";

describeSharedFeeds("on a SQLite file", async () => {
	const folder = await mkdtemp(join(tmpdir(), "holdfast-feeds-"));
	return {
		store: () => sqlite(join(folder, "holdfast.db"), { durability: "normal" }),
		end: () => rm(folder, { recursive: true, force: true }),
	};
});

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeSharedFeeds("on PostgreSQL", async () => {
		const { url, schema, dispose } = await newSchema();
		return { store: () => postgres(url, { schema, pool: 3 }), end: dispose };
	});
});
