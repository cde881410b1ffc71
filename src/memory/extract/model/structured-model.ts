import type { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { callModel, type Usage } from "../../../model/index.ts";

/** A request to a model that answers with JSON. */
export interface StructuredRequest {
	system: string;
	prompt: string;
	/** The schema of the answer. */
	schema: JSONSchema7;
	signal?: AbortSignal;
}

/** A model that answers with JSON. The answer may not match the schema, so callers must check it. */
export interface StructuredModel {
	readonly name: string;
	/** Rejects with `model_failed` if the call fails. */
	generate(request: StructuredRequest): Promise<StructuredAnswer>;
}

export interface StructuredAnswer {
	/** The parsed answer, or the text itself if it is not JSON. */
	value: unknown;
	usage: Pick<Usage, "inputTokens" | "outputTokens">;
}

/** Makes a language model of the AI SDK answer with JSON. */
export function structuredModel(model: LanguageModelV4): StructuredModel {
	return {
		name: `${model.provider}/${model.modelId}`,
		async generate({ system, prompt, schema, signal = new AbortController().signal }) {
			const step = await callModel({
				model: withJson(model, schema),
				prompt: [
					// Not every provider uses the schema, so the prompt contains it too.
					{
						role: "system",
						content: `${system}\n\nAnswer with JSON only, of this JSON schema:\n${JSON.stringify(schema)}`,
					},
					{ role: "user", content: [{ type: "text", text: prompt }] },
				],
				tools: [],
				toolChoice: "none",
				settings: {},
				signal,
			});
			return { value: parseJson(step.text), usage: step.usage };
		},
	};
}

/** The same model, asked for JSON at each call. */
function withJson(model: LanguageModelV4, schema: JSONSchema7): LanguageModelV4 {
	const asJson = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
		...options,
		responseFormat: { type: "json", schema },
	});
	// A method that the model lacks is omitted, so that the other one is used.
	return {
		specificationVersion: model.specificationVersion,
		provider: model.provider,
		modelId: model.modelId,
		supportedUrls: model.supportedUrls,
		...(typeof model.doGenerate === "function" && {
			doGenerate: (options: LanguageModelV4CallOptions) => model.doGenerate(asJson(options)),
		}),
		...(typeof model.doStream === "function" && {
			doStream: (options: LanguageModelV4CallOptions) => model.doStream(asJson(options)),
		}),
	} as LanguageModelV4;
}

/**
 * The JSON in a model's answer: the whole text, inside a code fence, or between other words. The text itself if
 * there is none.
 */
export function parseJson(text: string): unknown {
	const trimmed = text.trim();
	const fence = trimmed.indexOf("```");
	const fenced = fence < 0 ? "" : (trimmed.slice(fence + 3).split("```")[0] ?? "").replace(/^\w+\s/, "");
	const between = trimmed.slice(trimmed.indexOf("{"), trimmed.lastIndexOf("}") + 1);
	for (const candidate of [trimmed, fenced, between]) {
		try {
			if (candidate !== "") return JSON.parse(candidate) as unknown;
		} catch {
			// Try the next candidate.
		}
	}
	return text;
}
