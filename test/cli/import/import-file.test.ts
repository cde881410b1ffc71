import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	type FileImportOptions,
	type ImportProgress,
	importFile,
} from "../../../src/cli/import/import-file.ts";
import { type Holdfast, holdfast } from "../../../src/index.ts";

async function* bytesOf(text: string, size = 64): AsyncGenerator<Uint8Array> {
	const bytes = new TextEncoder().encode(text);
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

let hf: Holdfast;
beforeEach(async () => {
	hf = await holdfast();
});
afterEach(() => hf.close());

const give = (value: unknown, options: FileImportOptions = {}) =>
	importFile(hf, bytesOf(typeof value === "string" ? value : JSON.stringify(value)), options);
const refusal = (value: unknown, options: FileImportOptions = {}): Promise<unknown> =>
	give(value, options).then(
		(report) => ({ report }),
		(error: unknown) => error,
	);
const messagesOf = async (sessionId: string, userId?: string): Promise<unknown[]> => {
	const ref = { agentId: "support", sessionId, ...(userId !== undefined && { userId }) };
	return (await hf.sessions.getMessages(ref)).map(({ role, content }) => [role, content]);
};
const count = async (): Promise<number> => (await hf.sessions.list({})).items.length;

const LANGGRAPH = [
	{
		thread_id: "t-1",
		created_at: "2026-05-12T15:37:08Z",
		updated_at: "2026-05-12T15:40:00Z",
		metadata: { graph_id: "support", owner: "ann", event_webhook_url: "not ours" },
		values: {
			messages: [
				{ type: "human", content: "Weather?", id: "1" },
				{ type: "ai", content: "", tool_calls: [{ id: "c", name: "weather", args: { city: "Kiel" } }] },
				{ type: "tool", content: "rain", tool_call_id: "c" },
				{ type: "ai", content: "Rain." },
			],
			plan: ["look"],
		},
	},
	{ thread_id: "t-2", metadata: { graph_id: "support" }, values: {} },
];

const MASTRA = {
	threads: [{ id: "m-1", resourceId: "ann", title: "Tea", createdAt: "2026-01-01T00:00:00Z" }],
	messages: [
		{ threadId: "m-1", role: "user", content: { format: 2, parts: [{ type: "text", text: "Tea?" }] } },
		{ threadId: "m-1", role: "assistant", content: "Green.", type: "text" },
	],
	resources: [{ id: "ann", workingMemory: "# Ann\n- likes green tea" }],
};

const MEM0 = {
	results: [
		{
			id: "1",
			memory: "Ann is vegetarian",
			user_id: "ann",
			created_at: "2026-01-01T00:00:00Z",
			categories: ["food"],
		},
		{ id: "2", memory: "Shops close at eight", agent_id: "support" },
	],
};

describe("importFile", () => {
	test("SE11: threads of LangGraph become sessions with their messages, state, user and times", async () => {
		expect(await give(LANGGRAPH)).toEqual({
			format: "langgraph",
			created: 2,
			replaced: 0,
			skipped: 0,
			events: 4,
			facts: 0,
			warnings: [],
		});
		expect(await messagesOf("t-1", "ann")).toEqual([
			["user", "Weather?"],
			["assistant", ""],
			["tool", "rain"],
			["assistant", "Rain."],
		]);
		const ref = { agentId: "support", userId: "ann", sessionId: "t-1" };
		const session = await hf.sessions.get(ref);
		expect(session).toMatchObject({
			createdAt: "2026-05-12T15:37:08.000Z",
			metadata: { langgraph: { event_webhook_url: "not ours" } },
		});
		expect(await hf.session(ref).state.get()).toEqual({ plan: ["look"] });
		expect(await hf.sessions.get({ agentId: "support", sessionId: "t-2" })).toMatchObject({ head: 0 });
	});

	test("SE11: threads of Mastra become sessions of their resource, its working memory a fact", async () => {
		expect(await give(MASTRA, { agentId: "support" })).toMatchObject({
			format: "mastra",
			created: 1,
			events: 2,
			facts: 1,
		});
		expect(await messagesOf("m-1", "ann")).toEqual([
			["user", "Tea?"],
			["assistant", "Green."],
		]);
		const { items } = await hf.memory("support", { userId: "ann" }).list();
		expect(items).toMatchObject([{ content: "# Ann\n- likes green tea", kind: "profile", source: "mastra" }]);
	});

	test("FA1: memories of mem0 become facts of their user or of the agent", async () => {
		expect(await give(MEM0, { agentId: "support" })).toMatchObject({ format: "mem0", created: 0, facts: 2 });
		const everybody = await hf.memory("support").list();
		expect(everybody.items).toMatchObject([{ content: "Shops close at eight", scope: "agent" }]);
		const own = await hf.memory("support", { userId: "ann" }).list({ scope: "user" });
		expect(own.items).toMatchObject([
			{
				content: "Ann is vegetarian",
				scope: "user",
				validFrom: "2026-01-01T00:00:00.000Z",
				metadata: { mem0: { id: "1", categories: ["food"] } },
			},
		]);
	});

	test("SE11: messages of OpenAI and of the AI SDK go where they are told, alone or in an object", async () => {
		const messages = [{ role: "user", content: "a" }];
		const ui = [{ role: "user", parts: [{ type: "text", text: "a" }] }];
		const ways: [unknown, string][] = [
			[messages, "openai"],
			[{ model: "x", messages }, "openai"],
			[ui, "ai-sdk"],
			[{ messages: ui }, "ai-sdk"],
		];
		for (const [i, [value, format]] of ways.entries()) {
			const sessionId = `s-${i}`;
			expect(await give(value, { agentId: "support", sessionId })).toMatchObject({ format, created: 1 });
			expect(await messagesOf(sessionId)).toEqual([["user", "a"]]);
		}
		expect(await refusal(messages)).toMatchObject({
			message: expect.stringContaining("--agent and --session"),
		});
	});

	test("SE11: Anthropic's messages, items of the Responses API and lines of chats are recognised; what is skipped is told", async () => {
		const use = { type: "tool_use", id: "c", name: "look", input: {} };
		const anthropic = [{ role: "assistant", content: [use, { type: "container_upload", file_id: "f" }] }];
		expect(await give(anthropic, { agentId: "support", sessionId: "a" })).toMatchObject({
			format: "anthropic",
			created: 1,
			events: 2,
			warnings: [{ kind: "part", type: "container_upload", count: 1, first: "messages[0]" }],
		});
		const items = [{ type: "function_call", call_id: "c", name: "look", arguments: "{}" }];
		expect(await give(items, { agentId: "support", sessionId: "r" })).toMatchObject({
			format: "openai-responses",
			created: 1,
			events: 1,
		});
		const chats = ["one", "two"].map((id) =>
			JSON.stringify({ id, messages: [{ role: "user", content: id }] }),
		);
		const told: ImportProgress[] = [];
		const onProgress = (progress: ImportProgress): void => void told.push(progress);
		expect(await give(chats.join("\n"), { agentId: "support", onProgress })).toMatchObject({
			created: 2,
			events: 2,
		});
		expect(told.map(({ done, of }) => [done, of])).toEqual([
			[1, 2],
			[2, 2],
		]);
		expect(await messagesOf("two")).toEqual([["user", "two"]]);
	});

	test("SE11: a list may have a line for each of its members", async () => {
		const lines = (list: readonly unknown[]): string =>
			list.map((one) => `${JSON.stringify(one)}\n`).join("");
		expect(await give(lines(LANGGRAPH))).toMatchObject({ format: "langgraph", created: 2 });
		expect(await give(lines(MEM0.results), { agentId: "support" })).toMatchObject({
			format: "mem0",
			facts: 2,
		});
	});

	test("SE11: to import twice is harmless: sessions are skipped, facts confirmed", async () => {
		const options = { agentId: "support", onConflict: "skip" } as const;
		for (const value of [LANGGRAPH, MASTRA, MEM0]) {
			const first = await give(value, options);
			const again = await give(value, options);
			expect(again).toMatchObject({ created: 0, skipped: first.created, events: 0, facts: first.facts });
		}
		const facts = await hf.memory("support", { everybody: true }).list();
		expect(facts.items).toHaveLength(3);
		expect(await refusal(LANGGRAPH)).toMatchObject({ code: "already_exists", report: { created: 0 } });
		expect(await give(LANGGRAPH, { onConflict: "replace" })).toMatchObject({ replaced: 2 });
	});

	test("SE11: an export comes in session by session, and can be given another name", async () => {
		await give(LANGGRAPH);
		let text = "\n";
		for (const { agentId, userId, sessionId } of (await hf.sessions.list({ order: "created" })).items)
			for await (const line of hf.sessions.export({ agentId, sessionId, ...(userId && { userId }) }))
				text += line;
		const told: ImportProgress[] = [];
		const onProgress = (progress: ImportProgress): void => void told.push(progress);
		expect(await give(text, { agentId: "copy", onProgress })).toMatchObject({
			format: "holdfast",
			created: 2,
			events: 4,
		});
		expect(told.map(({ done }) => done)).toEqual([1, 2]);
		expect(told.at(-1)?.bytes).toBe(new TextEncoder().encode(text).length);
		expect((await hf.sessions.list({ agentId: "copy" })).items.map(({ userId }) => userId ?? "")).toEqual(
			expect.arrayContaining(["ann", ""]),
		);
		expect(await refusal(text, { sessionId: "one" })).toMatchObject({
			code: "invalid",
			message: expect.stringMatching(/^line \d: a second session/),
			report: { created: 1 },
		});
		expect(await give("")).toMatchObject({ created: 0 });
	});

	test("SE11: a broken session is refused by the lines of the file; those before it are in", async () => {
		await give(LANGGRAPH);
		const lines: string[] = [];
		for await (const line of hf.sessions.export({ agentId: "support", userId: "ann", sessionId: "t-1" }))
			lines.push(line);
		const other = lines.map((line) => line.replace('"t-1"', '"t-9"'));
		const broken = [...other.slice(0, 3), "{broken\n", ...other.slice(4)];
		expect(await refusal([...lines, ...broken].join(""), { agentId: "copy" })).toMatchObject({
			code: "invalid",
			message: "line 9: is not JSON",
			report: { created: 1, events: 4 },
		});
		expect(await refusal([...lines, ...other.slice(0, -1)].join(""), { agentId: "copy2" })).toMatchObject({
			message: expect.stringMatching(/^line 9: session "t-9" ends at offset 3/),
		});
		expect((await hf.sessions.list({ agentId: "copy2" })).items).toHaveLength(1);
	});

	test("SE11: of a foreign file that is broken nothing is stored", async () => {
		const broken = [LANGGRAPH[0], { thread_id: "t", values: { messages: [{ type: "human", content: 7 }] } }];
		const kwargs = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
		const deep = `{"thread_id":"t","values":{"messages":[{"type":"human","content":"a","additional_kwargs":${kwargs}}]}}`;
		const cases: [unknown, FileImportOptions, string][] = [
			[broken, {}, "threads[1].values.messages[0].content"],
			[MASTRA, {}, "resources[0].workingMemory: names no agent"],
			[{ ...MASTRA, resources: [] }, {}, "threads[0]: names no agent"],
			[{ results: [{ memory: "a" }] }, { agentId: "support" }, "results[0]: has neither"],
			[{ messages: [{ type: "human", content: "a" }] }, { agentId: "a" }, "thread: has no id"],
			[LANGGRAPH, { sessionId: "s" }, "there are 2 conversations"],
			[{ some: "thing" }, {}, "unknown format; known formats: "],
			[[], {}, "unknown format; known formats: "],
			["no json", {}, "neither an export of Holdfast nor JSON"],
			[[{ role: "user", content: "a" }], { format: "holdfast" }, "line 1: "],
			[MEM0, { format: "langgraph" }, "thread.values: is missing"],
			["5", { format: "mastra" }, "export: must be an object"],
			[deep, { agentId: "support" }, "thread, event 0.metadata"],
		];
		for (const [value, options, message] of cases) {
			expect(await refusal(value, options)).toMatchObject({
				code: "invalid",
				message: expect.stringContaining(message),
				report: { created: 0, facts: 0 },
			});
		}
		expect(await count()).toBe(0);
		const latin = importFile(hf, [Uint8Array.of(0x22, 0xe9, 0x22)] as unknown as AsyncIterable<Uint8Array>);
		await expect(latin).rejects.toMatchObject({ code: "invalid", message: "the file is not UTF-8 text" });
	});

	test("SE11: an import that is called off says what is in", async () => {
		const stopping = new AbortController();
		const onProgress = (): void => stopping.abort();
		expect(await refusal(LANGGRAPH, { signal: stopping.signal, onProgress })).toMatchObject({
			code: "cancelled",
			report: { created: 1, events: 4 },
		});
		expect(await count()).toBe(1);
	});

	test("SE11: what a conversation holds that cannot be stored is refused by its place", async () => {
		const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
		const thread = {
			thread_id: "t",
			values: {
				messages: [
					{ type: "human", content: "a" },
					{ type: "x", deep: deep(300) },
				],
			},
		};
		expect(await refusal([thread], { agentId: "support" })).toMatchObject({
			code: "invalid",
			message: expect.stringMatching(/^threads\[0\], event 1\.data\.message\.deep/),
		});
		const big = { thread_id: "t", values: { text: "x".repeat(300_000) } };
		expect(await refusal([big], { agentId: "support" })).toMatchObject({ code: "limit_exceeded" });
		expect(await count()).toBe(0);
	});
});
