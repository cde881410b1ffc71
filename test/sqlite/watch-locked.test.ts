import { StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";

const ref = { agentId: "a", sessionId: "s" };
const note: NewEvent = { kind: "custom", source: "integration", data: { type: "note" } };

test("SE5 a follower that begins while the file is locked for a moment misses no commit of others", async () => {
	const path = tempDatabase();
	const [hf, other] = [await openFile(path), await openFile(path)];
	await hf.session(ref).append(note);
	const get = StatementSync.prototype.get;
	let locked = true;
	const spy = vi.spyOn(StatementSync.prototype, "get").mockImplementation(function (
		this: StatementSync,
		...params
	) {
		if (locked && this.sourceSQL === "PRAGMA data_version") {
			locked = false;
			throw Object.assign(new Error("database is locked"), { errcode: 5 });
		}
		return get.apply(this, params);
	});
	onTestFinished(() => spy.mockRestore());
	const follower = hf.session(ref).follow();
	expect((await follower.next()).value).toMatchObject({ offset: 0 });
	expect(locked).toBe(false);
	await other.session(ref).append(note);
	expect((await follower.next()).value).toMatchObject({ offset: 1 });
	await follower.return?.();
});
