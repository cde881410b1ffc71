import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { onDay } from "../api/on-day.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };
const HALF_HOUR_MS = 30 * 60_000;

const known = async (hf: Holdfast) => contentsOf((await hf.memory("a", { userId: "u" }).list()).items).sort();
const waiting = async (hf: Holdfast) =>
	(await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate");

/** FA3: facts of sessions that nobody ends. */
export function describeLiving(backend: Backend): void {
	describe("facts of open sessions (FA3)", () => {
		const world = memoryWorld(backend);

		it("a session that was quiet for half an hour is consolidated, and stays open", async () => {
			const hf = await world.open({ model: scribe() });
			await onDay(-1, () => hf.session(ref).append(line("user", "note: The user likes tea.")));
			expect(await known(hf)).toEqual([]);
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
			expect(await waiting(hf)).toEqual([]);
			expect(await hf.sessions.get(ref)).not.toHaveProperty("endedAt");
			// What comes later is read later, and nothing twice.
			await onDay(-1, () => hf.session(ref).append(line("user", "note: The user likes figs.")));
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes figs.", "The user likes tea."]);
		});

		it("while people talk it is put off: one job, with a new time", async () => {
			const model = scribe();
			const hf = await world.open({ model });
			await onDay(-1, () => hf.session(ref).append(line("user", "note: The user likes tea.")));
			const before = Date.now();
			for (let i = 0; i < 5; i++) await hf.session(ref).append(line("user", "hm"));
			await hf.idle();
			expect(model.prompts).toEqual([]);
			const [job, ...others] = await waiting(hf);
			expect(others).toEqual([]);
			expect(job).toMatchObject({ status: "queued", attempts: 0 });
			expect(Date.parse(job?.dueAt ?? "")).toBeGreaterThanOrEqual(before + HALF_HOUR_MS);
		});

		it("about a hundred new messages are read without waiting", async () => {
			const hf = await world.open({ model: scribe() });
			await hf
				.session(ref)
				.append([
					line("user", "note: The user likes tea."),
					...Array.from({ length: 199 }, () => line("user", "hm")),
				]);
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
			await hf.session(ref).append(line("user", "note: The user likes figs."));
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
			expect(await waiting(hf)).toHaveLength(1);
		});

		it("settings: the minutes, and false for never; an override holds too", async () => {
			const agent = (id: string, consolidateAfter: number | false) => ({ id, memory: { consolidateAfter } });
			const hf = await world.open({ model: scribe(), agents: [agent("a", 0), agent("never", false)] });
			for (const agentId of ["a", "never"])
				await hf.session({ ...ref, agentId }).append(line("user", "note: The user likes tea."));
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
			expect(await waiting(hf)).toEqual([]);
			expect((await hf.memory("never", { userId: "u" }).list()).items).toEqual([]);
			await hf.session({ ...ref, agentId: "never" }).end({ wait: true });
			expect((await hf.memory("never", { userId: "u" }).list()).items).toHaveLength(1);
			await hf.agents.configureMemory("a", { facts: false });
			await onDay(-1, () => hf.session(ref).append(line("user", "note: The user likes figs.")));
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
		});

		it("end() takes the place of the job that waits", async () => {
			const model = scribe();
			const hf = await world.open({ model });
			await hf.session(ref).append(line("user", "note: The user likes tea."));
			expect(await waiting(hf)).toHaveLength(1);
			await hf.session(ref).end({ wait: true });
			expect(await known(hf)).toEqual(["The user likes tea."]);
			expect(await waiting(hf)).toEqual([]);
			expect(model.prompts).toHaveLength(1);
		});

		it("what is said while the model reads is read next: nothing is lost, nothing is read twice", async () => {
			let said = 0;
			const hf: Holdfast = await world.open({
				agents: [{ id: "a", memory: { consolidateAfter: 0 } }],
				model: scribe({
					before: async () => {
						if (++said > 3) return undefined;
						await hf.session(ref).append(line("user", `note: The user has the number ${said}.`));
						return undefined;
					},
				}),
			});
			await hf.session(ref).append(line("user", "note: The user likes tea."));
			await hf.idle();
			const facts = (await hf.memory("a", { userId: "u" }).list()).items;
			expect(contentsOf(facts).sort()).toEqual([
				...[1, 2, 3].map((n) => `The user has the number ${n}.`),
				"The user likes tea.",
			]);
			expect(facts.map(({ sources }) => sources.length)).toEqual([1, 1, 1, 1]);
			expect(await waiting(hf)).toEqual([]);
		});

		it("two instances at it: each message is read once", async () => {
			const [one, two] = await Promise.all([0, 1].map(() => world.open({ model: scribe() })));
			if (!one || !two) throw new Error("two were opened");
			await onDay(-1, () =>
				Promise.all(
					Array.from({ length: 10 }, (_, i) =>
						(i % 2 ? one : two)
							.session({ ...ref, sessionId: `s${i}` })
							.append(line("user", `note: The user owns the house ${i}.`)),
					),
				),
			);
			await Promise.all([one.idle(), two.idle()]);
			const facts = (await one.memory("a", { userId: "u" }).list({ limit: 50 })).items;
			expect(facts.map(({ sources }) => sources.length)).toEqual(Array(10).fill(1));
			expect(await waiting(one)).toEqual([]);
		});

		it("a session that a tool ends in its own run stays ended, and its answer is learnt from too (FA3)", async () => {
			const close = tool({
				name: "close",
				description: "Ends the session.",
				input: z.object({}),
				execute: async (_, { session }) => {
					await session.end();
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "close" }] }, "Goodbye."]);
			const hf = await world.open({
				model: scribe(),
				agents: [defineAgent({ id: "a", model, tools: [close] })],
			});
			const { output } = await hf.agents.run({ ...ref, input: "note: The user likes tea." });
			expect(output).toBe("Goodbye.");
			expect(await hf.sessions.get(ref)).toHaveProperty("endedAt");
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes tea."]);
			expect((await hf.session(ref).history.last(1))[0]).toMatchObject({ content: "Goodbye." });
			expect(await hf.sessions.get(ref)).toHaveProperty("endedAt");
			// Who speaks next opens it again.
			await hf.session(ref).append(line("user", "hello"));
			expect(await hf.sessions.get(ref)).not.toHaveProperty("endedAt");
		});

		it("what one agent asks another is learnt only where that session is ended (AG5)", async () => {
			const ask = scriptedModel([
				{ toolCalls: [{ name: "helper", input: { input: "note: The user likes tea." } }] },
				"Done.",
			]);
			const hf = await world.open({
				model: scribe(),
				agents: [
					defineAgent({ id: "a", model: ask, agents: ["helper"], memory: { consolidateAfter: 0 } }),
					defineAgent({
						id: "helper",
						model: scriptedModel(() => "Helped."),
						memory: { consolidateAfter: 0 },
					}),
				],
			});
			await hf.agents.run({ ...ref, input: "note: The user likes figs." });
			await hf.idle();
			expect(await known(hf)).toEqual(["The user likes figs."]);
			expect((await hf.memory("helper", { userId: "u" }).list()).items).toEqual([]);
		});
	});
}
