import type { LanguageModelV4 } from "@ai-sdk/provider";

const usage = {
	inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: "stop" as const, raw: "stop" };

/** A model that takes no time: the measured time of a turn is that of the turn itself. */
export function instantModel(deltas: readonly string[] = ["Done."]): LanguageModelV4 {
	return {
		specificationVersion: "v4",
		provider: "bench",
		modelId: "instant",
		supportedUrls: {},
		doGenerate: async () => ({
			content: [{ type: "text", text: deltas.join("") }],
			finishReason,
			usage,
			warnings: [],
		}),
		doStream: async () => ({
			stream: new ReadableStream({
				start(controller) {
					controller.enqueue({ type: "stream-start", warnings: [] });
					controller.enqueue({ type: "text-start", id: "1" });
					for (const delta of deltas) controller.enqueue({ type: "text-delta", id: "1", delta });
					controller.enqueue({ type: "text-end", id: "1" });
					controller.enqueue({ type: "finish", finishReason, usage });
					controller.close();
				},
			}),
		}),
	};
}
