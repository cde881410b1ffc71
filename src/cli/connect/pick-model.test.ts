import { describe, expect, test } from "vitest";
import { pickModel } from "./pick-model.ts";

const folder = "/nowhere";
const pick = (env: Record<string, string>, installed: readonly string[]) =>
	pickModel({ env, folder, isInstalled: (name) => installed.includes(name) });

describe("AG3: the model of a folder that names none", () => {
	test("what was asked for wins over what is configured, and both over keys", () => {
		const env = { OPENAI_API_KEY: "k" };
		const configured = { name: "google/gemini-flash-latest", by: "holdfast.yaml" };
		const asked = { name: "openai/gpt-5", by: "--model" };
		expect(pickModel({ env, folder, configured, asked })).toMatchObject({
			name: "openai/gpt-5",
			why: "--model",
			isPicked: false,
		});
		expect(pickModel({ env, folder, configured })).toMatchObject({ why: "holdfast.yaml" });
	});

	test("is that of the only provider whose key and package are there", () => {
		const env = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GROQ_API_KEY: "" };
		expect(pick(env, ["@ai-sdk/anthropic"])).toMatchObject({
			name: "anthropic/claude-haiku-4-5",
			why: "ANTHROPIC_API_KEY is set",
			isPicked: true,
		});
	});

	test("is the demo model where that would be a guess, with what to do about it", () => {
		expect(pick({}, [])).toEqual({
			name: "demo",
			why: "no API key found",
			isPicked: false,
			hints: ["To use a real model: npm install @ai-sdk/openai, then export OPENAI_API_KEY=…"],
		});
		expect(pick({}, ["@ai-sdk/openai"]).hints).toEqual(["To use a real model: export OPENAI_API_KEY=…"]);
		expect(pick({ OPENAI_API_KEY: "k" }, [])).toMatchObject({
			name: "demo",
			why: "OPENAI_API_KEY is set, but @ai-sdk/openai is not installed",
			hints: ["To use a real model: npm install @ai-sdk/openai"],
		});
		const both = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" };
		expect(pick(both, ["@ai-sdk/openai", "@ai-sdk/anthropic"])).toMatchObject({
			name: "demo",
			why: "OPENAI_API_KEY and ANTHROPIC_API_KEY are set",
			hints: ["To choose one: export HOLDFAST_MODEL=openai/gpt-5-mini"],
		});
		expect(pick({ GROQ_API_KEY: "k" }, ["@ai-sdk/groq"])).toMatchObject({
			name: "demo",
			hints: ["To choose one: export HOLDFAST_MODEL=groq/…"],
		});
	});
});
