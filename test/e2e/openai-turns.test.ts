import { createOpenAI } from "@ai-sdk/openai";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Holdfast, holdfast, type RunEvent, tool } from "../../src/index.ts";
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from "../model/openai-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

const lookUp = tool({
	name: "look_up",
	description: "Looks an order up.",
	input: z.object({ id: z.string() }),
	execute: ({ id }, ctx) => {
		ctx.state.set(`seen_${id}`, true);
		return { id, status: "shipped" };
	},
});

/** An agent whose model is OpenAI's provider package, speaking to a server on this machine. */
async function world(
	api: "chat" | "responses",
	script: OpenAiScript,
): Promise<{ hf: Holdfast; server: OpenAiServer }> {
	const server = await startOpenAiServer({ script });
	closing.push(() => server.close());
	const openai = createOpenAI({ baseURL: server.baseURL, apiKey: "test" });
	const model = api === "chat" ? openai.chat("gpt-test") : openai("gpt-test");
	const hf = await holdfast({
		agents: [{ id: "support", model, instructions: "You help {name?}.", tools: [lookUp] }],
	});
	closing.push(() => hf.close());
	return { hf, server };
}

const session = { agentId: "support", sessionId: "user-42", userId: "ada" };

async function gathered(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
	const all: RunEvent[] = [];
	for await (const event of events) all.push(event);
	return all;
}

describe.each(["chat", "responses"] as const)("turns over HTTP, OpenAI's %s API", (api) => {
	test("AG2 a second run sends the first exchange, with its tool calls, in an order that OpenAI takes", async () => {
		const { hf, server } = await world(api, [
			{
				text: "Let me look.",
				toolCalls: [
					{ name: "look_up", input: { id: "1" } },
					{ name: "look_up", input: { id: "2" } },
				],
			},
			"Both are shipped.",
			"You asked about 1 and 2.",
		]);
		const first = await hf.agents.run({
			...session,
			input: "Where are 1 and 2?",
			metadata: { secret: "s3cret" },
		});
		expect(first.output).toBe("Both are shipped.");
		const second = await hf.agents.run({ ...session, input: "What did I ask?" });
		expect(second.output).toBe("You asked about 1 and 2.");
		expect(server.requests.map(({ flaw }) => flaw)).toEqual([undefined, undefined, undefined]);
		const sent = JSON.stringify(server.requests[2]?.body);
		for (const text of ["Where are 1 and 2?", "shipped", "Both are shipped.", "What did I ask?"])
			expect(sent).toContain(text);
		expect(sent).not.toContain("s3cret");
		expect(await hf.session(session).state.get()).toMatchObject({ seen_1: true, seen_2: true });
	});

	test("AG2 streamed text, tool calls, usage and the end arrive in order", async () => {
		const { hf } = await world(api, [
			{ toolCalls: [{ name: "look_up", input: { id: "7" } }] },
			{ pieces: ["It ", "is ", "shipped."] },
		]);
		const stream = hf.agents.stream({ ...session, input: "Where is 7?" });
		const events = await gathered(stream);
		expect(events.map(({ type }) => type)).toEqual([
			"tool-call",
			"tool-result",
			"step",
			...Array(3).fill("text-delta"),
			"step",
			"finish",
		]);
		expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i));
		const { output, usage } = await stream.result;
		expect(output).toBe("It is shipped.");
		expect(usage.inputTokens).toBeGreaterThan(0);
		expect(usage.totalTokens).toBe(usage.inputTokens + usage.outputTokens);
	});

	test("AG4 a rate limit that passes is waited out; the exchange is logged once", async () => {
		const { hf, server } = await world(api, [{ status: 429, headers: { "retry-after-ms": "1" } }, "Here."]);
		expect((await hf.agents.run({ ...session, input: "Hello" })).output).toBe("Here.");
		expect(server.requests).toHaveLength(2);
		expect((await hf.sessions.getMessages(session)).map(({ content }) => content)).toEqual([
			"Hello",
			"Here.",
		]);
	});

	test("AG7 a server that fails leaves the message, a closed run, and a session that goes on", async () => {
		const { hf } = await world(api, ({ index }) => (index === 0 ? { status: 400 } : "Back again."));
		const error = await hf.agents.run({ ...session, input: "First" }).catch((reason) => reason);
		expect(error).toMatchObject({ code: "model_failed", status: "failed", sessionId: "user-42" });
		expect(await hf.runs.get(error.runId)).toMatchObject({
			status: "failed",
			error: { code: "model_failed" },
		});
		expect((await hf.agents.run({ ...session, input: "Second" })).output).toBe("Back again.");
		expect((await hf.sessions.getMessages(session)).map(({ content }) => content)).toEqual([
			"First",
			"Second",
			"Back again.",
		]);
	});

	test("AG7 a stream that breaks off keeps what was said, marked as partial", async () => {
		const { hf } = await world(api, ({ index }) =>
			index === 0 ? { pieces: ["Half ", "an answer", "!"], cutAfter: 2 } : "Whole.",
		);
		const stream = hf.agents.stream({ ...session, input: "Tell me" });
		const events = await gathered(stream);
		expect(events.at(-1)).toMatchObject({ type: "error", code: "model_failed" });
		await expect(stream.result).rejects.toMatchObject({ code: "model_failed", status: "failed" });
		const messages = await hf.session(session).events({ kinds: ["message"] });
		expect(messages.map(({ data }) => data.content)).toEqual(["Tell me", "Half an answer"]);
		expect(messages[1]?.data).toMatchObject({ partial: true });
		expect((await hf.agents.run({ ...session, input: "Again" })).output).toBe("Whole.");
	});

	test("AG7 a cancelled run lets go of the connection", async () => {
		const { hf, server } = await world(api, () => new Promise<never>(() => {}));
		const cancelling = new AbortController();
		const run = hf.agents
			.run({ ...session, input: "Wait", signal: cancelling.signal })
			.catch((reason) => reason);
		const request = await expect
			.poll(() => server.requests[0])
			.toBeDefined()
			.then(() => server.requests[0]);
		cancelling.abort();
		expect(await run).toMatchObject({ code: "cancelled", status: "cancelled" });
		await request?.abandoned;
	});
});
