import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { describeStore } from "../../src/testing/index.ts";

describeStore("sqlite", () => {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-"));
	const open = () => sqlite(join(folder, "store.db"));
	return { store: open(), second: open, dispose: () => rmSync(folder, { recursive: true }) };
});
