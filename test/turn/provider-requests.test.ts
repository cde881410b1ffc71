import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findChatFlaw, findResponsesFlaw } from "../model/openai-rules.ts";
import { SECRET } from "./history-arbitrary.ts";
import { anySetup, INPUT, runOn } from "./run-on.ts";
import { anthropicFlaws, googleFlaws } from "./validate-request.ts";

type Body = Record<string, unknown>;

/** Stops a request, and keeps what would have been sent. */
function capture() {
	const bodies: Body[] = [];
	const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> => {
		bodies.push(JSON.parse(String(init?.body)) as Body);
		return Response.json({ error: { message: "that is enough" } }, { status: 400 });
	};
	return { bodies, fetch: fetch as typeof globalThis.fetch };
}

const find: LanguageModelV4FunctionTool = {
	type: "function",
	name: "find",
	description: "Finds.",
	inputSchema: { type: "object", properties: {} },
};

/** The body that a provider's own package makes of a prompt; undefined if it has no way to send one of its files. */
async function bodyOf(
	make: (fetch: typeof globalThis.fetch) => LanguageModelV4,
	prompt: LanguageModelV4Prompt,
	hasTools: boolean,
): Promise<Body | undefined> {
	const { bodies, fetch } = capture();
	const tools = hasTools ? { tools: [find] } : {};
	const error = await Promise.resolve(make(fetch).doGenerate({ prompt, ...tools })).then(
		() => undefined,
		(given: Error) => given,
	);
	if (bodies[0]) return bodies[0];
	// What a provider's package cannot send at all (a PDF by URL, …) is no matter of the order of messages.
	if (error?.name === "AI_UnsupportedFunctionalityError" && /file|media type|PDF/i.test(error.message))
		return undefined;
	throw error ?? new Error("nothing was sent");
}

const apiKey = "test";
const providers: [string, (fetch: typeof globalThis.fetch) => LanguageModelV4, (body: never) => string[]][] =
	[
		[
			"OpenAI's chat completions",
			(fetch) => createOpenAI({ apiKey, fetch }).chat("gpt-x"),
			(body) => [findChatFlaw(body) ?? []].flat(),
		],
		[
			"OpenAI's responses",
			(fetch) => createOpenAI({ apiKey, fetch })("gpt-x"),
			(body) => [findResponsesFlaw(body, new Map()) ?? []].flat(),
		],
		[
			"Anthropic's messages",
			(fetch) => createAnthropic({ apiKey, fetch })("claude-x"),
			(body) => [...anthropicFlaws(body)],
		],
		[
			"Google's contents",
			(fetch) => createGoogle({ apiKey, fetch })("gemini-x"),
			(body) => [...googleFlaws(body)],
		],
	];

describe("requests that the providers' own packages make of prompts (ME6)", () => {
	it.each(providers)("%s: taken, whatever the log holds", async (_, make, flaws) => {
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(anySetup, async (given) => {
				const { prompts } = await runOn(given);
				for (const prompt of prompts) {
					const body = await bodyOf(make, prompt, given.hasTools);
					if (!body) continue;
					sent += 1;
					expect(flaws(body as never)).toEqual([]);
					expect(JSON.stringify(body)).not.toContain(SECRET);
					expect(JSON.stringify(body)).toContain(INPUT);
				}
			}),
			{ numRuns: 80 },
		);
		expect(sent).toBeGreaterThan(60);
	});
});
