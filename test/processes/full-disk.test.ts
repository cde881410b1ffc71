import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { batchOf, type Keyed } from "./children/keyed-batches.ts";
import type { LimitedWriterInput, LimitedWriterMessage } from "./children/limited-writer.ts";
import { startChild } from "./start-child.ts";
import { openFile, tempDatabase } from "./temp-database.ts";

test("SE3 when the disk takes no more, appends are refused whole, what was acknowledged stays, and a retry goes through", async ({
	skip,
}) => {
	const path = tempDatabase();
	const child = startChild<LimitedWriterMessage>("limited-writer", {
		path,
		bytes: 600_000,
	} satisfies LimitedWriterInput);
	const result = await child.message();
	await child.ended();
	if ("noLimits" in result)
		return skip(`this system cannot limit the size of a process's files: ${result.noLimits}`);
	const { acknowledged, refused, repeated } = result;
	// Each of the four writers went on until it was refused once, and each refusal could be repeated with success.
	expect(refused.map(({ code, retryable }) => ({ code, retryable }))).toEqual(
		Array.from({ length: 4 }, () => ({ code: "unavailable", retryable: true })),
	);
	for (const { message } of refused) expect(message).not.toContain("rollback");
	expect(acknowledged.slice(-4).map(({ key }) => key)).toEqual(repeated);
	expect(acknowledged.length).toBeGreaterThan(8);

	const hf = await openFile(path);
	const stored = new Map<string, string>();
	for (const sessionId of new Set(acknowledged.map((one) => one.sessionId))) {
		const log = await hf.session({ agentId: "a", sessionId }).events({ limit: 10_000 });
		expect(log.map((event) => event.offset)).toEqual(log.map((_, i) => i));
		for (const event of log) stored.set(`${sessionId}/${event.offset}`, (event.data as unknown as Keyed).key);
	}
	const told = acknowledged.flatMap(({ key, sessionId, offsets }) => {
		expect(offsets).toHaveLength(batchOf(key).length);
		return offsets.map((offset): [string, string] => [`${sessionId}/${offset}`, key]);
	});
	// Exactly what was acknowledged: nothing of the refused appends but what their repetition stored.
	expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(told));
	expect(stored.size).toBe(told.length);
	await hf.close();
	const database = new DatabaseSync(path);
	expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
	database.close();
});
