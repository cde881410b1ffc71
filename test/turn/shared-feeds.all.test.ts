import { describe } from "vitest";
import { postgres } from "../../src/store/postgres/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";
import { describeSharedFeeds } from "./shared-feeds.suite.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeSharedFeeds("on PostgreSQL", async () => {
		const { url, schema, dispose } = await newSchema();
		return { store: () => postgres(url, { schema, pool: 3 }), end: dispose };
	});
});
