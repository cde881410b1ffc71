import type {
	LanguageModelV4,
	LanguageModelV4GenerateResult,
	LanguageModelV4StreamPart,
	LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { CallModelOptions, ModelCall } from "../../src/model/index.ts";

/** A call with everything that a test does not care about. */
export function modelCall(model: LanguageModelV4, given: Partial<ModelCall> = {}): ModelCall {
	return {
		model,
		prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
		tools: [],
		toolChoice: "auto",
		settings: {},
		signal: new AbortController().signal,
		...given,
	};
}

/** Records the waits instead of waiting. */
export function noDelay(): CallModelOptions & { waits: number[] } {
	const waits: number[] = [];
	return {
		waits,
		random: () => 1,
		delay: async (ms) => {
			waits.push(ms);
		},
	};
}

/** Something a test can wait for, or let another wait for. */
export interface Gate {
	readonly opened: Promise<void>;
	open(): void;
}

export function gate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve };
}

export const noUsage: LanguageModelV4Usage = {
	inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
	outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

export const finish: LanguageModelV4StreamPart = {
	type: "finish",
	usage: noUsage,
	finishReason: { unified: "stop", raw: "stop" },
};

/** The attempts of a model, each the parts of a stream or the error it fails with. */
export function streamingModel(
	...attempts: (readonly LanguageModelV4StreamPart[] | Error)[]
): LanguageModelV4 {
	return bareModel({
		doStream: async () => {
			const next = attempts.shift();
			if (next === undefined) throw new Error("one call too many");
			if (next instanceof Error) throw next;
			return { stream: ReadableStream.from(next) as ReadableStream<LanguageModelV4StreamPart> };
		},
	});
}

export function generatingModel(result: Partial<LanguageModelV4GenerateResult>): LanguageModelV4 {
	return bareModel({
		doGenerate: async () => ({
			content: [],
			finishReason: { unified: "stop", raw: "stop" },
			usage: noUsage,
			warnings: [],
			...result,
		}),
	});
}

/** A model with these methods and no others. */
export function bareModel(given: Partial<LanguageModelV4>): LanguageModelV4 {
	const bare = {
		specificationVersion: "v4",
		provider: "openai.chat",
		modelId: "gpt-x",
		supportedUrls: {},
		...given,
	};
	return bare as LanguageModelV4;
}

export const text = (delta: string): LanguageModelV4StreamPart => ({ type: "text-delta", id: "0", delta });
