import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, it, test } from "vitest";
import { scriptedModel } from "../../../testing/scripted-model.ts";
import { parseJson, structuredModel } from "./structured-model.ts";

const schema = { type: "object" } as const;
const ask = { system: "be brief", prompt: "go", schema };

describe("structuredModel (FA3)", () => {
	it("asks for JSON of the schema, and says so in words too", async () => {
		const model = scriptedModel(['{"a":1}'], { provider: "acme", modelId: "m-1" });
		const structured = structuredModel(model);
		expect(structured.name).toBe("acme/m-1");
		expect(await structured.generate(ask)).toMatchObject({
			value: { a: 1 },
			usage: { inputTokens: 10, outputTokens: 5 },
		});
		expect(model.calls[0]?.responseFormat).toEqual({ type: "json", schema });
		expect(model.texts()[0]).toMatch(/^system: be brief\n[\s\S]*"type":"object"[\s\S]*\nuser: go$/);
	});

	it("asks for a stream where a model can do nothing else", async () => {
		const { doGenerate: _, ...rest } = scriptedModel(['{"a":2}']);
		expect(await structuredModel(rest as unknown as LanguageModelV4).generate(ask)).toMatchObject({
			value: { a: 2 },
		});
	});

	it("fails with model_failed, and stops at the signal", async () => {
		const broken = structuredModel(scriptedModel([{ error: new Error("no") }]));
		await expect(broken.generate(ask)).rejects.toMatchObject({ code: "model_failed" });
		const stopped = structuredModel(scriptedModel(["{}"])).generate({
			...ask,
			signal: AbortSignal.abort(new Error("stop")),
		});
		await expect(stopped).rejects.toThrow("stop");
	});

	test.each([
		['{"a":1}', { a: 1 }],
		['```json\n{"a":1}\n```', { a: 1 }],
		['```\n{"a":1}\n```', { a: 1 }],
		['Here it is:\n```json\n{"a":1}\n```\nBye', { a: 1 }],
		['Sure: {"a":1} Anything else?', { a: 1 }],
		["[1]", [1]],
		["none", "none"],
		["", ""],
		["{", "{"],
	])("%j is read as %j", (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});
});
