import { describe, expect, test } from "vitest";
import type { Event, Json } from "../../src/index.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const to = { agentId: "support", sessionId: "imported" };
const brief = (events: readonly Event[]): unknown[] =>
	events.map(({ kind, source, data }) => [kind, source, data]);

const OPEN_AI = [
	{ role: "system", content: "Be brief." },
	{ role: "user", content: "Weather in Kiel and Bonn?", name: "Ann" },
	{
		role: "assistant",
		content: null,
		tool_calls: [
			{ id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Kiel"}' } },
			{ id: "c2", type: "function", function: { name: "weather", arguments: "{broken" } },
		],
	},
	{ role: "tool", tool_call_id: "c1", content: "rain" },
	{ role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "error" }] },
	{
		role: "assistant",
		content: "Rain.",
		tool_calls: [{ id: "c3", type: "function", function: { name: "log", arguments: "" } }],
	},
	{
		role: "user",
		content: [
			{ type: "text", text: "And this?" },
			{ type: "image_url", image_url: { url: "https://example.com/a.png" } },
		],
	},
	{ role: "assistant", content: null, refusal: "I cannot help with that." },
	{ role: "assistant", content: "" },
];

const UI_MESSAGES = [
	{ id: "m1", role: "system", parts: [{ type: "text", text: "Be brief." }] },
	{
		id: "m2",
		role: "user",
		metadata: { channel: "web" },
		parts: [
			{ type: "text", text: "See file" },
			{ type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" },
		],
	},
	{
		id: "m3",
		role: "assistant",
		parts: [
			{ type: "step-start" },
			{ type: "reasoning", text: "Let me look.", providerMetadata: { p: { signature: "s" } } },
			{
				type: "tool-weather",
				toolCallId: "c1",
				state: "output-available",
				input: { city: "Kiel" },
				output: { t: 3 },
			},
			{
				type: "tool-weather",
				toolCallId: "c2",
				state: "output-error",
				input: { city: "?" },
				errorText: "unknown city",
			},
			{ type: "step-start" },
			{ type: "dynamic-tool", toolName: "log", toolCallId: "c3", state: "input-available", input: {} },
			{ type: "text", text: "3 degrees." },
			{ type: "source-url", sourceId: "s1", url: "https://example.com" },
		],
	},
	{
		id: "m4",
		role: "assistant",
		parts: [
			{ type: "text", text: "a" },
			{ type: "text", text: "b" },
		],
	},
];

export function describeImportFormats(backend: Backend): void {
	describe("import of foreign messages", () => {
		const world = freshWorld(backend);

		test("SE11 OpenAI messages become messages, tool calls and results, in order", async () => {
			const hf = await world.open();
			const report = await hf.sessions.import(OPEN_AI, { to });
			const events = await hf.session(to).events();
			expect(report).toMatchObject({
				created: 1,
				replaced: 0,
				skipped: 0,
				events: events.length,
				warnings: [],
			});
			expect(brief(events)).toEqual([
				["message", "system", { role: "system", content: "Be brief." }],
				["message", "user", { role: "user", content: "Weather in Kiel and Bonn?", displayName: "Ann" }],
				["tool_call", "agent", { toolCallId: "c1", name: "weather", input: { city: "Kiel" }, step: 0 }],
				["tool_call", "agent", { toolCallId: "c2", name: "weather", input: "{broken", step: 0 }],
				["tool_result", "tool", { toolCallId: "c1", name: "weather", output: "rain" }],
				[
					"tool_result",
					"tool",
					{ toolCallId: "c2", name: "weather", output: [{ type: "text", text: "error" }] },
				],
				["message", "agent", { role: "assistant", content: "Rain." }],
				["tool_call", "agent", { toolCallId: "c3", name: "log", input: "", step: 1 }],
				["message", "user", { role: "user", content: OPEN_AI[6]?.content }],
				[
					"message",
					"agent",
					{ role: "assistant", content: [{ type: "refusal", refusal: "I cannot help with that." }] },
				],
				["message", "agent", { role: "assistant", content: "" }],
			]);
			expect(await hf.sessions.get(to)).toMatchObject({ ...to, head: events.length, messageCount: 6 });
		});

		test("SE11 UI messages of the AI SDK keep tool calls, errors, reasoning, files, sources and metadata", async () => {
			const hf = await world.open();
			await hf.sessions.import(UI_MESSAGES, { to });
			const events = await hf.session(to).events();
			expect(brief(events)).toEqual([
				["message", "system", { role: "system", content: "Be brief." }],
				["message", "user", { role: "user", content: UI_MESSAGES[1]?.parts }],
				["message", "agent", { role: "assistant", content: [UI_MESSAGES[2]?.parts[1]] }],
				["tool_call", "agent", { toolCallId: "c1", name: "weather", input: { city: "Kiel" }, step: 1 }],
				["tool_result", "tool", { toolCallId: "c1", name: "weather", output: { t: 3 } }],
				["tool_call", "agent", { toolCallId: "c2", name: "weather", input: { city: "?" }, step: 1 }],
				["tool_result", "tool", { toolCallId: "c2", name: "weather", output: "unknown city", isError: true }],
				["tool_call", "agent", { toolCallId: "c3", name: "log", input: {}, step: 2 }],
				["message", "agent", { role: "assistant", content: UI_MESSAGES[2]?.parts.slice(6) }],
				["message", "agent", { role: "assistant", content: "ab" }],
			]);
			expect(events[1]?.metadata).toEqual({ channel: "web" });
		});

		test("SE11 the older function_call of OpenAI is a tool call, told by the function's name", async () => {
			const hf = await world.open();
			const messages = [
				{ role: "assistant", content: null, function_call: { name: "weather", arguments: "{}" } },
				{ role: "function", name: "weather", content: "rain" },
			];
			await hf.sessions.import(messages, { to });
			expect(brief(await hf.session(to).events())).toEqual([
				["tool_call", "agent", { toolCallId: "weather", name: "weather", input: {}, step: 0 }],
				["tool_result", "tool", { toolCallId: "weather", name: "weather", output: "rain" }],
			]);
		});

		test("SE11 metadata of a UI message that only calls tools, and input the model got wrong, are kept", async () => {
			const hf = await world.open();
			const part = {
				type: "tool-x",
				toolCallId: "c",
				state: "output-error",
				rawInput: "{bad",
				errorText: "no",
			};
			await hf.sessions.import([{ role: "assistant", metadata: { m: 1 }, parts: [part] }], { to });
			const [call] = await hf.session(to).events();
			expect(call).toMatchObject({ kind: "tool_call", metadata: { m: 1 }, data: { input: "{bad" } });
		});

		test("SE11 the format can be said, and decides where the content does not", async () => {
			const hf = await world.open();
			expect(await hf.sessions.import(garbage([]), { to, format: "openai" })).toMatchObject({
				created: 1,
				events: 0,
			});
			await refusal(
				hf.sessions.import(OPEN_AI, { to: { ...to, sessionId: "b" }, format: "ai-sdk" }),
				"invalid",
			);
			await refusal(
				hf.sessions.import(UI_MESSAGES, { to: { ...to, sessionId: "b" }, format: garbage("xml") }),
				"invalid",
			);
			await refusal(hf.sessions.import("text", { to, format: "openai" }), "invalid");
			expect((await hf.sessions.list()).items).toHaveLength(1);
		});

		test("SE11 skip, fail and replace hold for messages too", async () => {
			const hf = await world.open();
			const say = (content: string) => [{ role: "user", content }];
			await hf.sessions.import(say("one"), { to });
			await refusal(hf.sessions.import(say("two"), { to }), "already_exists");
			expect(await hf.sessions.import(say("two"), { to, onConflict: "skip" })).toMatchObject({
				skipped: 1,
				events: 0,
			});
			expect(await hf.sessions.import(say("two"), { to, onConflict: "replace" })).toMatchObject({
				replaced: 1,
				events: 1,
			});
			expect(await hf.sessions.getMessages(to)).toMatchObject([{ content: "two" }]);
		});

		test("SE11 messages need a place, and bad ones are refused by index with nothing stored", async () => {
			const hf = await world.open();
			expect((await refusal(hf.sessions.import(OPEN_AI), "invalid")).message).toContain("to");
			const bad: unknown[] = [
				{ role: "nobody", content: "x" },
				{ role: "user", content: 7 },
				{ content: "x" },
				{ role: "assistant", tool_calls: [{ id: "c" }] },
				{
					role: "assistant",
					content: "x",
					tool_calls: [{ id: "", function: { name: "f", arguments: "{}" } }],
				},
			];
			for (const message of bad) {
				const error = await refusal(
					hf.sessions.import([{ role: "user", content: "fine" }, message] as object[], { to }),
					"invalid",
				);
				expect(error.message).toContain("[1]");
			}
			const parts: Json[] = [7, [{ type: 7 }], [{ type: "tool-x", state: "output-available" }]];
			for (const each of parts)
				await refusal(hf.sessions.import([{ role: "user", parts: each }], { to }), "invalid");
			expect((await hf.sessions.list()).items).toEqual([]);
		});

		test("SE11 a thousand and more messages are one import", async () => {
			const hf = await world.open();
			const messages = Array.from({ length: 2500 }, (_, i) => ({
				role: i % 2 ? "assistant" : "user",
				content: `${i}`,
			}));
			expect(await hf.sessions.import(messages, { to })).toMatchObject({ created: 1, events: 2500 });
			expect(await hf.sessions.get(to)).toMatchObject({ head: 2500, messageCount: 2500 });
		});

		test("SE11 members of parts named like members of Object are kept", async () => {
			const hf = await world.open();
			const part = JSON.parse('{"type":"x","__proto__":{"a":1},"constructor":2}');
			await hf.sessions.import([{ role: "user", content: [part] }], { to });
			await hf.sessions.import([{ role: "user", parts: [part] }], {
				to,
				onConflict: "replace",
				format: "ai-sdk",
			});
			const [event] = await hf.session(to).events();
			expect(JSON.stringify(event?.data)).toBe(JSON.stringify({ role: "user", content: [part] }));
		});
	});
}
