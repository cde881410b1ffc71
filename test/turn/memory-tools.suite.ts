import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
	type AgentDefinition,
	defineAgent,
	type Holdfast,
	type Json,
	type MemorySettings,
	type RunInput,
	tool,
} from "../../src/index.ts";
import { type ScriptedToolCall, type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { line } from "../memory/drafts.ts";
import { latch, turnWorld, untilWaiting, waitAt } from "./turn-world.ts";

const ADA = { agentId: "a", sessionId: "s", userId: "ada" };
const NO_FACT = expect.stringContaining("no fact with this id that you may forget");

type Where = Omit<RunInput, "input">;
type Call = [name: string, input: unknown];

interface Found {
	kind: string;
	id: string;
	content: string;
	date: string;
	by?: string;
	session?: string;
}

interface Told {
	output: Json;
	isError: boolean;
}

const foundIn = (told: Told | undefined): Found[] =>
	(told?.output as { results?: Found[] } | undefined)?.results ?? [];

/** FA8: a model that uses its memory itself. */
export function describeMemoryTools(backend: Backend): void {
	describe("memory tools (FA8)", () => {
		const world = turnWorld(backend);

		/** Agents whose model does what `use` says. */
		async function open(
			memory: Record<string, MemorySettings | false>,
			{ tenant, ...more }: Partial<AgentDefinition> & { tenant?: string } = {},
		) {
			const script: (ScriptedTurn | string)[] = [];
			const model = scriptedModel(() => script.shift() ?? "done");
			const agents = Object.entries(memory).map(([id, settings]) =>
				defineAgent({ id, model, memory: settings, ...more }),
			);
			const hf = await world.open(agents, tenant === undefined ? {} : { tenant });
			/** Has the model make these calls in one step, and gives what it was told. */
			const use = async (where: Where, input: string, ...calls: Call[]) => {
				const toolCalls = calls.map(([name, given]): ScriptedToolCall => ({ name, input: given }));
				script.push({ toolCalls });
				const { runId, events, status } = await hf.agents.run({ ...where, input });
				expect(status).toBe("completed");
				const results = events.flatMap((event) => (event.kind === "tool_result" ? [event.data] : []));
				const told = calls.map(([name], i): Told => {
					const id = events.filter(({ kind }) => kind === "tool_call")[i]?.data.toolCallId;
					const result = results.find(({ toolCallId }) => toolCallId === id);
					expect(result?.name).toBe(name);
					return { output: result?.output as Json, isError: result?.isError === true };
				});
				return { runId, events, told };
			};
			const remember = async (where: Where, content: string, more: object = {}): Promise<string> => {
				const { told } = await use(where, "Please keep that.", ["remember", { content, ...more }]);
				expect(told).toEqual([{ output: { remembered: true, id: expect.any(String) }, isError: false }]);
				return String((told[0]?.output as { id?: string } | undefined)?.id);
			};
			const recall = async (where: Where, query: string, input = "Tell me."): Promise<Found[]> => {
				const { told } = await use(where, input, ["recall", { query }]);
				expect(told[0]?.isError).toBe(false);
				return foundIn(told[0]);
			};
			/** What was found that speaks of it; what stands beside it in a conversation comes along. */
			const recalled = async (where: Where, query: string): Promise<string[]> =>
				(await recall(where, query))
					.map(({ content }) => content)
					.filter((content) => content.toLowerCase().includes(query))
					.sort();
			const forget = async (where: Where, id: unknown) =>
				(await use(where, "Forget it.", ["forget", { id }])).told[0];
			return { hf, model, use, remember, recall, recalled, forget };
		}

		const all = async (hf: Holdfast, agentId = "a") =>
			(await hf.memory(agentId, { everybody: true }).list({ status: "all" })).items;
		const listed = ({ model }: Awaited<ReturnType<typeof open>>) =>
			(model.calls.at(-1)?.tools ?? []).map(({ name }) => name);

		it("remembers, finds in another session, and forgets", async () => {
			const { hf, remember, recall, recalled, forget } = await open({ a: { tools: true } });
			const id = await remember(ADA, "The user keeps a heron.", { importance: 0.9 });
			expect(await all(hf)).toMatchObject([
				{
					id,
					content: "The user keeps a heron.",
					scope: "user",
					userId: "ada",
					agentId: "a",
					importance: 0.9,
					origin: "written",
					status: "active",
				},
			]);
			const later = { ...ADA, sessionId: "later" };
			expect(await recall(later, "heron")).toEqual([
				{
					kind: "fact",
					id,
					content: "The user keeps a heron.",
					session: "s",
					date: new Date().toISOString().slice(0, 10),
				},
			]);
			expect(await forget(later, id)).toEqual({ output: { forgotten: true, id }, isError: false });
			expect(await all(hf)).toEqual([]);
			expect(await recalled(later, "heron")).toEqual([]);
			expect(await forget(later, id)).toEqual({ output: NO_FACT, isError: true });
		});

		it("a fact has the call as its source, and can be asked for by it (FA4)", async () => {
			const { hf, use } = await open({ a: { tools: true } });
			const { events, runId } = await use(
				...([ADA, "Keep both."] as const),
				["remember", { content: "The user keeps a heron." }],
				["remember", { content: "The user sails." }],
			);
			const calls = events.filter(({ kind }) => kind === "tool_call");
			for (const [i, content] of ["The user keeps a heron.", "The user sails."].entries()) {
				expect(calls[i]).toMatchObject({ runId, data: { name: "remember", input: { content } } });
				const offset = calls[i]?.offset ?? -1;
				const facts = await hf.memory("a", { userId: "ada" }).from({ sessionId: "s", offset });
				expect(facts).toMatchObject([
					{ content, sources: [{ agentId: "a", userId: "ada", sessionId: "s", offset }] },
				]);
			}
		});

		it("the same again confirms; secrets are taken out unless a setting leaves them (FA5)", async () => {
			const key = "sk-proj-Zt4mVq81LxPa93KdWn27Rb56YcUe0HfJ";
			const { hf, remember } = await open({ a: { tools: true }, open: { tools: true, redact: false } });
			const id = await remember(ADA, "The user keeps a heron.");
			expect(await remember(ADA, "  the user keeps a HERON. ")).toBe(id);
			await remember(ADA, `The user's key is ${key}.`);
			expect(await all(hf)).toHaveLength(2);
			expect(JSON.stringify(await all(hf))).not.toContain(key);
			await remember({ ...ADA, agentId: "open" }, `The user's key is ${key}.`);
			expect((await all(hf, "open"))[0]?.content).toContain(key);
		});

		it("finds messages with who said them, the day and the session; never the run's own input, or what tools gave", async () => {
			const { hf, recall, use } = await open({ a: { tools: true, save: "full" } });
			const old = hf.session({ ...ADA, sessionId: "old" });
			await old.append([
				line("user", "A heron lives by my canal", "2026-03-04T10:00:00Z"),
				line("assistant", "A heron is a patient bird", "2026-03-04T10:01:00Z"),
				{
					kind: "message",
					source: "human",
					at: "2026-03-05T10:00:00Z",
					data: { role: "assistant", content: "The heron is protected", displayName: "Eve" },
				},
				{ kind: "tool_call", source: "agent", data: { toolCallId: "c", name: "look", input: {}, step: 0 } },
				{
					kind: "tool_result",
					source: "tool",
					data: { toolCallId: "c", name: "look", output: "heron heron" },
				},
				{
					kind: "message",
					source: "user",
					data: { role: "user", content: "a heron, unseen", replay: false },
				},
			]);
			const found = await recall(ADA, "heron", "I drew the heron today");
			const message = { kind: "message", id: expect.any(String), session: "old" };
			expect(found.toSorted((a, b) => a.content.localeCompare(b.content))).toEqual([
				{ ...message, content: "A heron is a patient bird", date: "2026-03-04", by: "assistant" },
				{ ...message, content: "A heron lives by my canal", date: "2026-03-04", by: "user" },
				{ ...message, content: "The heron is protected", date: "2026-03-05", by: "human operator (Eve)" },
			]);
			// What it found is no hit of the next search; what was said in an earlier run is.
			const { told } = await use(ADA, "Again.", ["recall", { query: "heron" }]);
			const again = foundIn(told[0]);
			expect(again.map(({ content }) => content)).toContain("I drew the heron today");
			expect(again.filter(({ content }) => /heron/i.test(content))).toHaveLength(4);
		});

		it("a result stays small, however much there is and however long it is", async () => {
			const { hf, use } = await open({ a: { tools: true } });
			const memory = hf.memory("a", { userId: "ada" });
			await memory.writeMany(
				Array.from({ length: 60 }, (_, i) => `Heron number ${i}. ${"It stands in the water. ".repeat(150)}`),
			);
			const session = hf.session({ ...ADA, sessionId: "old" });
			await session.append(
				Array.from({ length: 60 }, (_, i) => line("user", `Heron ${i}. ${"word ".repeat(3_000)}`)),
			);
			const { told } = await use(
				...([ADA, "Tell me."] as const),
				["recall", { query: "heron" }],
				["recall", { query: "heron", limit: 20 }],
				["recall", { query: "heron", limit: 1 }],
			);
			const [usual, most, one] = told.map(foundIn);
			expect(usual).toHaveLength(8);
			expect(most?.length).toBeGreaterThan(8);
			expect(most?.length).toBeLessThanOrEqual(20);
			expect(one).toHaveLength(1);
			for (const { content } of most ?? []) expect(content.length).toBeLessThanOrEqual(410);
			expect(JSON.stringify(most).length).toBeLessThan(8_000);
		});

		it("what is superseded or in quarantine is not found", async () => {
			const { hf, recalled } = await open({ a: { tools: true } });
			const memory = hf.memory("a", { userId: "ada" });
			await memory.write("The heron is grey.");
			await memory.write("The heron is a spy.", { trusted: false });
			const old = await memory.write("The heron is white.");
			await memory.update(old, { status: "superseded" });
			expect(await recalled(ADA, "heron")).toEqual(["The heron is grey."]);
		});

		it("facts: user. Other users, other agents and other visitors are walled off", async () => {
			const { hf, remember, recalled, forget } = await open({ a: { tools: true }, b: { tools: true } });
			const places: Where[] = [
				ADA,
				{ ...ADA, userId: "bob" },
				{ ...ADA, agentId: "b" },
				{ agentId: "a", sessionId: "s" },
				{ agentId: "a", sessionId: "t" },
			];
			const ids: string[] = [];
			for (const [i, where] of places.entries()) {
				ids.push(await remember(where, `Heron ${i} is known.`));
				await hf.session(where as typeof ADA).append(line("user", `Heron ${i} was mentioned`));
			}
			const common = await hf.memory("a").write("Heron talk is on Mondays.");
			for (const [i, where] of places.entries()) {
				const known = [`Heron ${i} is known.`, `Heron ${i} was mentioned`];
				expect(await recalled(where, "heron")).toEqual(
					where.agentId === "a" ? ["Heron talk is on Mondays.", ...known].sort() : known,
				);
				// What is not there, what is somebody else's and what everybody knows: all the same answer.
				const before = await all(hf);
				for (const id of [...ids.filter((_, other) => other !== i), common, "nothing"])
					expect(await forget(where, id)).toEqual({ output: NO_FACT, isError: true });
				expect(await all(hf)).toEqual(before);
			}
			// A visitor's facts are the user's as soon as there is one.
			expect((await all(hf)).find(({ id }) => id === ids[3])).toMatchObject({
				scope: "session",
				sessionId: "s",
			});
			await hf.sessions.rekey({ agentId: "a", sessionId: "t" }, { userId: "cleo" });
			expect(await recalled({ agentId: "a", userId: "cleo", sessionId: "new" }, "heron")).toContain(
				"Heron 4 is known.",
			);
		});

		it("tenants are walled off", async () => {
			const one = await open({ a: { tools: true, facts: "agent" } }, { tenant: "one" });
			const two = await open({ a: { tools: true, facts: "agent" } }, { tenant: "two" });
			const id = await one.remember(ADA, "The heron is grey.");
			await one.hf.session({ agentId: "a", sessionId: "x" }).append(line("user", "A heron again"));
			expect(await two.recalled(ADA, "heron")).toEqual([]);
			expect(await two.forget(ADA, id)).toEqual({ output: NO_FACT, isError: true });
			expect(await all(one.hf)).toHaveLength(1);
		});

		it("facts: session. Everything stays in the session, also of a user", async () => {
			const { hf, remember, recalled, forget } = await open({ a: { tools: true, facts: "session" } });
			const id = await remember(ADA, "The heron is grey.");
			const other = { ...ADA, sessionId: "t" };
			await hf.session(other).append(line("user", "My heron is white"));
			expect(await all(hf)).toMatchObject([{ scope: "session", sessionId: "s" }]);
			expect(await recalled(ADA, "heron")).toEqual(["The heron is grey."]);
			expect(await recalled(other, "heron")).toEqual(["My heron is white"]);
			expect(await forget(other, id)).toEqual({ output: NO_FACT, isError: true });
			const users = await hf.memory("a", { userId: "ada" }).write("The user sails.");
			expect(await forget(ADA, users)).toEqual({ output: NO_FACT, isError: true });
			expect((await forget(ADA, id))?.isError).toBe(false);
		});

		it("facts: agent. All know the facts; messages of other users stay theirs", async () => {
			const { hf, remember, recall, recalled, forget } = await open({ a: { tools: true, facts: "agent" } });
			const bob = { ...ADA, userId: "bob", sessionId: "bob's" };
			const visitor = { agentId: "a", sessionId: "v" };
			const id = await remember(ADA, "The user keeps a heron.");
			await remember(visitor, "The user fears a heron.");
			await hf.session(ADA).append(line("user", "My heron eats fish"));
			await hf.session(visitor).append(line("user", "A heron bit me"));
			expect((await all(hf)).map(({ scope, content }) => `${scope}: ${content}`).sort()).toEqual([
				"agent: A user fears a heron.",
				"agent: User ada keeps a heron.",
			]);
			const common = ["A heron bit me", "A user fears a heron.", "User ada keeps a heron."];
			expect(await recalled(bob, "heron")).toEqual(common);
			expect(await recalled({ agentId: "a", sessionId: "w" }, "heron")).toEqual(common);
			expect(await recalled({ ...ADA, sessionId: "x" }, "heron")).toEqual(
				[...common, "My heron eats fish"].sort(),
			);
			// The session of another user has a name that is nobody's business.
			expect((await recall(bob, "ada")).find((one) => one.id === id)).not.toHaveProperty("session");
			expect((await forget(bob, id))?.isError).toBe(false);
		});

		it("a named space is shared, and holds what its agents remember (FA6)", async () => {
			const team = { tools: true, space: "team" };
			const { hf, remember, recalled, forget } = await open({ a: team, b: team, c: { tools: true } });
			const id = await remember(ADA, "The user keeps a heron.");
			await hf.session({ ...ADA, agentId: "c" }).append(line("user", "A heron for c alone"));
			await hf.session({ ...ADA, sessionId: "x" }).append(line("user", "A heron for the team"));
			expect((await all(hf))[0]).toMatchObject({ space: "team", scope: "user" });
			const b = { ...ADA, agentId: "b" };
			expect(await recalled(b, "heron")).toEqual(["A heron for the team", "The user keeps a heron."]);
			expect(await recalled({ ...ADA, agentId: "c" }, "heron")).toEqual(["A heron for c alone"]);
			expect(await forget({ ...ADA, agentId: "c" }, id)).toEqual({ output: NO_FACT, isError: true });
			expect((await forget(b, id))?.isError).toBe(false);
		});

		it("a sub-agent works for the root user and the root session (AG5)", async () => {
			let calls: ScriptedToolCall[] = [];
			const everyOther = (toolCalls: () => ScriptedToolCall[]) =>
				scriptedModel(({ index }) => (index % 2 === 0 ? { toolCalls: toolCalls() } : "Done."));
			const help = everyOther(() => calls);
			const ask = everyOther(() => [{ name: "helper", input: { input: "Go." } }]);
			const hf = await world.open([
				defineAgent({ id: "a", model: ask, agents: ["helper"] }),
				defineAgent({ id: "helper", model: help, memory: { tools: true } }),
			]);
			const run = async (where: Where, ...given: ScriptedToolCall[]) => {
				calls = given;
				await hf.agents.run({ ...where, input: "go" });
				return help.texts().at(-1);
			};
			const known = hf.memory("helper", { userId: "ada" });
			const grey = await known.write("The heron is grey.");
			await hf.memory("a", { userId: "ada" }).write("The heron is the caller's.");
			const told = await run(ADA, { name: "recall", input: { query: "heron" } });
			expect(told).toContain("The heron is grey.");
			expect(told).not.toContain("caller's");
			await run(ADA, { name: "remember", input: { content: "The heron is old." } });
			await run(ADA, { name: "forget", input: { id: grey } });
			expect((await known.list()).items.map(({ content }) => content)).toEqual(["The heron is old."]);
			const visitor = { agentId: "a", sessionId: "visitor" };
			await run(visitor, { name: "remember", input: { content: "The heron is shy." } });
			const [shy] = await all(hf, "helper");
			expect(shy).toMatchObject({ content: "The heron is shy.", scope: "session", sessionId: "visitor" });
			await run(visitor, { name: "forget", input: { id: shy?.id } });
			expect((await all(hf, "helper")).map(({ content }) => content)).toEqual(["The heron is old."]);
		});

		it("the settings say which tools there are; without facts or memory there are none", async () => {
			const cases: [MemorySettings | false, string[]][] = [
				[{}, []],
				[{ tools: false }, []],
				[{ tools: [] }, []],
				[{ tools: true }, ["remember", "recall", "forget"]],
				[{ tools: ["forget", "recall"] }, ["recall", "forget"]],
				[{ tools: true, facts: false }, []],
				[false, []],
			];
			for (const [memory, names] of cases) {
				const opened = await open({ a: memory });
				await opened.hf.agents.run({ ...ADA, input: "x" });
				expect(listed(opened)).toEqual(names);
			}
			const opened = await open({ a: { tools: true } });
			const { told } = await opened.use(ADA, "x", ["recall", { query: "x" }]);
			expect(told[0]?.isError).toBe(false);
			await opened.hf.agents.configureMemory("a", { tools: ["recall"] });
			await opened.hf.agents.run({ ...ADA, input: "x" });
			expect(listed(opened)).toEqual(["recall"]);
			await opened.hf.agents.configureMemory("a", false);
			const refused = await opened.use(ADA, "x", ["recall", { query: "x" }]);
			expect(refused.told[0]).toEqual({ output: expect.stringContaining("there is no tool"), isError: true });
			expect(listed(opened)).toEqual([]);
		});

		it("a tool of the agent's own with the same name is refused, wherever the two meet", async () => {
			const own = tool({ name: "recall", description: "Own.", input: z.object({}), execute: () => "own" });
			const late = { label: "late", tools: async () => [own], close: async () => {} };
			const model = scriptedModel(() => "done");
			expect(() => defineAgent({ id: "a", model, tools: [own], memory: { tools: true } })).toThrow(
				/tool recall and the recall tool of memory.tools both have the name "recall"/,
			);
			expect(() => defineAgent({ id: "a", model, agents: ["forget"], memory: { tools: true } })).toThrow(
				/"forget"/,
			);
			const hf = await world.open([
				defineAgent({ id: "fine", model, tools: [own], memory: { tools: ["remember", "forget"] } }),
				defineAgent({ id: "late", model, tools: [late], memory: { tools: true } }),
			]);
			await hf.agents.run({ ...ADA, agentId: "fine", input: "x" });
			expect((await refusal(hf.agents.configureMemory("fine", { tools: true }), "invalid")).message).toMatch(
				/its own tool named "recall".*remove "recall" from memory.tools/,
			);
			await refusal(hf.agents.run({ ...ADA, agentId: "late", input: "x" }), "invalid");
			expect(await hf.session({ ...ADA, agentId: "late" }).events()).toEqual([]);
			await hf.agents.configureMemory("late", { tools: ["remember"] });
			expect((await hf.agents.run({ ...ADA, agentId: "late", input: "x" })).status).toBe("completed");
		});

		it("settings that bring such a tool while a run waits for its turn end it with the same error", async () => {
			const own = tool({ name: "recall", description: "Own.", input: z.object({}), execute: () => "own" });
			const late = { label: "late", tools: async () => [own], close: async () => {} };
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel([{ text: "first", before: () => waitAt(asked, release) }, "second"]);
			const hf = await world.open([defineAgent({ id: "a", model, tools: [late] })]);
			const first = hf.agents.run({ ...ADA, input: "one" });
			await asked.opened;
			const second = refusal(hf.agents.run({ ...ADA, input: "two" }), "invalid");
			await untilWaiting(hf, 1);
			await hf.agents.configureMemory("a", { tools: true });
			release.open();
			expect((await first).output).toBe("first");
			expect((await second).message).toContain('its own tool named "recall"');
		});

		it.each<[string, Call, RegExp]>([
			["nothing to remember", ["remember", {}], /content: must be a text/],
			["empty text", ["remember", { content: " \n" }], /content: must not be empty; say what/],
			[
				"too long a text",
				["remember", { content: "x".repeat(1_001) }],
				/at most 1000 characters; remember the main/,
			],
			["no text", ["remember", { content: { a: 1 } }], /content: must be a text/],
			["a null character", ["remember", { content: "a\u0000b" }], /content/],
			["too important", ["remember", { content: "x", importance: 1.5 }], /importance: must be from 0 to 1/],
			[
				"importance in words",
				["remember", { content: "x", importance: "high" }],
				/must be a number from 0 to 1/,
			],
			["an empty query", ["recall", { query: "" }], /query: must not be empty; say what to look for/],
			[
				"too long a query",
				["recall", { query: "x ".repeat(600) }],
				/at most 1000 characters; ask for one thing/,
			],
			[
				"no whole limit",
				["recall", { query: "x", limit: 2.5 }],
				/limit: must be a whole number from 1 to 20/,
			],
			[
				"too high a limit",
				["recall", { query: "x", limit: 1_000 }],
				/limit: must be a whole number from 1 to 20/,
			],
			["no id", ["forget", {}], /id: must be the id of a fact/],
			["an empty id", ["forget", { id: "" }], /find the fact with recall/],
			["what is no id", ["forget", { id: "the heron" }], /find the fact with recall/],
			["an id with a null character", ["forget", { id: "a\u0000b" }], /find the fact with recall/],
			["an endless id", ["forget", { id: "x".repeat(100_000) }], /find the fact with recall/],
			["half a character", ["forget", { id: "\ud800" }], /find the fact with recall/],
		])("hostile input is told to the model, and the run goes on: %s", async (_, call, message) => {
			const { hf, use } = await open({ a: { tools: true } });
			const { told } = await use(ADA, "x", call);
			expect(told).toEqual([{ output: expect.stringMatching(message), isError: true }]);
			expect(await all(hf)).toEqual([]);
		});

		it.each(["?!", "\ud800 heron", "the of and", "heron'; DROP TABLE facts; --", "%_\\", "🪶", "鷺"])(
			"any query is answered: %j",
			async (query) => {
				const { recall, remember } = await open({ a: { tools: true } });
				await remember(ADA, "The heron is grey.");
				expect(await recall(ADA, query)).toBeInstanceOf(Array);
			},
		);

		it("uses of the memory are spans below the call, with ids and numbers and never a word", async () => {
			const { hf, use, remember } = await open({ a: { tools: true } });
			const id = await remember(ADA, "The secret heron is grey.");
			// Calls of one step run at once: what is forgotten in it may be found or not.
			const runs = [
				await use(ADA, "x", ["remember", { content: "The secret heron sings." }]),
				await use(ADA, "x", ["recall", { query: "secret heron", limit: 1 }]),
				await use(ADA, "x", ["forget", { id }], ["forget", { id: "nothing" }]),
			];
			const spans = (await Promise.all(runs.map(({ runId }) => hf.runs.trace(runId)))).flat();
			const below = (name: string) =>
				spans
					.filter((span) => span.kind === "tool" && span.name === `execute_tool ${name}`)
					.flatMap((call) => spans.filter(({ parentId }) => parentId === call.id));
			expect(below("remember")).toMatchObject([
				{
					kind: "memory",
					name: "write",
					status: "ok",
					attributes: { "holdfast.memory.scope": "user", "holdfast.memory.facts": [expect.any(String)] },
				},
			]);
			expect(below("recall")).toMatchObject([
				{
					kind: "memory",
					name: "search",
					status: "ok",
					attributes: {
						"holdfast.memory.operation": "search",
						"holdfast.memory.method": "hybrid",
						"holdfast.memory.hits": [{ kind: "fact", score: expect.any(Number) }],
						"holdfast.memory.scope": ["agent", "user", "session"],
					},
				},
			]);
			expect(
				below("forget")
					.map(({ name, status }) => `${name} ${status}`)
					.sort(),
			).toEqual(["forget error", "forget ok"]);
			expect(below("forget").find(({ status }) => status === "ok")?.attributes).toMatchObject({
				"holdfast.memory.facts": [id],
			});
			expect(JSON.stringify(spans)).not.toContain("secret");
		});

		it("what recall brought is not learnt again: not as new facts, nor from a yes (FA5)", async () => {
			const script: (ScriptedTurn | string)[] = [
				{ toolCalls: [{ name: "recall", input: { query: "Where does the user live? Bonn" } }] },
				"So you live in Bonn?",
				"Good.",
			];
			const model = scriptedModel(() => script.shift() ?? "done");
			const memory = { tools: true, extractor: "rules", factBudget: 0, excerptBudget: 0 } as const;
			const hf = await world.open([defineAgent({ id: "a", model, memory })]);
			const known = hf.memory("a", { userId: "ada" });
			const id = await known.write("The user lives in Bonn.");
			await hf
				.session({ ...ADA, sessionId: "old" })
				.append(line("user", "Bonn is where my neighbour Carl is a plumber"));
			const before = await known.get(id);
			await hf.agents.run({ ...ADA, input: "Hello" });
			expect(model.texts()[1]).toContain("neighbour Carl");
			await hf.agents.run({ ...ADA, input: "Yes" });
			await hf.session(ADA).end({ wait: true });
			expect(await all(hf)).toEqual([before]);
			// Nor is it found twice.
			const { hits } = await hf.session(ADA).search("Carl plumber");
			expect(hits).toEqual([]);
		});

		it("later prompts replay the calls; input_output hides them, and the facts stay", async () => {
			const full = await open({ a: { tools: true } });
			const id = await full.remember(ADA, "The heron is grey.");
			await full.recall(ADA, "heron");
			await full.hf.agents.run({ ...ADA, input: "next" });
			expect(full.model.texts().at(-1)).toContain(id);
			const other = { ...ADA, sessionId: "io" };
			const short = await open({ a: { tools: true, save: "input_output" } });
			const kept = await short.remember(other, "The heron is old.");
			await short.hf.agents.run({ ...other, input: "next" });
			expect(short.model.texts().at(-1)).not.toContain(kept);
			expect((await all(short.hf)).find(({ id }) => id === kept)?.sources).toMatchObject([
				{ sessionId: "io" },
			]);
		});

		it("a routine calls them like any other tool (AG10)", async () => {
			const model = scriptedModel(() => "done");
			const nodes = [
				{ id: "keep", tool: "remember", input: { content: "Order {{input}} was asked for." } },
				{ id: "look", tool: "recall", input: { query: "order" } },
				{ id: "talk", chat: true as const },
			];
			expect(() => defineAgent({ id: "a", model, routine: { nodes } })).toThrow(/remember/);
			const hf = await world.open([
				defineAgent({ id: "a", model, memory: { tools: true }, routine: { nodes } }),
			]);
			const { events } = await hf.agents.run({ ...ADA, input: "7" });
			const call = events.find(({ kind }) => kind === "tool_call");
			expect(await all(hf)).toMatchObject([{ sources: [{ sessionId: "s", offset: call?.offset }] }]);
			expect(JSON.stringify(events.filter(({ kind }) => kind === "tool_result").at(-1)?.data)).toContain(
				"was asked for",
			);
		});
	});
}
