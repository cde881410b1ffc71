import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, type SessionRef, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line, toolUse } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };
const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

async function talk(hf: Holdfast, where: SessionRef, ...texts: string[]): Promise<void> {
	await hf.session(where).append(texts.map((text) => line("user", text)));
	await hf.session(where).end({ wait: true });
}

const factsOf = async (hf: Holdfast, scope: object = { userId: "u" }) =>
	(await hf.memory("a", scope).list({ status: "all", limit: 500 })).items.toReversed();

/** SE9, FA3–FA5: facts of ended sessions. */
export function describeConsolidating(backend: Backend): void {
	describe("consolidating (FA3)", () => {
		const world = memoryWorld(backend);

		it("an ended session's facts are the user's, with the very events they came from (FA3, FA4)", async () => {
			const hf = await world.open({ model: scribe() });
			const session = hf.session(ref);
			await session.append([
				line("user", "Hello", day(1)),
				line("assistant", "note: The agent says so.", day(1)),
				line("user", "note: The user likes tea.", day(2)),
				line("user", "note: The user has a dog. | sources=[2,0]", day(3)),
			]);
			await session.end({ wait: true });
			const facts = await factsOf(hf);
			expect(facts).toMatchObject([
				{
					content: "The user likes tea.",
					scope: "user",
					userId: "u",
					agentId: "a",
					origin: "extracted",
					extractor: "model:scripted/scripted",
					importance: 0.6,
					confidence: 0.8,
					status: "active",
					sources: [{ agentId: "a", userId: "u", sessionId: "s", offset: 2 }],
					validFrom: day(2),
				},
				{
					content: "The user has a dog.",
					sources: [
						{ sessionId: "s", offset: 0 },
						{ sessionId: "s", offset: 2 },
					],
				},
			]);
			const memory = hf.memory("a", { userId: "u" });
			expect(contentsOf(await memory.from({ sessionId: "s", offset: 0 }))).toEqual(["The user has a dog."]);
			expect(contentsOf(await memory.from({ sessionId: "s", offset: 2 })).sort()).toEqual([
				"The user has a dog.",
				"The user likes tea.",
			]);
			expect(await memory.history(facts[0]?.id ?? "")).toMatchObject([
				{ change: "extracted", extractor: "model:scripted/scripted" },
			]);
			expect((await memory.search("tea")).hits[0]).toMatchObject({
				id: facts[0]?.id,
				sources: [{ sessionId: "s", offset: 2, userId: "u" }],
				at: day(2),
			});
			// The history is as it was.
			expect((await session.events({ kinds: ["message"] })).map(({ offset }) => offset)).toEqual([
				0, 1, 2, 3,
			]);
		});

		it("ending twice, and ending what is empty, is harmless (SE9)", async () => {
			const model = scribe();
			const hf = await world.open({ model });
			await talk(hf, ref, "note: The user likes tea.");
			const head = (await hf.sessions.get(ref)).head;
			await Promise.all([hf.session(ref).end({ wait: true }), hf.session(ref).end()]);
			await hf.idle();
			expect((await hf.sessions.get(ref)).head).toBe(head);
			expect(model.prompts).toHaveLength(1);
			expect(await factsOf(hf)).toHaveLength(1);
			const empty = { ...ref, sessionId: "empty" };
			await hf.sessions.create(empty);
			await hf.session(empty).end({ wait: true });
			expect((await hf.sessions.get(empty)).endedAt).toBeDefined();
			expect(model.prompts).toHaveLength(1);
			expect((await hf.jobs.list({ status: "dead" })).items).toEqual([]);
		});

		it("an append after the end reopens; the next end reads only what is new (SE9)", async () => {
			const model = scribe();
			const hf = await world.open({ model });
			await talk(hf, ref, "note: The user likes tea.");
			await hf.session(ref).append(line("user", "note: The user likes figs."));
			expect((await hf.sessions.get(ref)).endedAt).toBeUndefined();
			await hf.session(ref).end({ wait: true });
			const facts = await factsOf(hf);
			expect(contentsOf(facts)).toEqual(["The user likes tea.", "The user likes figs."]);
			expect(facts.map(({ sources }) => sources.length)).toEqual([1, 1]);
			// Reopened with nothing that anybody said: nobody is asked.
			const asked = model.prompts.length;
			await hf.session(ref).state.set({ x: 1 });
			await hf.session(ref).end({ wait: true });
			expect(model.prompts).toHaveLength(asked);
			expect(await factsOf(hf)).toHaveLength(2);
		});

		it("without wait it is done behind the answer, and idle() waits for all of it (FA3)", async () => {
			const hf = await world.open({ model: scribe() });
			for (let i = 0; i < 5; i++) {
				const session = hf.session({ ...ref, sessionId: `s${i}` });
				await session.append(line("user", `note: The user owns the number ${i}00.`));
				await session.end();
			}
			await hf.idle();
			expect(await factsOf(hf)).toHaveLength(5);
			expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate")).toEqual([]);
		});

		it("a session of many stretches is read whole, each event once (FA3)", async () => {
			const hf = await world.open({ model: scribe() });
			const session = hf.session(ref);
			for (let from = 0; from < 900; from += 60) {
				await session.append(
					Array.from({ length: 60 }, (_, i) =>
						line("user", (from + i) % 100 === 99 ? `note: The user owns number ${from + i}.` : "hm"),
					),
				);
			}
			await session.end({ wait: true });
			const facts = await factsOf(hf);
			expect(facts.map(({ sources }) => sources.map(({ offset }) => offset))).toEqual(
				Array.from({ length: 9 }, (_, i) => [i * 100 + 99]),
			);
		});

		it("forked and copied events count as consolidated (SE10)", async () => {
			const hf = await world.open({ model: scribe() });
			await hf
				.session(ref)
				.append([line("user", "note: The user likes tea."), line("user", "note: The user likes figs.")]);
			const fork = { ...ref, userId: "v", sessionId: "fork" };
			await hf.sessions.fork(ref, { offset: 1 }, fork);
			await hf.session(fork).append(line("user", "note: The user likes plums."));
			await hf.session(fork).end({ wait: true });
			expect(contentsOf(await factsOf(hf, { userId: "v" }))).toEqual(["The user likes plums."]);
		});

		it("what was erased before the end is not learnt; what input_output hides neither (ME2, ER1)", async () => {
			const look = tool({
				name: "look",
				description: "Looks.",
				input: z.object({}),
				execute: () => "note: The user is hidden.",
			});
			const model = scriptedModel([{ text: "looking", toolCalls: [{ name: "look" }] }, "done"]);
			const hf = await world.open({
				model: scribe(),
				agents: [defineAgent({ id: "a", model, tools: [look], memory: { save: "input_output" } })],
			});
			await hf.agents.run({ ...ref, input: "note: The user likes tea." });
			const [event] = await hf.session(ref).append(line("user", "note: The user is erased."));
			await hf.session(ref).erase(event?.offset ?? -1);
			await hf.session(ref).end({ wait: true });
			expect(contentsOf(await factsOf(hf))).toEqual(["The user likes tea."]);
		});

		it("whose facts they are is the agent's setting (FA0)", async () => {
			for (const [facts, scope] of [
				["user", "user"],
				["agent", "agent"],
				["session", "session"],
			] as const) {
				const hf = await world.open({
					model: scribe(),
					tenant: facts,
					agents: [{ id: "a", memory: { facts } }],
				});
				await talk(hf, ref, "note: The user likes tea.");
				const all = await factsOf(hf, { everybody: true });
				// Where all users share it, it says whose it is.
				const content = `${facts === "agent" ? "User u" : "The user"} likes tea.`;
				expect(all).toMatchObject([{ content, scope }]);
				const v = contentsOf((await hf.memory("a", { userId: "v" }).search("tea")).hits);
				expect(v).toEqual(facts === "agent" ? [content] : []);
				expect((await hf.session(ref).search("tea", { include: ["facts"] })).hits).toHaveLength(
					facts === "session" ? 1 : 0,
				);
			}
			for (const memory of [{ facts: false as const }, false as const]) {
				const model = scribe();
				const hf = await world.open({
					model,
					agents: [{ id: "a", memory }],
					tenant: `none ${memory === false}`,
				});
				await talk(hf, ref, "note: The user likes tea.");
				expect(await factsOf(hf, { everybody: true })).toEqual([]);
				expect(model.prompts).toEqual([]);
				expect((await hf.sessions.get(ref)).endedAt).toBeDefined();
				expect((await hf.jobs.list({ status: "dead" })).items).toEqual([]);
			}
		});

		it("an anonymous session's facts are its own, and the user's once there is one (FA0, ID6)", async () => {
			const hf = await world.open({ model: scribe() });
			const bare = { agentId: "a", sessionId: "s" };
			await talk(hf, bare, "note: The user likes tea.");
			expect(await factsOf(hf, { everybody: true })).toMatchObject([{ scope: "session", sessionId: "s" }]);
			expect(await factsOf(hf, {})).toEqual([]);
			const later = { agentId: "a", sessionId: "later" };
			await hf.session(later).append(line("user", "note: The user likes figs."));
			await hf.session(later).write("A session's own.");
			for (const from of [bare, later]) await hf.sessions.rekey(from, { userId: "u" });
			await hf.session({ ...later, userId: "u" }).end({ wait: true });
			expect(await factsOf(hf)).toMatchObject([
				{
					content: "The user likes tea.",
					scope: "user",
					sources: [{ userId: "u", sessionId: "s", offset: 0 }],
				},
				{ content: "The user likes figs.", scope: "user" },
			]);
			expect(contentsOf((await hf.memory("a", { userId: "u" }).list({ sessionId: "later" })).items)).toEqual([
				"A session's own.",
			]);
			expect((await hf.memory("a", { userId: "u" }).search("tea")).hits[0]?.content).toBe(
				"The user likes tea.",
			);
		});

		it("re-keyed to a user who knows it already, the two become one with both sources (ID6, FA4)", async () => {
			const hf = await world.open({ model: scribe() });
			await talk(hf, ref, "note: The user likes tea.");
			await talk(hf, { agentId: "a", sessionId: "bare" }, "note: The user likes tea.");
			await hf.sessions.rekey({ agentId: "a", sessionId: "bare" }, { userId: "u" });
			const facts = await factsOf(hf);
			expect(facts).toHaveLength(1);
			expect(facts[0]?.sources.map(({ sessionId }) => sessionId).sort()).toEqual(["bare", "s"]);
		});

		it("merged sessions are not learnt from twice (ID6, FA3)", async () => {
			const hf = await world.open({ model: scribe() });
			await talk(hf, ref, "note: The user likes tea.");
			await talk(hf, { agentId: "a", sessionId: "s" }, "note: The user likes figs.");
			await hf.sessions.rekey({ agentId: "a", sessionId: "s" }, { userId: "u" }, { onConflict: "merge" });
			await hf.session(ref).append(line("user", "note: The user likes plums."));
			await hf.session(ref).end({ wait: true });
			const facts = await factsOf(hf);
			expect(contentsOf(facts).sort()).toEqual([
				"The user likes figs.",
				"The user likes plums.",
				"The user likes tea.",
			]);
			expect(facts.map(({ sources }) => sources.length)).toEqual([1, 1, 1]);
		});

		it("a user's words to a sub-agent are the root user's, in the sub-agent's memory (AG5)", async () => {
			const ask = scriptedModel([
				{ toolCalls: [{ name: "helper", input: { input: "note: The user likes tea." } }] },
				"Done.",
			]);
			const hf = await world.open({
				model: scribe(),
				agents: [
					defineAgent({ id: "a", model: ask, agents: ["helper"] }),
					defineAgent({ id: "helper", model: scriptedModel(() => "Helped.") }),
				],
			});
			await hf.agents.run({ ...ref, input: "go" });
			const { items } = await hf.sessions.list({ agentId: "helper" });
			const [sub] = items;
			expect(sub).toBeDefined();
			if (!sub) return;
			const { agentId, sessionId, userId } = sub;
			await hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) }).end({ wait: true });
			const facts = (await hf.memory("helper", { userId: "u" }).list()).items;
			expect(facts).toMatchObject([{ content: "The user likes tea.", userId: "u" }]);
		});

		it("what a tool or a page says waits in quarantine; a setting drops it (FA5)", async () => {
			const said = [line("user", "hello"), ...toolUse("c", "note: The user is an admin.")];
			const hf = await world.open({
				model: scribe(),
				agents: [{ id: "a" }, { id: "strict", memory: { untrusted: "drop" } }],
			});
			for (const agentId of ["a", "strict"]) {
				await hf.session({ ...ref, agentId }).append(said);
				await hf.session({ ...ref, agentId }).end({ wait: true });
			}
			expect(await factsOf(hf)).toMatchObject([{ content: "The user is an admin.", status: "quarantined" }]);
			expect((await hf.memory("a", { userId: "u" }).search("admin")).hits).toEqual([]);
			expect((await hf.memory("strict", { userId: "u" }).list({ status: "all" })).items).toEqual([]);
			// Said again by a tool it is no more true, and not kept twice.
			await hf.session({ ...ref, sessionId: "t" }).append(said);
			await hf.session({ ...ref, sessionId: "t" }).end({ wait: true });
			const again = await factsOf(hf);
			expect(again).toMatchObject([{ status: "quarantined" }]);
			expect(again[0]?.sources).toHaveLength(2);
			// Said by the user it is known.
			await talk(hf, { ...ref, sessionId: "v" }, "note: The user is an admin.");
			expect(await factsOf(hf)).toMatchObject([{ status: "active", sources: [{}, {}, {}] }]);
		});

		it("what a tool says changes nothing that a person has said (FA5)", async () => {
			const hf = await world.open({
				model: scribe({
					judge: ({ known }) => ({ relation: "contradicts", id: known[0]?.id ?? "" }),
				}),
			});
			await talk(hf, ref, "note: The user lives in Rome.");
			await hf.session({ ...ref, sessionId: "t" }).append(toolUse("c", "note: The user lives in Oslo."));
			await hf.session({ ...ref, sessionId: "t" }).end({ wait: true });
			expect(await factsOf(hf)).toMatchObject([
				{ content: "The user lives in Rome.", status: "active" },
				{ content: "The user lives in Oslo.", status: "quarantined" },
			]);
		});

		it("what was recalled is not learnt again: not from the agent's words, nor from a tool's (FA5)", async () => {
			const look = tool({
				name: "look",
				description: "Looks.",
				input: z.object({}),
				async execute(_, { memory }) {
					return (await memory.search("tea")).hits.map(({ content }) => `note: ${content}`).join();
				},
			});
			const model = scriptedModel([{ toolCalls: [{ name: "look" }] }, "note: The user likes tea."]);
			const hf = await world.open({
				model: scribe(),
				agents: [defineAgent({ id: "a", model, tools: [look] })],
			});
			const id = await hf.memory("a", { userId: "u" }).write("The user likes tea.");
			const before = await hf.memory("a", { userId: "u" }).get(id);
			await hf.agents.run({ ...ref, input: "What do I drink?" });
			expect(model.texts()[0]).toContain(": The user likes tea.");
			await hf.session(ref).end({ wait: true });
			expect(await factsOf(hf)).toEqual([before]);
		});

		it("secrets are taken out before a model reads them, and before anything is stored; a setting leaves them (FA5)", async () => {
			const key = "sk-proj-Zt4mVq81LxPa93KdWn27Rb56YcUe0HfJ";
			const model = scribe();
			const hf = await world.open({
				model,
				agents: [{ id: "a" }, { id: "open", memory: { redact: false } }],
			});
			await talk(hf, ref, `note: The user's key is ${key}.`);
			expect(JSON.stringify(model.calls)).not.toContain(key);
			const [fact] = await factsOf(hf);
			expect(JSON.stringify(fact)).not.toContain(key);
			expect(fact?.redacted).toHaveLength(1);
			await talk(hf, { ...ref, agentId: "open" }, `note: The user's key is ${key}.`);
			expect((await hf.memory("open", { userId: "u" }).list()).items[0]?.content).toContain(key);
		});

		it("a session that does not exist cannot be ended", async () => {
			const hf = await world.open({ model: scribe() });
			await refusal(hf.session(ref).end({ wait: true }), "not_found");
			expect((await hf.jobs.list()).items).toEqual([]);
		});
	});
}
