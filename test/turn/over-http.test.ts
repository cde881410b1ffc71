import { createOpenAI } from "@ai-sdk/openai";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type Holdfast, holdfast, tool } from "../../src/index.ts";
import { gathered } from "../api/drafts.ts";
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from "../model/openai-server.ts";
import { logOf, runFailure } from "./looks.ts";

const ref = { agentId: "a", sessionId: "s", userId: "u" };

const look = tool({
	name: "look",
	description: "Looks.",
	input: z.object({ id: z.string() }),
	execute: ({ id }, ctx) => {
		ctx.state.set("last", id);
		return { id, status: "shipped" };
	},
});

/** AG2, AG3: agents with a model behind real HTTP. The server refuses what OpenAI refuses. */
describe.each(["chat", "responses"] as const)("agents over HTTP, OpenAI's %s API (AG2)", (api) => {
	let server: OpenAiServer | undefined;
	let hf: Holdfast | undefined;
	afterEach(async () => {
		await hf?.close();
		await server?.close();
	});

	async function start(script: OpenAiScript): Promise<Holdfast> {
		server = await startOpenAiServer({ script, apiKey: "test-key" });
		const openai = createOpenAI({ baseURL: server.baseURL, apiKey: "test-key" });
		const model = api === "chat" ? openai.chat("gpt-x") : openai("gpt-x");
		const instructions = "Be brief. Plan: {plan?}.";
		hf = await holdfast({
			agents: [defineAgent({ id: "a", model, tools: [look], reply: true, instructions })],
		});
		return hf;
	}

	const flaws = () => server?.requests.flatMap(({ flaw }) => flaw ?? []);

	it("a conversation of several turns with parallel tools and replies: every request is taken", async () => {
		const calls = [
			{ name: "look", input: { id: "A-1" } },
			{ name: "look", input: { id: "A-2" } },
			{ name: "reply", input: { content: "One moment." } },
		];
		const hf = await start([
			{ text: "Let me look.", toolCalls: calls },
			"Both are on their way.",
			{ toolCalls: [{ name: "look", input: { wrong: 1 } }] },
			"I could not find it.",
			"Bye.",
		]);
		await hf.users.setVariables("u", { plan: "gold" });
		const first = await hf.agents.run({ ...ref, input: "Where are A-1 and A-2?" });
		expect(first.output).toBe("Both are on their way.");
		expect(first.usage.totalTokens).toBeGreaterThan(0);
		expect((await hf.agents.run({ ...ref, input: "And A-3?" })).output).toBe("I could not find it.");
		expect((await hf.agents.run({ ...ref, input: "Thanks" })).output).toBe("Bye.");
		expect(flaws()).toEqual([]);
		expect(server?.requests).toHaveLength(5);
		const last = JSON.stringify(server?.requests.at(-1)?.body);
		for (const text of ["A-1", "One moment.", "shipped", "Both are on their way.", "plan: gold", "Thanks"]) {
			expect(last).toContain(text);
		}
		expect(await hf.session(ref).state.get()).toEqual({ last: expect.stringMatching(/A-[12]/) });
	});

	it("streams text as it comes, tool calls, usage", async () => {
		const hf = await start([
			{ toolCalls: [{ name: "look", input: { id: "A-1" } }] },
			{ text: "It is on its way." },
		]);
		const stream = hf.agents.stream({ ...ref, input: "Where is A-1?" });
		const events = await gathered(stream);
		const text = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : [])).join("");
		expect(text).toBe("It is on its way.");
		expect(events.find(({ type }) => type === "tool-call")).toMatchObject({
			name: "look",
			input: { id: "A-1" },
		});
		expect(events.at(-1)).toMatchObject({ type: "finish", output: "It is on its way." });
		expect((await stream.result).usage.inputTokens).toBeGreaterThan(0);
		expect(flaws()).toEqual([]);
		expect(server?.requests.every(({ stream: asked }) => asked)).toBe(true);
	});

	it("429, then success: tried again, and the run completes with one answer", async () => {
		const hf = await start([
			{ status: 429, error: { message: "slow down" }, headers: { "retry-after-ms": "1" } },
			"Here.",
		]);
		expect((await hf.agents.run({ ...ref, input: "x" })).output).toBe("Here.");
		expect(server?.requests).toHaveLength(2);
		expect((await logOf(hf, ref)).filter((line) => line.startsWith("assistant"))).toEqual([
			"assistant: Here.",
		]);
	});

	it("500 for ever: model_failed, the message stays, the next run sees it", async () => {
		let broken = true;
		const hf = await start(() =>
			broken ? { status: 500, headers: { "retry-after-ms": "1" } } : "Back again.",
		);
		await runFailure(hf.agents.run({ ...ref, input: "first" }), "model_failed", "failed");
		expect(server?.requests.length).toBe(3);
		broken = false;
		expect((await hf.agents.run({ ...ref, input: "second" })).output).toBe("Back again.");
		expect(JSON.stringify(server?.requests.at(-1)?.body)).toMatch(/first.*second/);
		expect(flaws()).toEqual([]);
	});

	it("a stream that is cut: failed, with what there was, and the next request is taken", async () => {
		const hf = await start([{ pieces: ["It is ", "on its way ", "to you."], cutAfter: 2 }, "Sorry."]);
		const stream = hf.agents.stream({ ...ref, input: "where?" });
		const events = await gathered(stream);
		expect(events.at(-1)).toMatchObject({ type: "error", status: "failed" });
		await runFailure(stream.result, "model_failed", "failed");
		expect(await logOf(hf, ref)).toContain("assistant: It is on its way  (partial)");
		expect((await hf.agents.run({ ...ref, input: "again" })).output).toBe("Sorry.");
		expect(flaws()).toEqual([]);
	});

	it("a cancelled run leaves the connection", async () => {
		const stop = new AbortController();
		const hf = await start(
			() =>
				new Promise(() => {
					stop.abort();
				}),
		);
		await runFailure(hf.agents.run({ ...ref, input: "x", signal: stop.signal }), "cancelled", "cancelled");
		await server?.requests[0]?.abandoned;
	});
});
