import { StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";

const note: NewEvent = { kind: "custom", source: "integration", data: { type: "note" } };

test("SE12 a sweep that has nothing to remove from a session reads one event of it, however long it is", async () => {
	const hf = await openFile(tempDatabase());
	await hf.session({ agentId: "a", sessionId: "s" }).append(Array.from({ length: 300 }, () => note));
	const all = vi.spyOn(StatementSync.prototype, "all");
	onTestFinished(() => all.mockRestore());
	expect(await hf.sweep()).toEqual({ sessions: 0, events: 0, runs: 0 });
	const bodies = all.mock.results.flatMap(({ value }) => value as object[]).filter((row) => "body" in row);
	expect(bodies).toHaveLength(1);
});
