import type { JSONSchema7 } from "@ai-sdk/provider";
import type { z } from "zod";
import { HoldfastError, parse } from "../../../error/index.ts";
import type { ExtractionCost } from "../extraction.ts";
import type { StructuredModel } from "./structured-model.ts";

export interface Question<S extends z.ZodType> {
	system: string;
	prompt: string;
	/** What the model is told. */
	schema: JSONSchema7;
	/** What its answer is checked with. */
	answer: S;
	signal?: AbortSignal | undefined;
	/** What the calls cost is added to it. */
	cost?: ExtractionCost | undefined;
}

/**
 * Asks a model and checks its answer. One that does not fit is asked for again, with what was wrong with it; after that
 * it is `model_failed`.
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
		`model ${model.name}: its answer does not fit: ${problem?.message ?? ""}`,
		{ model: model.name, reason: "failed", attempts: 2 },
		{ cause: problem },
	);
}

function check<S extends z.ZodType>(answer: S, given: unknown): z.output<S> {
	if (typeof given === "string") throw new HoldfastError("invalid", "answer: is no JSON");
	return parse(answer, given, "answer");
}

/** What was wrong is quoted as data: it may hold words of the lines. */
function complaint({ message }: HoldfastError): string {
	return `Your last answer was refused: ${JSON.stringify(message)}. Answer again, with all of it, and mend that.`;
}
