import type { Extraction, ExtractOptions, Extractor, Line } from "../extraction.ts";
import { askModel } from "./ask-model.ts";
import { cutWindows, type WindowLine } from "./cut-windows.ts";
import { EXTRACTION_SCHEMA, extractionAnswer, toExtraction } from "./extraction-answer.ts";
import { EXTRACTION_SYSTEM, extractionPrompt } from "./extraction-prompt.ts";
import type { StructuredModel } from "./structured-model.ts";

export interface ModelExtractorOptions {
	/** How many tokens of lines a model reads at once. Default: 6,000. */
	tokenBudget?: number;
}

const DEFAULT_BUDGET = 6_000;

/**
 * An extractor that asks a model. What it reads is marked as data, and its answer is believed only as far as the lines
 * that it names allow: a fact that rests on tools or untrusted text is untrusted, one that only the agent said is dropped.
 *
 * Rejects with `model_failed` if an answer does not fit twice, or with the signal's reason.
 */
export function modelExtractor(model: StructuredModel, options: ModelExtractorOptions = {}): Extractor {
	const { tokenBudget = DEFAULT_BUDGET } = options;
	return {
		name: `model:${model.name}`,
		async extract(lines, { signal, known } = {}) {
			const spoken = lines.filter(({ role, text }) => role !== "system" && text.trim() !== "");
			const found = new Map<string, Extraction>();
			for (const window of cutWindows(spoken, tokenBudget)) {
				for (const fact of await readWindow(model, window, {
					...(signal && { signal }),
					...(known && { known }),
				})) {
					add(found, fact);
				}
			}
			return [...found.values()];
		},
	};
}

async function readWindow(
	model: StructuredModel,
	window: readonly WindowLine[],
	{ signal, known }: ExtractOptions,
): Promise<Extraction[]> {
	if (!window.some(({ line, context }) => !context && mayState(line))) return [];
	const { facts } = await askModel(model, {
		system: EXTRACTION_SYSTEM,
		prompt: extractionPrompt(window, known),
		schema: EXTRACTION_SCHEMA,
		answer: extractionAnswer(window),
		signal,
	});
	return facts.flatMap((fact) => toExtraction(fact, window) ?? []);
}

/** An agent that talks to itself needs no model to read it. */
const mayState = (line: Line): boolean => line.role !== "assistant" || line.speaker !== undefined;

/** The same sentence of two windows is one fact with the sources of both, unless only one of them is to be trusted. */
function add(found: Map<string, Extraction>, fact: Extraction): void {
	const key = `${fact.trusted} ${fact.content.toLowerCase()}`;
	const same = found.get(key);
	if (!same) {
		found.set(key, fact);
		return;
	}
	same.sources = [...new Set([...same.sources, ...fact.sources])].sort((a, b) => a - b);
}
