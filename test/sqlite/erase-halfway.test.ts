import { expect, test } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { tamper } from "./read-schema.ts";

const note: NewEvent = { kind: "custom", source: "integration", data: { type: "note" } };

test("SE5 an erasure that fails halfway wakes the followers of the sessions that are gone", async () => {
	const path = tempDatabase();
	const hf = await openFile(path);
	await hf.users.upsert("u", {});
	tamper(
		path,
		"CREATE TRIGGER poison BEFORE DELETE ON holdfast_users BEGIN SELECT RAISE(ABORT, 'poisoned'); END",
	);
	const session = hf.session({ agentId: "a", sessionId: "s", userId: "u" });
	await session.append(note);
	const follower = session.follow();
	await follower.next();
	const next = expect(follower.next()).rejects.toMatchObject({ code: "not_found" });
	await expect(hf.users.delete("u")).rejects.toMatchObject({ code: "unavailable" });
	expect((await hf.sessions.list()).items).toEqual([]);
	await next;
});
