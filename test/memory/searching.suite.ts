import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type SearchResult, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { onDay, sweepAll } from "../api/on-day.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line, toolUse } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";

const MESSAGES = { include: ["messages"] as const, limit: 50 };
const best = ({ hits }: SearchResult): string | undefined => hits[0]?.content;
const ref = { agentId: "a", userId: "u", sessionId: "s" };

/** FA2: what was acknowledged is found, what is gone is not. */
export function describeSearching(backend: Backend): void {
	describe("searching (FA2)", () => {
		const world = memoryWorld(backend);

		it("a hit says what it is made of: its parts add up to the score, best first (FA2)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			await memory.writeMany([
				{ content: "The user keeps bees in the garden.", importance: 0.9 },
				"The user owns a red bicycle.",
				"The user is learning Portuguese.",
			]);
			await hf
				.session(ref)
				.append([
					line("user", "My bees gave nine jars of honey", "2026-05-01T10:00:00Z"),
					line("assistant", "What a harvest!", "2026-05-01T10:00:01Z"),
				]);
			const found = await memory.search("bees", { include: ["facts", "messages"] });
			expect(found.method).toBe("hybrid");
			expect(found.latencyMs).toBeGreaterThan(0);
			expect(
				found.hits
					.slice(0, 2)
					.map(({ kind }) => kind)
					.sort(),
			).toEqual(["fact", "message"]);
			for (const [i, { score, parts }] of found.hits.entries()) {
				const sum = Object.values(parts).reduce((all, part) => all + (part ?? 0), 0);
				expect(sum).toBeCloseTo(score, 6);
				expect(score).toBeLessThanOrEqual(found.hits[i - 1]?.score ?? Number.POSITIVE_INFINITY);
			}
			expect(found.hits.find(({ kind }) => kind === "message")).toMatchObject({
				content: "My bees gave nine jars of honey",
				sources: [{ sessionId: "s", offset: 0, userId: "u" }],
				at: "2026-05-01T10:00:00.000Z",
				role: "user",
			});
		});

		it("the answer ranks above the same question asked before (FA2)", async () => {
			const hf = await world.open();
			const asked = [
				["we have 2 cats, Miso and Udon", "what are my cats called?", "I cannot tell yet."],
				["Mi perro Trufa está enfermo", "¿Cómo se llama mi perro?", "Eso no consta."],
				[
					"The flight to Oslo with Norwegian was late",
					"which airline did I fly with to Oslo?",
					"One moment.",
				],
			] as const;
			for (const [told, question, reply] of asked) {
				const user = { agentId: "a", userId: question };
				await hf.session({ ...user, sessionId: "told" }).append([line("user", told)]);
				const before = hf.session({ ...user, sessionId: "asked before" });
				await before.append([line("user", question), line("assistant", reply)]);
				const { hits } = await hf.memory("a", { userId: question }).search(question, MESSAGES);
				const found = hits.map(({ content }) => content);
				expect(found).toContain(told);
				// The question itself may be missing from the hits: it answers nothing.
				expect(found.indexOf(question), question).not.toBeLessThan(
					found.includes(question) ? found.indexOf(told) : -1,
				);
			}
		});

		it("what was just acknowledged is found, however often one asks and writes (FA2)", async () => {
			const hf = await world.open();
			const session = hf.session(ref);
			for (let i = 0; i < 70; i++) {
				const word = `zebra${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`;
				const [event] = await session.append(line("user", `word ${word} here`));
				const { hits } = await session.search(word, { limit: 1 });
				expect(hits[0]).toMatchObject({ content: `word ${word} here`, sources: [{ offset: event?.offset }] });
			}
			const { hits } = await session.search("zebraaa", { limit: 1 });
			expect(hits[0]?.sources[0]?.offset).toBe(0);
		});

		it("what another instance writes, changes or removes is seen by the next search (FA2)", async () => {
			const [one, two] = [await world.open(), await world.open()];
			const search = (query: string) =>
				one.memory("a", { userId: "u" }).search(query, { include: ["facts", "messages"], limit: 50 });
			expect((await search("tapir")).hits).toEqual([]);
			await two.session(ref).append(line("user", "I saw a tapir"));
			const id = await two.memory("a", { userId: "u" }).write("The user adores tapirs.");
			expect(contentsOf((await search("tapir")).hits).sort()).toEqual([
				"I saw a tapir",
				"The user adores tapirs.",
			]);
			await two.memory("a", { userId: "u" }).update(id, { content: "The user adores llamas." });
			expect(best(await search("llamas"))).toBe("The user adores llamas.");
			await two.memory("a", { userId: "u" }).forget(id);
			await two.session(ref).erase(0);
			expect((await search("tapir llamas")).hits).toEqual([]);
		});

		it("what was searched before is found again by a new instance, from what the first one has stored", async () => {
			const one = await world.open();
			await one
				.session(ref)
				.append([
					...Array.from({ length: 30 }, (_, i) => line("user", `Filler number ${i}`)),
					line("user", "The wombat sleeps"),
				]);
			expect(best(await one.session(ref).search("wombat"))).toBe("The wombat sleeps");
			await one.idle();
			await one.session(ref).append(line("user", "The numbat wakes"));
			const two = await world.open();
			expect(best(await two.session(ref).search("wombat"))).toBe("The wombat sleeps");
			expect(best(await two.session(ref).search("numbat"))).toBe("The numbat wakes");
		});

		it("erased events are not found, in any instance; their neighbours still are", async () => {
			const [one, two] = [await world.open(), await world.open()];
			await one
				.session(ref)
				.append([line("user", "secret ocelot"), line("user", "public ocelot"), line("user", "more ocelot")]);
			for (const hf of [one, two]) expect((await hf.session(ref).search("ocelot")).hits).toHaveLength(3);
			await one.idle();
			await two.session(ref).erase(0);
			for (const hf of [one, two, await world.open()]) {
				expect(contentsOf((await hf.session(ref).search("ocelot")).hits).sort()).toEqual([
					"more ocelot",
					"public ocelot",
				]);
			}
		});

		it("what retention has removed is not found; facts are kept (SE12)", async () => {
			const hf = await world.open({ retention: { events: 30 } });
			await onDay(-40, () => hf.session(ref).append(line("user", "old ocelot")));
			await hf.session(ref).append(line("user", "new ocelot"));
			await hf.memory("a", { userId: "u" }).write("The user likes ocelots.", {
				source: { sessionId: "s", offset: 0 },
			});
			expect((await hf.session(ref).search("ocelot", MESSAGES)).hits).toHaveLength(2);
			await hf.idle();
			expect(await sweepAll(hf)).toMatchObject({ sessions: 1, events: 1 });
			for (const each of [hf, await world.open()]) {
				expect(contentsOf((await each.session(ref).search("ocelot", MESSAGES)).hits)).toEqual(["new ocelot"]);
				expect(best(await each.memory("a", { userId: "u" }).search("ocelot"))).toBe(
					"The user likes ocelots.",
				);
			}
		});

		it("deleted sessions are not found, nor is a new one of the same name taken for the old", async () => {
			const hf = await world.open();
			await hf.session(ref).append(line("user", "first ocelot"));
			await hf.session(ref).write("A session's ocelot.");
			expect((await hf.session(ref).search("ocelot")).hits).toHaveLength(2);
			await hf.sessions.delete(ref);
			expect((await hf.session(ref).search("ocelot")).hits).toEqual([]);
			await hf.session(ref).append(line("user", "second ocelot"));
			expect(contentsOf((await hf.session(ref).search("ocelot")).hits)).toEqual(["second ocelot"]);
			expect(contentsOf((await hf.memory("a", { userId: "u" }).search("ocelot", MESSAGES)).hits)).toEqual([
				"second ocelot",
			]);
		});

		it("a memory that was emptied and filled again knows only the new (ER1)", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			await memory.writeMany(["The user owns an ocelot.", "The user owns a margay."]);
			const before = (await memory.search("ocelot margay")).hits;
			expect(before).toHaveLength(2);
			await hf.users.delete("u");
			expect((await memory.search("ocelot")).hits).toEqual([]);
			await memory.write("The user owns an ocelot.");
			const after = (await memory.search("ocelot")).hits;
			expect(after).toHaveLength(1);
			const fresh = (await (await world.open()).memory("a", { userId: "u" }).search("ocelot")).hits;
			// The words of what is gone do not weigh on what is there.
			expect(after[0]?.parts.keyword).toBeCloseTo(fresh[0]?.parts.keyword ?? -1, 6);
			expect(after[0]?.id).toBe(fresh[0]?.id);
		});

		it("re-keying moves messages and facts to their new owner (ID6)", async () => {
			const hf = await world.open();
			const bare = { agentId: "a", sessionId: "s" };
			await hf.session(bare).append(line("user", "nameless ocelot"));
			await hf.session(bare).write("A session's ocelot.");
			const of = async (scope: object) =>
				contentsOf((await hf.memory("a", scope).search("ocelot", MESSAGES)).hits);
			expect(await of({})).toEqual(["nameless ocelot"]);
			expect(await of({ userId: "u" })).toEqual([]);
			await hf.sessions.rekey(bare, { userId: "u" });
			expect(await of({})).toEqual([]);
			expect(await of({ userId: "u" })).toEqual(["nameless ocelot"]);
			expect(contentsOf((await hf.session(ref).search("ocelot")).hits).sort()).toEqual([
				"A session's ocelot.",
				"nameless ocelot",
			]);
			expect((await hf.session(bare).search("ocelot")).hits).toEqual([]);
			await hf.users.rekey("u", "v");
			expect(await of({ userId: "u" })).toEqual([]);
			expect(await of({ userId: "v" })).toEqual(["nameless ocelot"]);
		});

		it("merging joins both at their new offsets; provenance follows (ID6, FA4)", async () => {
			const hf = await world.open();
			const bare = { agentId: "a", sessionId: "s" };
			await hf.session(ref).append([line("user", "the user's ocelot"), line("user", "another line")]);
			await hf.session(bare).append(line("user", "nameless ocelot"));
			const id = await hf
				.session(bare)
				.write("A session's ocelot.", { source: { sessionId: "s", offset: 0 } });
			expect((await hf.session(ref).search("ocelot")).hits).toHaveLength(2);
			await hf.sessions.rekey(bare, { userId: "u" }, { onConflict: "merge" });
			const { hits } = await hf.session(ref).search("ocelot", { limit: 20 });
			const at = (content: string) => hits.find((hit) => hit.content === content)?.sources;
			expect(at("the user's ocelot")).toMatchObject([{ offset: 0 }]);
			expect(at("nameless ocelot")).toMatchObject([{ offset: 2 }]);
			expect(at("A session's ocelot.")).toMatchObject([{ offset: 2 }]);
			const from = await hf.memory("a", { userId: "u" }).from({ sessionId: "s", offset: 2 });
			expect(from.map((fact) => fact.id)).toEqual([id]);
			expect((await hf.memory("a").search("ocelot", MESSAGES)).hits).toEqual([]);
		});

		it("a fork is searched by itself, and has no facts of the session it was made from (SE10)", async () => {
			const hf = await world.open();
			await hf.session(ref).append([line("user", "first ocelot"), line("user", "second ocelot")]);
			await hf.session(ref).write("A session's ocelot.");
			const fork = { ...ref, sessionId: "fork" };
			await hf.sessions.fork(ref, { offset: 0 }, fork);
			expect(contentsOf((await hf.session(fork).search("ocelot")).hits)).toEqual(["first ocelot"]);
			await hf.session(fork).append(line("user", "forked ocelot"));
			expect((await hf.session(fork).search("ocelot")).hits).toHaveLength(2);
			expect(contentsOf((await hf.session(ref).search("ocelot")).hits)).not.toContain("forked ocelot");
		});

		it("an imported session is searched like any other, and one that it replaces is gone (SE11)", async () => {
			const hf = await world.open();
			await hf.session(ref).append(line("user", "first ocelot"));
			const lines: string[] = [];
			for await (const text of hf.sessions.export(ref)) lines.push(text);
			await hf.session(ref).append(line("user", "second ocelot"));
			expect((await hf.session(ref).search("ocelot")).hits).toHaveLength(2);
			await hf.idle();
			await hf.sessions.import(lines, { onConflict: "replace" });
			for (const each of [hf, await world.open()]) {
				expect(contentsOf((await each.session(ref).search("ocelot")).hits)).toEqual(["first ocelot"]);
				expect(contentsOf((await each.memory("a", { userId: "u" }).search("ocelot", MESSAGES)).hits)).toEqual(
					["first ocelot"],
				);
			}
		});

		it("input_output hides what a run did between its input and its answer (ME2)", async () => {
			const look = tool({
				name: "look",
				description: "Looks.",
				input: z.object({}),
				execute: () => "ocelot of the tool",
			});
			const work = () => [
				{
					text: "ocelot in between",
					toolCalls: [{ name: "look" }, { name: "reply", input: { content: "ocelot reply" } }],
				},
				"ocelot answer",
			];
			const model = scriptedModel([...work(), ...work()]);
			const hf = await world.agents(defineAgent({ id: "a", model, tools: [look], reply: true }));
			await hf.agents.run({ ...ref, input: "ocelot input", memory: { save: "input_output" } });
			expect(contentsOf((await hf.session(ref).search("ocelot", MESSAGES)).hits).sort()).toEqual([
				"ocelot answer",
				"ocelot input",
			]);
			await hf.agents.run({ ...ref, sessionId: "t", input: "ocelot input" });
			expect(
				contentsOf((await hf.session({ ...ref, sessionId: "t" }).search("ocelot", MESSAGES)).hits).sort(),
			).toEqual(["ocelot answer", "ocelot in between", "ocelot input", "ocelot of the tool", "ocelot reply"]);
		});

		it("tool results, replies and messages in parts are found; system text, states and custom events are not", async () => {
			const hf = await world.open();
			await hf.session(ref).append([
				...toolUse("c1", "ocelot of a tool"),
				{ kind: "reply", source: "agent", data: { content: "ocelot reply" } },
				{
					kind: "message",
					source: "user",
					data: {
						role: "user",
						content: [
							{ type: "text", text: "ocelot" },
							{ type: "text", text: "in parts" },
						],
					},
				},
				{ kind: "message", source: "system", data: { role: "system", content: "ocelot system" } },
				{ kind: "custom", source: "integration", data: { type: "ocelot", note: "ocelot custom" } },
				{ kind: "state", source: "integration", data: {}, stateDelta: { set: { ocelot: "ocelot" } } },
			]);
			await hf.session(ref).postAsHuman({ content: "ocelot human", displayName: "Ines" });
			const { hits } = await hf.session(ref).search("ocelot", MESSAGES);
			expect(contentsOf(hits).sort()).toEqual(
				["ocelot\nin parts", "ocelot human", "ocelot of a tool", "ocelot reply"].sort(),
			);
			expect(hits.find(({ content }) => content === "ocelot human")).toMatchObject({
				role: "assistant",
				displayName: "Ines",
			});
		});

		it("limit, threshold and filters narrow what is found, and change no score", async () => {
			const hf = await world.open();
			const memory = hf.memory("a", { userId: "u" });
			await hf.session(ref).append(line("user", "ocelot", "2026-01-05T00:00:00Z"));
			await hf.session({ ...ref, sessionId: "t" }).append({
				...line("user", "ocelot, too", "2026-02-05T00:00:00Z"),
				metadata: { channel: "mail", nested: { a: 1, b: 2 } },
			});
			await memory.write("The user has an ocelot.", {
				importance: 0.9,
				metadata: { channel: "mail", nested: { b: 2, a: 1 } },
				source: { sessionId: "s", offset: 0 },
			});
			await memory.write("The ocelot is called Bo.", { importance: 0.2 });
			const both = { include: ["facts", "messages"] as const };
			const all = (await memory.search("ocelot", both)).hits;
			expect(all).toHaveLength(4);
			const plain = ({ id, score, parts }: (typeof all)[number]) => [
				id,
				(score - (parts.recency ?? 0)).toFixed(6),
			];
			const found = async (options: object) => (await memory.search("ocelot", { ...both, ...options })).hits;
			expect((await found({ limit: 2 })).map(plain)).toEqual(all.slice(0, 2).map(plain));
			const middle = all[1]?.score ?? 0;
			expect((await found({ threshold: middle - 0.001 })).map(plain)).toEqual(all.slice(0, 2).map(plain));
			expect(await found({ threshold: 99 })).toEqual([]);
			const contents = async (filter: object) => contentsOf(await found({ filter })).sort();
			expect(await contents({ sessionId: "s" })).toEqual(["The user has an ocelot.", "ocelot"]);
			expect(await contents({ importance: 0.5 })).toEqual(
				expect.not.arrayContaining(["The ocelot is called Bo."]),
			);
			expect(await contents({ metadata: { channel: "mail" } })).toEqual([
				"The user has an ocelot.",
				"ocelot, too",
			]);
			expect(await contents({ metadata: { nested: { a: 1, b: 2 } } })).toHaveLength(2);
			expect(await contents({ metadata: { nested: { a: 1 } } })).toEqual([]);
			expect(await contents({ metadata: { constructor: null } })).toEqual([]);
			expect(await contents({ to: "2026-02-01T00:00:00Z" })).toEqual(["ocelot"]);
			expect(await contents({ from: "2026-02-01T00:00:00Z", to: new Date("2026-03-01T00:00:00Z") })).toEqual([
				"ocelot, too",
			]);
			expect(await contents({ sessionId: "nope" })).toEqual([]);
			for (const filter of [{ importance: 0.5 }, { metadata: { channel: "mail" } }]) {
				for (const hit of await found({ filter })) {
					expect(all.map(plain)).toContainEqual(plain(hit));
				}
			}
		});

		it("a filter finds what fits it, however many hits are better and do not", async () => {
			const memory = (await world.open()).memory("a");
			await memory.writeMany(Array.from({ length: 1_300 }, (_, i) => `Ocelot ocelot ocelot ${i}.`));
			await memory.write("In the afternoon somebody may have mentioned, in passing, an ocelot.", {
				metadata: { rare: true },
			});
			const { hits } = await memory.search("ocelot", { filter: { metadata: { rare: true } } });
			expect(hits).toHaveLength(1);
		});

		it("a query without words, or without hits, is a valid search", async () => {
			const hf = await world.open({ embedder: false });
			const memory = hf.memory("a");
			expect(await memory.search("anything")).toMatchObject({ hits: [], method: "keyword" });
			await memory.write("The user has an ocelot.");
			expect((await memory.search("zeppelin")).hits).toEqual([]);
			for (const query of ["", "   ", "?!", "the of and", "\u0000", "🦊", "x".repeat(32_000)]) {
				expect((await memory.search(query)).hits.length).toBeLessThanOrEqual(1);
			}
			const hybrid = (await world.open({ tenant: "t" })).memory("a");
			await hybrid.write("The user has an ocelot.");
			for (const query of ["", "   ", "?!", "the of and", "\u0000", "🦊", "\ud800"]) {
				expect((await hybrid.search(query)).hits.length).toBeLessThanOrEqual(1);
			}
		});

		it.each<[string, unknown, unknown]>([
			["no text", undefined, {}],
			["a number", 7, {}],
			["a document", "x".repeat(32_001), {}],
			["limit 0", "x", { limit: 0 }],
			["limit 101", "x", { limit: 101 }],
			["half a limit", "x", { limit: 1.5 }],
			["a threshold that is a text", "x", { threshold: "high" }],
			["include of nothing", "x", { include: [] }],
			["include of what is not known", "x", { include: ["events"] }],
			["a filter that nobody knows", "x", { filter: { role: "user" } }],
			["a date that is none", "x", { filter: { from: "yesterday-ish" } }],
			["an importance above 1", "x", { filter: { importance: 2 } }],
			["a signal that is none", "x", { signal: {} }],
			["options that are none", "x", "limit"],
		])("%s is refused", async (_, query, options) => {
			const hf = await world.open();
			await refusal(hf.memory("a").search(garbage(query), garbage(options)), "invalid");
			await refusal(hf.session(ref).search(garbage(query), garbage(options)), "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
		});
	});
}
