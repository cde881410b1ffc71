import { describe, expect, test } from "vitest";
import { said } from "./drafts.ts";
import { type Backend, freshWorld } from "./world.ts";

/** Which agents have memory. */
export function describeOverview(backend: Backend): void {
	describe("overview", () => {
		const world = freshWorld(backend);

		test("IF4 a new tenant has none", async () => {
			const hf = await world.open();
			expect(await hf.overview()).toEqual([]);
		});

		test("IF4 counts sessions, messages, facts by status and users of every agent, by id, though none is defined", async () => {
			const hf = await world.open();
			const session = (agentId: string, userId: string | undefined, sessionId: string) =>
				hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
			await session("support", "ada", "1").append([said("a"), said("b")]);
			await session("support", "ada", "2").append(said("c"));
			await session("support", "bob", "1").append(said("d"));
			await session("support", undefined, "1").state.set({ seen: true });
			await session("support", "bob", "1").end();
			await session("a", undefined, "1").append(said("e"));
			await hf.memory("support", { userId: "ada" }).write("Ada lives in Oslo.");
			await hf.memory("support").write("Parcels leave at noon.");
			const waiting = await hf.memory("support").write("Parcels are free.", { trusted: false });
			const old = await hf.memory("support", { userId: "ada" }).write("Ada likes tea.");
			await hf.memory("support", { userId: "ada" }).update(old, { status: "superseded" });
			expect((await hf.memory("support").get(waiting)).status).toBe("quarantined");
			await hf.memory("only facts 🚀").write("The office is closed on Mondays.");
			await hf.idle();
			const found = await hf.overview();
			const { items } = await hf.sessions.list({ order: "updated" });
			const changed = (agentId: string) => items.find((item) => item.agentId === agentId)?.updatedAt;
			const none = { sessions: 0, openSessions: 0, messages: 0, users: 0 };
			expect(found).toEqual([
				{
					agentId: "a",
					sessions: 1,
					openSessions: 1,
					messages: 1,
					facts: 0,
					factsByStatus: { active: 0, quarantined: 0, superseded: 0 },
					users: 0,
					updatedAt: changed("a"),
				},
				{
					agentId: "only facts 🚀",
					...none,
					facts: 1,
					factsByStatus: { active: 1, quarantined: 0, superseded: 0 },
				},
				{
					agentId: "support",
					sessions: 4,
					openSessions: 3,
					messages: 4,
					facts: 4,
					users: 2,
					factsByStatus: { active: 2, quarantined: 1, superseded: 1 },
					updatedAt: changed("support"),
				},
			]);
		});

		test("IF4 follows what is erased, and is each tenant's own", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "rival" });
			for (const agentId of ["a", "b"]) {
				await hf.session({ agentId, sessionId: "1" }).append(said("x"));
				await hf.memory(agentId).write("Parcels leave at noon.");
			}
			expect(await other.overview()).toEqual([]);
			expect((await hf.overview()).map(({ agentId }) => agentId)).toEqual(["a", "b"]);
			await hf.sessions.delete({ agentId: "a", sessionId: "1" });
			expect((await hf.overview())[0]).toMatchObject({ agentId: "a", sessions: 0, facts: 1 });
			await hf.erase({ agentId: "a" });
			expect((await hf.overview()).map(({ agentId }) => agentId)).toEqual(["b"]);
		});
	});
}
