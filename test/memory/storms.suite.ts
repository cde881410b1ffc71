import { describe, expect, it } from "vitest";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { withCommits } from "./failing-commits.ts";
import { memoryWorld } from "./memory-world.ts";
import { scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };

/** What many do at once, or at the wrong moment. */
export function describeStorms(backend: Backend): void {
	describe("storms and odd moments", () => {
		const world = memoryWorld(backend);

		it("a hundred who write the same get the same id, and each source is kept (FA1, FA4)", async () => {
			const hf = await world.open();
			await hf.session(ref).append(Array.from({ length: 100 }, (_, i) => line("user", `words ${i}`)));
			const memory = hf.memory("a", { userId: "u" });
			const ids = await Promise.all(
				Array.from({ length: 100 }, (_, offset) =>
					memory.write("Likes tea.", { source: { sessionId: "s", offset }, metadata: { [`m${offset}`]: 1 } }),
				),
			);
			expect(new Set(ids).size).toBe(1);
			const fact = await memory.get(ids[0] as string);
			expect(fact.sources).toHaveLength(100);
			expect(Object.keys(fact.metadata)).toHaveLength(100);
		});

		it("fifty changes of one fact at once are all made (FA7)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			const id = await memory.write("Likes tea.");
			await Promise.all(
				Array.from({ length: 50 }, (_, i) => memory.update(id, { importance: (i + 1) / 1_000 })),
			);
			expect((await memory.history(id)).filter(({ change }) => change === "updated")).toHaveLength(50);
		});

		it("a session that is deleted while it is consolidated leaves no fact (ER1)", async () => {
			let deleted: Promise<unknown> | undefined;
			const store = withCommits(world.store, async (unit, next) => {
				// The commit comes when the deletion has begun.
				if (unit.consolidated) deleted ??= hf.sessions.delete(ref, { forget: true });
				await deleted;
				return next();
			});
			const hf = await world.open({ store, model: scribe() });
			await hf.session(ref).append(line("user", "note: The user likes tea."));
			await hf.session(ref).end({ wait: true });
			await deleted;
			expect((await hf.memory("a", { everybody: true }).list({ status: "all" })).items).toEqual([]);
			expect((await hf.jobs.list({ status: "dead" })).items).toEqual([]);
		});

		it("forgetting with a session knows no limit; the receipt names a thousand (ER1)", async () => {
			const hf = await world.open();
			await hf.session(ref).append(line("user", "a list"));
			const memory = hf.memory("a", { userId: "u" });
			const source = { sessionId: "s", offset: 0 };
			await memory.writeMany(
				Array.from({ length: 1_200 }, (_, i) => ({ content: `Likes number ${i}.`, source })),
			);
			const receipt = await hf.sessions.delete(ref, { forget: true });
			expect(receipt).toMatchObject({ erased: { facts: 1_200 }, derived: [], complete: true });
			expect(receipt.forgotten).toHaveLength(1_000);
			expect((await memory.list()).items).toEqual([]);
		});

		it("in a session the log says what came later, whatever the times say; nothing is later than now (FA3)", async () => {
			const hf = await world.open();
			await hf
				.session(ref)
				.append([
					line("user", "I live in Paris.", "2100-01-01T00:00:00Z"),
					line("user", "I live in Rome now.", "2020-01-01T00:00:00Z"),
				]);
			await hf.session(ref).end({ wait: true });
			const memory = hf.memory("a", { userId: "u" });
			expect(contentsOf((await memory.list()).items)).toEqual(["The user lives in Rome."]);
			const other = { ...ref, sessionId: "t" };
			await hf.session(other).append(line("user", "I live in Oslo."));
			await hf.session(other).end({ wait: true });
			expect(contentsOf((await memory.list()).items)).toEqual(["The user lives in Oslo."]);
		});

		it("what an operator says of themself is not the user's (FA5)", async () => {
			const hf = await world.open();
			await hf.session(ref).append(line("user", "I live in Oslo."));
			await hf.session(ref).postAsHuman({ content: "I live in Leeds.", displayName: "Steve" });
			await hf.session(ref).end({ wait: true });
			expect(contentsOf((await hf.memory("a", { userId: "u" }).list()).items)).toEqual([
				"The user lives in Oslo.",
			]);
		});

		it("what is shared by all users says whose it is (FA0)", async () => {
			const hf = await world.agents({ id: "a", memory: { facts: "agent" } });
			for (const [userId, text] of [
				["ada", "I live in Oslo."],
				["bob", "I live in Rome."],
			] as const) {
				await hf.session({ ...ref, userId }).append(line("user", text));
				await hf.session({ ...ref, userId }).end({ wait: true });
			}
			expect(contentsOf((await hf.memory("a").list()).items).sort()).toEqual([
				"User ada lives in Oslo.",
				"User bob lives in Rome.",
			]);
		});

		it("what was forgotten does not show in the scores of what is left (FA2)", async () => {
			const [one, two] = [await world.open(), await world.open()];
			const memory = one.memory("a", { userId: "u" });
			const ids = await memory.writeMany(
				Array.from({ length: 40 }, (_, i) => `Owns a ${i % 2 ? "boat" : "kite"} ${i}.`),
			);
			await memory.search("boat");
			for (const id of ids.slice(0, 30)) await memory.forget(id);
			const warm = (await memory.search("sails and boats", { limit: 50 })).hits;
			const cold = (await two.memory("a", { userId: "u" }).search("sails and boats", { limit: 50 })).hits;
			// Age is counted from now, and now is a moment later.
			const rounded = (hits: typeof warm) => hits.map(({ id, score }) => [id, score.toFixed(8)]);
			expect(rounded(warm)).toEqual(rounded(cold));
		});
	});
}
