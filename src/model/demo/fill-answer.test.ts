import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, it, test } from "vitest";
import { z } from "zod";
import { demoModel } from "../demo-model.ts";

const say = (text: string): LanguageModelV4Prompt[number] => ({
	role: "user",
	content: [{ type: "text", text }],
});

async function answer(shape: z.ZodType, ...said: string[]): Promise<unknown> {
	const schema = z.toJSONSchema(shape) as object;
	const prompt = [...said, "Is it about an order, a refund or something else?"].map(say);
	const { content } = await demoModel().doGenerate({ prompt, responseFormat: { type: "json", schema } });
	const [part] = content;
	return part?.type === "text" ? shape.parse(JSON.parse(part.text)) : undefined;
}

it("gives an object of the schema, filled from the user's words", async () => {
	const shape = z.object({
		intent: z.enum(["other", "refund", "order_status"]),
		order_id: z.string().optional(),
	});
	expect(await answer(shape, "Where is my order A-17?")).toEqual({
		intent: "order_status",
		order_id: "A-17",
	});
	expect(await answer(shape, "I want a refund")).toEqual({ intent: "refund" });
	expect(await answer(shape, "Nice weather")).toEqual({ intent: "other" });
});

test.each([
	z.object({
		n: z.number().min(3),
		ok: z.boolean(),
		tags: z.array(z.string()).min(1),
		text: z.string().min(50),
	}),
	z.object({
		deep: z.object({ a: z.object({ b: z.int() }) }),
		kind: z.literal("x"),
		none: z.string().nullable(),
	}),
	z.object({}),
])("the answer fits any requested shape", async (shape) => {
	expect(await answer(shape, "Hello")).toBeTypeOf("object");
	expect(await answer(shape)).toBeTypeOf("object");
});
