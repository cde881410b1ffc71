import type { JSONSchema7 } from "@ai-sdk/provider";
import type { z } from "zod";
import { HoldfastError, parse } from "../../../error/index.ts";
import type { ExtractionCost } from "../extraction.ts";
import type { StructuredModel } from "./structured-model.ts";

export interface Question<S extends z.ZodType> {
	system: string;
	prompt: string;
	/** The JSON schema that the model receives. */
	schema: JSONSchema7;
	/** Checks the answer. */
	answer: S;
	signal?: AbortSignal | undefined;
	/** The cost of the calls is added to it. */
	cost?: ExtractionCost | undefined;
}

/**
 * Asks a model and checks its answer. If the answer does not match the schema, the model is asked once more and
 * told what was wrong. If the second answer does not match either, throws `model_failed`.
 */
export async function askModel<S extends z.ZodType>(
	model: StructuredModel,
	{ system, prompt, schema, answer, signal, cost }: Question<S>,
): Promise<z.output<S>> {
	let problem: HoldfastError | undefined;
	for (let attempt = 1; attempt <= 2; attempt++) {
		signal?.throwIfAborted();
		const given = await model.generate({
			system,
			prompt: problem ? `${prompt}\n\n${complaint(problem)}` : prompt,
			schema,
			...(signal && { signal }),
		});
		if (cost) {
			cost.calls += 1;
			cost.inputTokens += given.usage.inputTokens;
			cost.outputTokens += given.usage.outputTokens;
		}
		try {
			return check(answer, given.value);
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			problem = error;
		}
	}
	throw new HoldfastError(
		"model_failed",
		`model ${model.name}: the answer does not match the schema: ${problem?.message ?? ""}`,
		{ model: model.name, reason: "failed", attempts: 2 },
		{ cause: problem },
	);
}

function check<S extends z.ZodType>(answer: S, given: unknown): z.output<S> {
	if (typeof given === "string") throw new HoldfastError("invalid", "answer: must be JSON");
	return parse(answer, given, "answer");
}

/** The error message is quoted as data, because it may contain words of the conversation. */
function complaint({ message }: HoldfastError): string {
	return `Your last answer was refused: ${JSON.stringify(message)}. Answer again, with all of it, and mend that.`;
}
