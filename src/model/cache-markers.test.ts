import { describe, expect, it } from "vitest";
import { markForCache } from "./cache-markers.ts";
import type { Prompt } from "./types.ts";

const say = (role: "user" | "assistant", text: string): Prompt[number] => ({
	role,
	content: [{ type: "text", text }],
});
const prompt: Prompt = [
	{ role: "system", content: "Be brief." },
	say("user", "one"),
	say("assistant", "two"),
	say("user", "three"),
];
const claude = { provider: "anthropic.messages", modelId: "claude-x" };
const markedIn = (given: Prompt): number[] =>
	given.flatMap(({ providerOptions }, i) => (providerOptions ? [i] : []));

describe("marks for prompt caches (ME12)", () => {
	it("marks the system text and the end of the earlier conversation; with tools the end of the prompt too", () => {
		expect(markedIn(markForCache(prompt, claude, { newest: 3, hasTools: false }))).toEqual([0, 2]);
		expect(markedIn(markForCache(prompt, claude, { newest: 3, hasTools: true }))).toEqual([0, 2, 3]);
		expect(markedIn(prompt)).toEqual([]);
	});

	it("marks once where there is nothing earlier, and nothing where there is nothing stable", () => {
		const [system, , , last] = prompt as [Prompt[number], Prompt[number], Prompt[number], Prompt[number]];
		expect(markedIn(markForCache([system, last], claude, { newest: 1, hasTools: false }))).toEqual([0]);
		expect(markedIn(markForCache([last], claude, { newest: 0, hasTools: false }))).toEqual([]);
	});

	it("marks prompts for Claude from any provider, and for no other model", () => {
		for (const model of [claude, { provider: "openrouter", modelId: "anthropic/claude-sonnet" }])
			expect(markedIn(markForCache(prompt, model, { newest: 3, hasTools: false }))).toEqual([0, 2]);
		for (const model of [{ provider: "openai.responses", modelId: "gpt-5" }])
			expect(markForCache(prompt, model, { newest: 3, hasTools: false })).toBe(prompt);
	});

	it("keeps options that a message has already", () => {
		const given: Prompt = [{ role: "system", content: "x", providerOptions: { openai: { a: 1 } } }];
		const [first] = markForCache(given, claude, { newest: 1, hasTools: false });
		expect(first?.providerOptions).toMatchObject({ openai: { a: 1 }, anthropic: { cacheControl: {} } });
	});
});
