import { createOpenAI } from "@ai-sdk/openai";
import { UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { holdfast, type InputPart } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { startOpenAiServer } from "../model/openai-server.ts";

const session = { agentId: "a", sessionId: "s" };
const zip: InputPart = { type: "file", data: "UEsDBA==", mediaType: "application/zip", filename: "all.zip" };

const hasFile = (prompt: unknown): boolean => JSON.stringify(prompt).includes('"type":"file"');

/** ME6: what was sent once must not end the conversation. */
describe("attachments that a provider does not take (ME6)", () => {
	it("fail the run that brings them; later ones go on with a word about them", async () => {
		const server = await startOpenAiServer({ script: () => "Fine." });
		const model = createOpenAI({ baseURL: server.baseURL, apiKey: "test" }).chat("gpt-test");
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		const input: InputPart[] = [{ type: "text", text: "Look at this" }, zip];
		await expect(hf.agents.run({ ...session, input })).rejects.toMatchObject({ code: "model_failed" });
		expect((await hf.agents.run({ ...session, input: "And now?" })).output).toBe("Fine.");
		const sent = JSON.stringify(server.requests.at(-1)?.body);
		expect(sent).toContain("Look at this");
		expect(sent).toContain("all.zip");
		await server.close();
	});

	it("a request that is refused with them is tried once without", async () => {
		const refused = Object.assign(new Error("could not download the image"), { statusCode: 400 });
		const model = scriptedModel(({ prompt, index }) =>
			index > 0 && hasFile(prompt) ? { error: refused } : "seen",
		);
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		await hf.agents.run({ ...session, input: [{ type: "image", url: "https://x.example/cat.png" }] });
		expect((await hf.agents.run({ ...session, input: "And now?" })).output).toBe("seen");
		expect(model.prompts.map(hasFile)).toEqual([true, true, false]);
		expect(JSON.stringify(model.prompts[0])).toContain("image/png");
	});

	it("the run's own are never left out, and without any the failure is told", async () => {
		const model = scriptedModel(() => ({
			error: new UnsupportedFunctionalityError({ functionality: "files" }),
		}));
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		await expect(hf.agents.run({ ...session, input: [zip] })).rejects.toMatchObject({ code: "model_failed" });
		await expect(hf.agents.run({ ...session, sessionId: "t", input: "x" })).rejects.toMatchObject({
			code: "model_failed",
		});
		const [withFile, without] = [model.prompts.filter(hasFile), model.prompts.filter((one) => !hasFile(one))];
		expect(withFile).not.toHaveLength(0);
		// As often as any model that cannot do what it is asked: once each way.
		expect(without).toHaveLength(withFile.length);
	});
});
