import type {
	LanguageModelV4,
	LanguageModelV4CallOptions,
	LanguageModelV4Content,
	LanguageModelV4FinishReason,
	LanguageModelV4StreamPart,
	LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { JsonObject } from "../event/index.ts";
import { chooseTool } from "./demo/choose-tool.ts";
import { fillAnswer } from "./demo/fill-answer.ts";
import { readPrompt } from "./demo/read-prompt.ts";
import { writeAnswer } from "./demo/write-answer.ts";
import { estimateMessage, estimateTokens } from "./estimate-tokens.ts";

/**
 * The built-in demo model: no key, no network, always the same answer to the same prompt. It finds answers in
 * the conversation and the user's variables, and calls a tool if one matches the question. Its text always
 * begins with the note that it is a demo. If an object is requested, it is filled from the user's words.
 */
export function demoModel(): LanguageModelV4 {
	return {
		specificationVersion: "v4",
		provider: "demo",
		modelId: "demo",
		supportedUrls: { "*/*": [/^https?:/] },
		async doGenerate(options) {
			options.abortSignal?.throwIfAborted();
			const { content, finishReason, usage } = answer(options);
			return { content: [content], finishReason, usage, warnings: [] };
		},
		async doStream(options) {
			options.abortSignal?.throwIfAborted();
			const parts = streamParts(answer(options));
			const stream = new ReadableStream<LanguageModelV4StreamPart>({
				pull(controller) {
					if (options.abortSignal?.aborted) return controller.error(options.abortSignal.reason);
					const { done, value } = parts.next();
					if (done) controller.close();
					else controller.enqueue(value);
				},
			});
			return { stream };
		},
	};
}

interface Answer {
	content: Extract<LanguageModelV4Content, { type: "text" | "tool-call" }>;
	finishReason: LanguageModelV4FinishReason;
	usage: LanguageModelV4Usage;
}

function answer({ prompt, tools = [], toolChoice, responseFormat }: LanguageModelV4CallOptions): Answer {
	if (responseFormat?.type === "json" && responseFormat.schema) {
		const text = JSON.stringify(fillAnswer(responseFormat.schema as JsonObject, prompt));
		return finished({ type: "text", text }, prompt);
	}
	const scene = readPrompt(prompt);
	const usable = toolChoice?.type === "none" ? [] : tools.filter((tool) => tool.type === "function");
	const { call, missing } = chooseTool(scene, usable);
	const content: Answer["content"] = call
		? {
				type: "tool-call",
				toolCallId: `demo_${scene.toolCalls + 1}`,
				toolName: call.name,
				input: JSON.stringify(call.input),
			}
		: { type: "text", text: writeAnswer(scene, missing) };
	return finished(content, prompt);
}

function finished(content: Answer["content"], prompt: LanguageModelV4CallOptions["prompt"]): Answer {
	const reason = content.type === "tool-call" ? "tool-calls" : "stop";
	const input = prompt.reduce((sum, message) => sum + estimateMessage(message), 0);
	const output = estimateTokens(content.type === "text" ? content.text : content.toolName + content.input);
	return {
		content,
		finishReason: { unified: reason, raw: reason },
		usage: {
			inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
			outputTokens: { total: output, text: output, reasoning: undefined },
		},
	};
}

/** The text is streamed word by word, like that of a real model. */
function* streamParts({ content, finishReason, usage }: Answer): Generator<LanguageModelV4StreamPart, void> {
	yield { type: "stream-start", warnings: [] };
	if (content.type === "tool-call") {
		yield content;
	} else {
		yield { type: "text-start", id: "0" };
		for (const delta of content.text.split(/(?<=\s)/)) yield { type: "text-delta", id: "0", delta };
		yield { type: "text-end", id: "0" };
	}
	yield { type: "finish", finishReason, usage };
}
