import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { describeSharedFeeds } from "./shared-feeds.suite.ts";

describeSharedFeeds("on a SQLite file", async () => {
	const folder = await mkdtemp(join(tmpdir(), "holdfast-feeds-"));
	return {
		store: () => sqlite(join(folder, "holdfast.db"), { durability: "normal" }),
		end: () => rm(folder, { recursive: true, force: true }),
	};
});
