import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Holdfast, holdfast } from "../../src/index.ts";
import type { SqliteOptions } from "../../src/store/sqlite/index.ts";
import { type Place, storeAt } from "./store-at.ts";

/** A folder that is gone when the test is. */
export function tempFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The path of a database that does not exist yet. */
export function tempDatabase(): string {
	return join(tempFolder(), "holdfast.db");
}

/** Opens a place in this process, until the test ends at the latest. */
export async function openFile(place: Place, options: SqliteOptions = {}): Promise<Holdfast> {
	const hf = await holdfast({
		store: storeAt(place, { sqlite: options }),
		network: { allow: ["127.0.0.1"] },
	});
	onTestFinished(() => hf.close());
	return hf;
}
