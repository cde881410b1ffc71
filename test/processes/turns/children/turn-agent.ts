import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { z } from "zod";
import { type AgentDefinition, defineAgent, tool } from "../../../../src/index.ts";
import { type ScriptedModel, scriptedModel } from "../../../../src/testing/scripted-model.ts";

export const AGENT = "a";

/** What must never be found in the file. */
export const SECRET = "hush-7f3a91c4";

/** Called at each point of a run that a test may want to stop at. */
export type Reach = (point: string) => Promise<void>;

export const answerTo = (text: string): string => `answer to ${text}`;

/** The user's words that the model is to answer. */
function asked(prompt: LanguageModelV4Prompt): string {
	const message = prompt.findLast(({ role }) => role === "user");
	const part = message?.role === "user" ? message.content.at(-1) : undefined;
	return part?.type === "text" ? part.text : "";
}

/**
 * An agent that echoes, in two deltas. Words that begin with "look" make it use its tool first. It does not listen to
 * an abort: a run has to be stopped without its help.
 */
export function turnAgent(reach: Reach): { agent: AgentDefinition; model: ScriptedModel } {
	const model = scriptedModel(
		({ prompt }) => {
			const text = asked(prompt);
			const looked = prompt.at(-1)?.role === "tool";
			if (text.startsWith("look") && !looked) {
				return { before: () => reach("model"), toolCalls: [{ name: "look", input: { text } }] };
			}
			return {
				before: () => reach(looked ? "second model" : "model"),
				deltas: ["answer to ", text],
				between: (delta) => (delta === 1 ? reach("text") : undefined),
			};
		},
		{ ignoreAbort: true },
	);
	const look = tool({
		name: "look",
		description: "Looks.",
		input: z.object({ text: z.string() }),
		async execute({ text }, { state }) {
			state.set("looked", text);
			state.set("temp:tool", SECRET);
			await reach("tool");
			return `saw ${text}`;
		},
	});
	return { agent: defineAgent({ id: AGENT, model, tools: [look] }), model };
}
