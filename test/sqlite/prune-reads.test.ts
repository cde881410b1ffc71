import { StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { tamper } from "./read-schema.ts";

const note: NewEvent = { kind: "custom", source: "integration", data: { type: "note" } };

test("SE12 a sweep that has nothing to remove from a session reads one event of it, however long it is", async () => {
	const hf = await openFile(tempDatabase());
	await hf.session({ agentId: "a", sessionId: "s" }).append(Array.from({ length: 300 }, () => note));
	const all = vi.spyOn(StatementSync.prototype, "all");
	onTestFinished(() => all.mockRestore());
	expect(await hf.sweep()).toEqual({ sessions: 0, events: 0, unread: 0, runs: 0 });
	const looked = all.mock.results
		.flatMap(({ value }) => value as object[])
		.filter((row) => "stored_at" in row);
	expect(looked).toHaveLength(1);
});

test("SE12 events from before storage times were kept count from the time that they carry", async () => {
	const path = tempDatabase();
	const hf = await openFile(path);
	const session = hf.session({ agentId: "a", sessionId: "s" });
	await session.append([{ ...note, at: "2001-01-01T00:00:00Z" }, note]);
	await session.end({ wait: true });
	expect(await hf.sweep()).toMatchObject({ events: 0 });
	tamper(path, "UPDATE holdfast_events SET stored_at = NULL");
	expect(await hf.sweep()).toMatchObject({ events: 1 });
});
