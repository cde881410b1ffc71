import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent, type InputPart, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { turnWorld } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const hi = { type: "text", text: "Hi" } as const;
const PNG = "iVBORw0KGgo=";
const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => "seen" });

/** ME3: what is more than text reaches the model, in whatever form it was given. */
export function describePictures(backend: Backend): void {
	describe("pictures and files (ME3)", () => {
		const world = turnWorld(backend);
		const echo = () => scriptedModel(({ index }) => `answer ${index}`);

		it("a part of no known type is refused by its place, with what is accepted", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			const input = garbage<InputPart[]>([hi, { type: "video_url", video_url: { url: "https://x.test/v" } }]);
			const { message } = await refusal(hf.agents.run({ ...ref, input }), "invalid");
			expect(message).toContain("input[1]");
			expect(message).toContain('"video_url"');
			expect(message).toContain("accepted types: text, image, file, image_url, ");
		});

		it.each<[string, InputPart, object]>([
			[
				"OpenAI's image_url",
				{ type: "image_url", image_url: { url: "https://x.test/a.png" } },
				{ url: true },
			],
			[
				"OpenAI's image_url as data URL",
				{ type: "image_url", image_url: `data:image/png;base64,${PNG}` },
				{},
			],
			["OpenAI's input_image", { type: "input_image", image_url: `data:image/png;base64,${PNG}` }, {}],
			[
				"Anthropic's image",
				{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
				{},
			],
			[
				"Anthropic's image by URL",
				{ type: "image", source: { type: "url", url: "https://x.test/a.png" } },
				{ url: true },
			],
			["the AI SDK's image", { type: "image", image: PNG }, {}],
			[
				"the AI SDK's file",
				{ type: "file", url: `data:image/png;base64,${PNG}`, mediaType: "image/png" },
				{},
			],
			["a picture as base64", { type: "image", data: PNG, mediaType: "image/png" }, {}],
		])(
			"%s reaches the model as a picture, now and in later runs",
			async (_, part, { url }: { url?: true }) => {
				const model = echo();
				const hf = await world.open([defineAgent({ id: "a", model })]);
				await hf.agents.run({ ...ref, input: [hi, part] });
				await hf.session(ref).history.append({ role: "user", content: [part] });
				await hf.agents.run({ ...ref, input: "And now?" });
				const data = url
					? { type: "url", url: new URL("https://x.test/a.png") }
					: { type: "data", data: PNG };
				const picture = { type: "file", mediaType: "image/png", data };
				const [first, second] = model.prompts.map((prompt) => prompt.filter(({ role }) => role === "user"));
				expect(first?.[0]?.content).toEqual([hi, picture]);
				expect(second?.map(({ content }) => content)).toEqual([
					[hi, picture],
					[picture],
					[{ type: "text", text: "And now?" }],
				]);
				expect((await hf.sessions.getMessages(ref))[0]?.content).toEqual([hi, part]);
			},
		);

		it("a part in the log that no model can get is named in the prompt", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model })]);
			const content = garbage<InputPart[]>([
				hi,
				{ type: "sticker", name: "cat" },
				{ type: "data-x", data: 1 },
			]);
			await hf.session(ref).history.append({ role: "user", content });
			await hf.agents.run({ ...ref, input: "And now?" });
			expect(model.prompts[0]?.find(({ role }) => role === "user")?.content).toEqual([
				hi,
				{ type: "text", text: '(a part of type "sticker" that cannot be shown)' },
			]);
		});

		it("a picture too large for the log is refused with advice, a smaller one counts a fixed number of tokens", async () => {
			const hf = await world.open([defineAgent({ id: "a", model: echo() })]);
			const picture = (length: number): InputPart[] => [
				{ type: "image", data: `${PNG.slice(0, 8)}${"A".repeat(length)}` },
			];
			const refused = await refusal(hf.agents.run({ ...ref, input: picture(1_200_000) }), "limit_exceeded");
			expect(refused.message).toContain("images and files as URLs");
			expect((await hf.sessions.list()).items).toEqual([]);
			const { recalled } = await hf.agents.run({ ...ref, input: picture(400_000) });
			expect(recalled.tokens.input).toBe(1_000);
			const next = await hf.agents.run({ ...ref, input: "And now?" });
			expect(next.recalled.tokens.history).toBeLessThan(1_100);
		});

		it("bytes of a picture that a tool gave are in no prompt", async () => {
			const model = echo();
			const hf = await world.open([defineAgent({ id: "a", model, tools: [look] })]);
			await hf.session(ref).history.append({ role: "user", content: "Look" });
			const output = [
				{ type: "text", text: "seen" },
				{ type: "image", data: "A".repeat(40_000), mimeType: "image/png" },
			];
			await hf.session(ref).append([
				{ kind: "tool_call", source: "agent", data: { toolCallId: "c", name: "look", input: {} } },
				{ kind: "tool_result", source: "tool", data: { toolCallId: "c", name: "look", output } },
			]);
			const { recalled } = await hf.agents.run({ ...ref, input: "And now?" });
			expect(recalled.tokens.history).toBeLessThan(200);
			const sent = JSON.stringify(model.prompts[0]);
			expect(sent).toContain("an attachment of type image/png");
			expect(sent).not.toContain("AAAA");
		});
	});
}
