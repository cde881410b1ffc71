import { describe, expect, it } from "vitest";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";

/** ME10: memories that several agents share. */
export function describeSpaces(backend: Backend): void {
	describe("shared spaces (ME10)", () => {
		const world = memoryWorld(backend);
		const open = (tenant = "default") =>
			world.open({
				tenant,
				agents: [
					{ id: "sales", memory: { space: "shop" } },
					{ id: "support", memory: { space: "shop" } },
					// A name that would be an agent's, if names were all.
					{ id: "shop" },
					{ id: "lab", memory: { space: "sales" } },
				],
			});

		it("agents of one space read and write the same facts, of all and of each user; others do not", async () => {
			const hf = await open();
			const id = await hf.memory("sales", { userId: "u" }).write("The user pays by invoice.");
			await hf.memory("support").write("The shop opens at nine.");
			expect(contentsOf((await hf.memory("support", { userId: "u" }).list()).items)).toEqual([
				"The shop opens at nine.",
				"The user pays by invoice.",
			]);
			expect(await hf.memory("support", { userId: "u" }).get(id)).toMatchObject({
				agentId: "sales",
				space: "shop",
				scope: "user",
			});
			expect((await hf.memory("support", { userId: "u" }).search("invoice")).hits[0]?.id).toBe(id);
			expect(await hf.memory("sales", { userId: "u" }).write("The user pays by invoice.")).toBe(id);
			expect(await hf.memory("support", { userId: "u" }).write("the user pays by invoice")).toBe(id);
			for (const agent of ["shop", "lab"]) {
				await refusal(hf.memory(agent, { userId: "u" }).get(id), "not_found");
				expect((await hf.memory(agent, { everybody: true }).list()).items).toEqual([]);
			}
			await refusal(hf.memory("support", { userId: "v" }).get(id), "not_found");
		});

		it("a space is listed once it holds something, by tenant, with the number of its facts", async () => {
			const hf = await open();
			expect((await hf.spaces.list()).items).toEqual([]);
			await hf.memory("sales").writeMany(["One.", "Two."]);
			await hf.memory("support", { userId: "u" }).write("Three.");
			await hf.memory("support", { userId: "u" }).write("Five.", { trusted: false });
			await hf.memory("shop").write("An agent's own.");
			await hf.memory("lab").write("Four.");
			expect((await hf.spaces.list()).items).toEqual([
				{ name: "sales", facts: 1, factsByStatus: { active: 1, quarantined: 0, superseded: 0 } },
				{ name: "shop", facts: 4, factsByStatus: { active: 3, quarantined: 1, superseded: 0 } },
			]);
			expect(await (await open("other")).spaces.list()).toEqual({ items: [] });
		});

		it("deleting a space removes its facts and nothing else (ER1)", async () => {
			const hf = await open();
			const other = await open("other");
			await other.memory("sales").write("Of another tenant.");
			await hf.memory("sales").write("One.");
			await hf.memory("support", { userId: "u" }).write("Two.");
			await hf.session({ agentId: "sales", sessionId: "s" }).write("Three.");
			await hf.memory("shop").write("An agent's own.");
			await hf.memory("lab").write("Four.");
			expect((await hf.memory("sales").search("one")).hits).toHaveLength(1);
			expect(await hf.spaces.delete("shop")).toMatchObject({
				erased: { facts: 3, terms: 3, vectors: 3, sessions: 0 },
				remaining: { facts: 0, terms: 0, vectors: 0 },
				complete: true,
			});
			expect((await hf.memory("support", { everybody: true }).list()).items).toEqual([]);
			expect((await hf.memory("sales").search("one")).hits).toEqual([]);
			expect((await hf.spaces.list()).items).toMatchObject([{ name: "sales", facts: 1 }]);
			expect((await hf.memory("shop").list()).items).toHaveLength(1);
			expect(await hf.sessions.get({ agentId: "sales", sessionId: "s" })).toBeDefined();
			expect((await other.memory("sales").list()).items).toHaveLength(1);
			expect(await hf.spaces.delete("unknown")).toMatchObject({ erased: { facts: 0 }, complete: true });
			await refusal(hf.spaces.delete(""), "invalid");
			await refusal(hf.spaces.delete(garbage(undefined)), "invalid");
			// It can be filled again.
			await hf.memory("sales").write("One.");
			expect((await hf.memory("support").search("one")).hits).toHaveLength(1);
		});

		it("erasing an agent leaves the shared space to the others; its own goes (ER1)", async () => {
			const hf = await open();
			await hf.memory("sales").write("Shared.");
			await hf.memory("shop").write("Own.");
			await hf.erase({ agentId: "sales" });
			expect(await hf.erase({ agentId: "shop" })).toMatchObject({ erased: { facts: 1 }, complete: true });
			expect(contentsOf((await hf.memory("support").list()).items)).toEqual(["Shared."]);
			expect((await hf.memory("shop").list()).items).toEqual([]);
		});
	});
}
