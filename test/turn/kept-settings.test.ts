import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { defineAgent, holdfast, memoryStore } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { newSchema } from "../postgres/server/test-database.ts";

const ref = { agentId: "a", sessionId: "s" };
const agents = () => [defineAgent({ id: "a", model: scriptedModel(() => "fine") })];

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "holdfast-settings-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** IF5: where settings that stand in for a definition's are kept, and what it costs to look. */
describe("kept settings (IF5)", () => {
	it("survive that the file is closed and opened again", async () => {
		const path = join(await newFolder(), "holdfast.db");
		const first = await holdfast({ store: sqlite(path), agents: agents() });
		const told = await first.agents.configureMemory("a", { limit: 3, space: "team" });
		await first.close();
		const second = await holdfast({ store: sqlite(path), agents: agents() });
		expect(await second.agents.get("a")).toEqual(told);
		for (const input of ["one", "two", "three"]) await second.agents.run({ ...ref, input });
		expect((await second.agents.run({ ...ref, input: "four" })).recalled.messages).toHaveLength(2);
		await second.close();
	});

	it("hold over a manifest that is read again", async () => {
		const folder = await newFolder();
		const manifest = (limit: number) =>
			writeFile(join(folder, "a.yaml"), `schema: 1\nid: a\nmemory: { limit: ${limit}, recall: both }\n`);
		await manifest(10);
		await using hf = await holdfast({ agents: folder, reload: true });
		await hf.agents.configureMemory("a", { limit: 3 });
		await manifest(20);
		await expect
			.poll(async () => (await hf.agents.get("a")).definedMemory, { timeout: 20_000 })
			.toMatchObject({ limit: 20 });
		expect((await hf.agents.get("a")).memory).toMatchObject({ limit: 3, recall: "both" });
	});

	it("are seen by another process on the same PostgreSQL from its next run on", async () => {
		const { url, schema, dispose } = await newSchema();
		const open = () => holdfast({ store: postgres(url, { schema }), agents: agents() });
		const [one, other] = [await open(), await open()];
		try {
			await other.agents.run({ ...ref, input: "one" });
			await one.agents.configureMemory("a", false);
			expect((await other.agents.run({ ...ref, input: "two" })).recalled.strategy).toBe("none");
			await one.agents.configureMemory("a", null);
			expect((await other.agents.run({ ...ref, input: "three" })).recalled.messages).toHaveLength(4);
		} finally {
			await Promise.all([one.close(), other.close()]);
			await dispose();
		}
	});

	it("are read once a run, while the run reads its session and state anyway", async () => {
		const store = memoryStore();
		const { promise: beside, resolve } = Promise.withResolvers<void>();
		let watches = false;
		let looks = 0;
		const hf = await holdfast({
			agents: agents(),
			store: {
				...store,
				state: {
					...store.state,
					read: async (...args) => {
						if (watches) resolve();
						return store.state.read(...args);
					},
				},
				documents: {
					...store.documents,
					get: async (...args) => {
						if (watches && args[1] === "agent_memory") {
							looks += 1;
							// Were it a step of its own, the run would wait here for ever.
							await beside;
						}
						return store.documents.get(...args);
					},
				},
			},
		});
		// The first message of an agent also asks when to consolidate. That answer is kept for a while.
		await hf.agents.run({ ...ref, input: "one" });
		watches = true;
		await hf.agents.run({ ...ref, input: "two" });
		expect(looks).toBe(1);
		await hf.close();
	});
});
