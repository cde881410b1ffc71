import { describe, expect, test } from "vitest";
import type { ImportSource } from "../../src/index.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const agentId = "support";
const to = { agentId, sessionId: "imported" };
const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };

const ANTHROPIC = [
	{ role: "user", content: [{ type: "text", text: "Weather?" }, IMAGE] },
	{ role: "assistant", content: [{ type: "tool_use", id: "c", name: "weather", input: { city: "Kiel" } }] },
	{ role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "rain" }] },
	{ role: "assistant", content: "Rain." },
];
const RESPONSES = [
	{ type: "message", role: "user", content: [{ type: "input_text", text: "Weather?" }] },
	{ type: "function_call", call_id: "c", name: "weather", arguments: '{"city":"Kiel"}' },
	{ type: "function_call_output", call_id: "c", output: "rain" },
	{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Rain." }] },
];
const LANGGRAPH = {
	thread_id: "t-1",
	metadata: { graph_id: agentId, owner: "ann" },
	values: {
		messages: [
			{ type: "human", content: "Hi" },
			{ type: "ai", content: "Hello" },
		],
		plan: ["greet"],
	},
};
const MASTRA = {
	threads: [{ id: "m-1", resourceId: "ann", title: "Tea" }],
	messages: [
		{ threadId: "m-1", role: "user", content: { format: 2, parts: [{ type: "text", text: "Tea?" }] } },
	],
	resources: [{ id: "ann", workingMemory: "Ann likes green tea" }],
};
const MEM0 = { results: [{ id: "1", memory: "Ann is vegetarian", user_id: "ann" }] };
const CHATS = [
	{ id: "c-1", user_id: "ann", messages: [{ role: "user", content: "Hi" }] },
	{
		messages: [
			{ role: "user", content: "Hello" },
			{ role: "assistant", content: "Hi" },
		],
	},
];

const lines = (list: readonly unknown[]): string => list.map((one) => `${JSON.stringify(one)}\n`).join("");
async function* cut(text: string): AsyncGenerator<string> {
	for (let at = 0; at < text.length; at += 37) yield text.slice(at, at + 37);
}

/** SE11: the library takes every format that the command line takes. */
export function describeImportSystems(backend: Backend): void {
	describe("import from other systems", () => {
		const world = freshWorld(backend);

		test.each<[string, object]>([
			["anthropic", ANTHROPIC],
			["openai-responses", RESPONSES],
		])("SE11 messages of %s keep their tool calls with their results", async (format, messages) => {
			const hf = await world.open();
			const report = await hf.sessions.import(messages, { to });
			expect(report).toMatchObject({ format, created: 1, events: 4, facts: 0, warnings: [] });
			const events = await hf.session(to).events();
			expect(events.slice(1).map(({ kind, data }) => [kind, data])).toEqual([
				["tool_call", { toolCallId: "c", name: "weather", input: { city: "Kiel" }, step: 0 }],
				["tool_result", { toolCallId: "c", name: "weather", output: "rain" }],
				["message", { role: "assistant", content: "Rain." }],
			]);
		});

		test("SE11 threads of LangGraph become sessions with their state", async () => {
			const hf = await world.open();
			expect(await hf.sessions.import(LANGGRAPH)).toMatchObject({
				format: "langgraph",
				created: 1,
				events: 2,
			});
			const session = hf.session({ agentId, userId: "ann", sessionId: "t-1" });
			expect(await session.state.get()).toEqual({ plan: ["greet"] });
		});

		test("SE11 FA1 Mastra and mem0 bring facts of their users", async () => {
			const hf = await world.open();
			const mastra = await hf.sessions.import(MASTRA, { agentId });
			expect(mastra).toMatchObject({ format: "mastra", created: 1, events: 1, facts: 1 });
			const mem0 = await hf.sessions.import(MEM0, { agentId });
			expect(mem0).toMatchObject({ format: "mem0", created: 0, facts: 1 });
			const { items } = await hf.memory(agentId, { userId: "ann" }).list({ scope: "user" });
			expect(items.map(({ content }) => content).sort()).toEqual([
				"Ann is vegetarian",
				"Ann likes green tea",
			]);
			expect(await hf.sessions.import(MASTRA, { agentId, onConflict: "skip" })).toMatchObject({
				skipped: 1,
				facts: 1,
			});
		});

		test("SE11 lines with a chat each become a session each", async () => {
			const hf = await world.open();
			const sources: ImportSource[] = [
				lines(CHATS),
				cut(lines(CHATS)),
				CHATS,
				CHATS.map((one) => JSON.stringify(one)),
			];
			for (const source of sources) {
				const report = await hf.sessions.import(source, { agentId, onConflict: "replace" });
				expect(report).toMatchObject({ format: "openai", events: 3, warnings: [] });
				expect(report.created + report.replaced).toBe(2);
			}
			const { items } = await hf.sessions.list();
			expect(items.map(({ userId = "", sessionId }) => [userId, sessionId.slice(0, 5)]).sort()).toEqual([
				["", "chat-"],
				["ann", "c-1"],
			]);
		});

		test("SE11 text of any format comes in pieces, with or without its format", async () => {
			const hf = await world.open();
			const all = [ANTHROPIC, RESPONSES, { messages: ANTHROPIC }];
			for (const [i, value] of all.entries()) {
				const target = { agentId, sessionId: `s-${i}` };
				const report = await hf.sessions.import(cut(JSON.stringify(value, undefined, 1)), target);
				expect(report).toMatchObject({ created: 1, events: 4 });
				expect((await hf.sessions.get(target)).sessionId).toBe(`s-${i}`);
			}
			expect(await hf.sessions.import(JSON.stringify(MEM0), { agentId, format: "mem0" })).toMatchObject({
				facts: 1,
			});
		});

		test("SE11 what no model will get is counted by its type, with the place of the first", async () => {
			const hf = await world.open();
			const content = [
				{ type: "video_url", video_url: {} },
				{ type: "text", text: "Hi" },
				{ type: "video_url" },
			];
			const messages = [
				{ role: "user", content: "Hi" },
				{ role: "user", content },
				{ role: "user", content },
			];
			const { warnings } = await hf.sessions.import(messages, { to });
			expect(warnings).toEqual([{ kind: "part", type: "video_url", count: 4, first: "messages[1]" }]);
			expect((await hf.sessions.getMessages(to))[1]?.content).toEqual(content);
		});

		test("SE11 agent, user and session can be given instead of what the export says; null is nobody", async () => {
			const hf = await world.open();
			await hf.sessions.import(LANGGRAPH, { agentId: "other", userId: "bob" });
			await hf.sessions.import(LANGGRAPH, { userId: null });
			await hf.sessions.import(LANGGRAPH, { sessionId: "renamed" });
			const { items } = await hf.sessions.list();
			expect(items.map(({ agentId, userId = "", sessionId }) => [agentId, userId, sessionId]).sort()).toEqual(
				[
					["other", "bob", "t-1"],
					["support", "", "t-1"],
					["support", "ann", "renamed"],
				],
			);
		});

		test("SE11 what cannot be placed or read is refused, and nothing is stored", async () => {
			const hf = await world.open();
			const cases: [ImportSource, object, string][] = [
				[ANTHROPIC, {}, "`agentId` and `sessionId`"],
				[MASTRA, {}, "resources[0].workingMemory: names no agent"],
				[MEM0.results.map(({ memory }) => ({ memory })), { agentId }, "has neither a user nor an agent"],
				[CHATS, { agentId, sessionId: "s" }, "there are 2 conversations"],
				[CHATS, { to }, "there are 2 conversations"],
				[CHATS, { to, agentId }, "not both"],
				[
					[CHATS[0] as object, { messages: [{ role: "robot", content: "x" }] }],
					{ agentId },
					"chats[1].messages[0].role",
				],
				[{ some: "thing" }, { agentId }, "unknown format; known formats: "],
				["no json", { agentId }, "neither an export of Holdfast nor JSON"],
				[lines([{ type: "session", format: "holdfast/1" }]), { agentId }, "set `to`"],
				[ANTHROPIC, { to, format: "holdfast" }, "lines of an export"],
				[ANTHROPIC, { to, agent: "x" }, "agent"],
			];
			for (const [source, options, message] of cases) {
				const error = await refusal(hf.sessions.import(source, garbage(options)), "invalid");
				expect(error.message).toContain(message);
			}
			expect((await hf.sessions.list()).items).toEqual([]);
			expect((await hf.memory(agentId, { everybody: true }).list()).items).toEqual([]);
		});

		test("SE11 a session in the way ends the import; the report says what is in", async () => {
			const hf = await world.open();
			await hf
				.session({ agentId, userId: "ann", sessionId: "c-1" })
				.history.append({ role: "user", content: "mine" });
			const error = await refusal(hf.sessions.import([...CHATS].reverse(), { agentId }), "already_exists");
			expect(error.report).toMatchObject({ format: "openai", created: 1, events: 2 });
			expect(await hf.sessions.import(CHATS, { agentId, onConflict: "skip" })).toMatchObject({ skipped: 2 });
		});
	});
}
