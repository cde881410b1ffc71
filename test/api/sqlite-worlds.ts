import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { type Backend, embeddedWorld } from "./world.ts";

/** Each world is a real file in a folder of its own. */
export const sqliteWorlds: Backend = {
	name: "embedded, on a SQLite file",
	async create() {
		const folder = await mkdtemp(join(tmpdir(), "holdfast-api-"));
		// These tests end with their process; none cuts the power.
		const store = sqlite(join(folder, "holdfast.db"), { durability: "normal" });
		return embeddedWorld(store, () => rm(folder, { recursive: true, force: true }));
	},
};
