import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";
import { gathered } from "./drafts.ts";
import { sqliteWorlds } from "./sqlite-worlds.ts";
import { writeRichSession } from "./transfer.suite.ts";
import { embeddedWorld } from "./world.ts";

test("SE11 an export goes from memory to SQLite and back to memory without a byte changed", async () => {
	const ref = { agentId: "support", sessionId: "s", userId: "ann" };
	const worlds = [embeddedWorld(memoryStore()), await sqliteWorlds.create(), embeddedWorld(memoryStore())];
	try {
		const [first, ...others] = await Promise.all(worlds.map((world) => world.open()));
		if (!first) throw new Error("no world");
		await writeRichSession(first, ref);
		const original = await gathered(first.sessions.export(ref));
		let lines = original;
		for (const hf of others) {
			await hf.sessions.import(lines);
			lines = await gathered(hf.sessions.export(ref));
			expect(lines).toEqual(original);
		}
	} finally {
		await Promise.all(worlds.map((world) => world.end()));
	}
});
