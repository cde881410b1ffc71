import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import type { Backend } from "../api/world.ts";
import { turnWorld } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };

/** AG5: the sessions of sub-agents belong to the one they work for, by identity and not by name. */
export function describeDerivedSessions(backend: Backend): void {
	describe("sessions of sub-agents (AG5)", () => {
		const world = turnWorld(backend);

		async function open() {
			const model = scriptedModel(({ prompt }) =>
				prompt.at(-1)?.role === "tool" ? "done" : { toolCalls: [{ name: "below", input: { input: "go" } }] },
			);
			const below = scriptedModel(({ index }) => `found ${index}`);
			const hf = await world.open([
				defineAgent({ id: "a", model, agents: ["below"] }),
				defineAgent({ id: "below", model: below }),
			]);
			return { hf, below };
		}

		const left = async (hf: Holdfast) => ({
			sessions: (await hf.sessions.list()).items.map(({ agentId, sessionId }) => `${agentId} ${sessionId}`),
			runs: (await hf.runs.list()).items.length,
		});

		it.each<[string, (hf: Holdfast) => Promise<unknown>]>([
			["the session", (hf) => hf.sessions.delete(ref)],
			["the user", (hf) => hf.users.delete("u")],
		])("go, with their runs, when %s is deleted", async (_, remove) => {
			const { hf } = await open();
			await hf.agents.run({ ...ref, input: "x" });
			expect(await left(hf)).toEqual({ sessions: expect.arrayContaining(["a s", "below s:below"]), runs: 2 });
			await remove(hf);
			expect(await left(hf)).toEqual({ sessions: [], runs: 0 });
		});

		it("do not go with, nor move with, a user who happens to be called like the derived one (ER1)", async () => {
			const { hf } = await open();
			await hf.agents.run({ ...ref, input: "x" });
			expect((await hf.users.delete("u:below")).erased.sessions).toBe(0);
			await expect(hf.users.rekey("u:below", "x")).rejects.toMatchObject({ code: "not_found" });
			expect(await left(hf)).toMatchObject({ sessions: expect.arrayContaining(["below s:below"]), runs: 2 });
		});

		it("stay linked when the session gets another name, or the user another id", async () => {
			const { hf, below } = await open();
			await hf.agents.run({ ...ref, input: "x" });
			await hf.sessions.rekey(ref, { userId: "ann", sessionId: "t" });
			await hf.agents.run({ agentId: "a", sessionId: "t", userId: "ann", input: "y" });
			expect(below.texts()[1]).toMatch(/user: go\nassistant: found 0\nuser: go$/);
			await hf.users.rekey("ann", "bea");
			await hf.agents.run({ agentId: "a", sessionId: "t", userId: "bea", input: "z" });
			expect(below.texts()[2]).toContain("found 1");
			expect((await left(hf)).sessions).toHaveLength(2);
			await hf.users.delete("bea");
			expect(await left(hf)).toEqual({ sessions: [], runs: 0 });
		});

		it("never meet: ids with `:` and `\\` of their own", async () => {
			const { hf, below } = await open();
			const pairs = [
				["u", "s"],
				["u:below", "s"],
				["u", "s:below"],
				["u\\", "s"],
				["u\\:below", "s"],
				["u:", "s\\"],
				["", "u:s"],
				["u\\:", "s:"],
			];
			for (const [userId, sessionId = ""] of pairs) {
				await hf.agents.run({ agentId: "a", sessionId, ...(userId ? { userId } : {}), input: "x" });
			}
			// Each of them was new: nobody saw what another one's sub-agent had said.
			expect(below.texts()).toEqual(pairs.map(() => "user: go"));
			const { items } = await hf.sessions.list({ agentId: "below" });
			expect(items).toHaveLength(pairs.length);
		});

		it("a session that somebody has by the derived name is left alone", async () => {
			const { hf, below } = await open();
			const theirs = { agentId: "below", sessionId: "s:below", userId: "u:below" };
			await hf.agents.run({ ...theirs, input: "private" });
			await hf.agents.run({ ...ref, input: "x" });
			await hf.agents.run({ ...ref, input: "y" });
			expect(below.texts().slice(1).join()).not.toContain("private");
			expect(below.texts()[2]).toContain("found 1");
			expect(await hf.session(theirs).events({ kinds: ["message"] })).toHaveLength(2);
			await hf.sessions.delete(ref);
			expect(await hf.session(theirs).events({ kinds: ["message"] })).toHaveLength(2);
		});

		it("are not another user's memory, whatever that user is called (ME1)", async () => {
			const { hf, below } = await open();
			await hf.agents.run({ ...ref, input: "x" });
			await hf.agents.run({ agentId: "below", userId: "u:below", input: "what do you know?" });
			expect(below.texts()[1]).toBe("user: what do you know?");
		});

		it("a caller that lost its turn closes the runs below it, also one that was about to set state", async () => {
			let hf: Holdfast;
			const set = tool({
				name: "set",
				description: "Sets state when it is too late.",
				input: z.object({}),
				async execute(_, ctx) {
					const [root] = (await hf.runs.list({ agentId: "a" })).items;
					// By the store itself, as another process would: this one does not know yet.
					const other = await world.open([]);
					await other.runs.cancel(root?.id ?? "");
					ctx.state.set("k", 1);
				},
			});
			const calls = (name: string) => ({ toolCalls: [{ name, input: { input: "go" } }] });
			hf = await world.open([
				defineAgent({ id: "a", model: scriptedModel([calls("below"), "never"]), agents: ["below"] }),
				defineAgent({ id: "below", model: scriptedModel([calls("set"), "never"]), tools: [set] }),
			]);
			await expect(hf.agents.run({ ...ref, input: "x" })).rejects.toMatchObject({ status: "cancelled" });
			await expect
				.poll(async () => (await hf.runs.list()).items.map(({ status }) => status))
				.toEqual(["cancelled", "cancelled"]);
			expect(await hf.session(ref).state.get()).toEqual({});
		});
	});
}
