import type { Extraction, ExtractionCost, ExtractOptions, Extractor, Line } from "../extraction.ts";
import { askModel } from "./ask-model.ts";
import { cutWindows, type WindowLine } from "./cut-windows.ts";
import { EXTRACTION_SCHEMA, extractionAnswer, readFacts } from "./extraction-answer.ts";
import { extractionPrompt, extractionSystem, fittingFacts } from "./extraction-prompt.ts";
import { numberLines, splitPasted } from "./reading.ts";
import type { StructuredModel } from "./structured-model.ts";

export interface ModelExtractorOptions {
	/** How many tokens of lines a model call contains. Default 6,000. */
	tokenBudget?: number;
	/** Your own addition to the system prompt, e.g. which facts matter. */
	instructions?: string | undefined;
}

const DEFAULT_BUDGET = 6_000;
/** How many known facts are looked up for a line. */
const NEAREST = 8;

/**
 * An extractor that asks a model. It makes one call per window of lines; the answer also says how each fact relates
 * to the known ones. The lines are marked as data in the prompt. The source lines of a fact limit how far it is
 * trusted:
 *
 * - A fact with a source line from a tool, or from pasted text, is untrusted.
 * - A fact that only the agent said is dropped.
 *
 * Rejects with `model_failed` if two answers in a row are unusable, and with the signal's reason if it is aborted.
 */
export function modelExtractor(model: StructuredModel, options: ModelExtractorOptions = {}): Extractor {
	const { tokenBudget = DEFAULT_BUDGET, instructions } = options;
	const system = extractionSystem(instructions);
	return {
		name: `model:${model.name}`,
		async extract(lines, { cost = freshCost(), ...given } = {}) {
			const spoken = lines
				.filter(({ role, text }) => role !== "system" && text.trim() !== "")
				.flatMap(splitPasted);
			const found = new Map<string, Extraction>();
			for (const window of cutWindows(spoken, tokenBudget)) {
				if (!window.some(({ line, context }) => !context && mayState(line))) continue;
				const earlier = [...found.values()].filter(({ trusted }) => trusted).map(({ content }) => content);
				const known = await knownFor(window, earlier, given);
				const reading = { lines: numberLines(window), known };
				const { facts } = await askModel(model, {
					system,
					prompt: extractionPrompt(reading),
					schema: EXTRACTION_SCHEMA,
					answer: extractionAnswer(reading),
					signal: given.signal,
					cost,
				});
				for (const fact of readFacts(facts, reading, cost)) add(found, fact);
			}
			return [...found.values()];
		},
	};
}

export const freshCost = (): ExtractionCost => ({ calls: 0, inputTokens: 0, outputTokens: 0, dropped: [] });

/**
 * The facts that a window is compared with: those of earlier windows, those nearest to its lines, then recalled
 * ones.
 */
async function knownFor(
	window: readonly WindowLine[],
	earlier: readonly string[],
	{ known = [], nearest }: ExtractOptions,
): Promise<string[]> {
	const found: (readonly string[])[] = [];
	if (nearest) {
		for (const { line, text, context } of window) {
			if (!context && mayState(line)) found.push((await nearest(text)).slice(0, NEAREST));
		}
	}
	// The nearest facts of all lines come before the second nearest of any line.
	const byRank = Array.from({ length: NEAREST }, (_, rank) => found.flatMap((facts) => facts[rank] ?? []));
	return fittingFacts([...earlier, ...byRank.flat(), ...known]);
}

/** Lines of the agent alone contain no facts, so no model call is needed for them. */
const mayState = (line: Line): boolean => line.role !== "assistant" || line.speaker !== undefined;

/** The same sentence in two windows becomes one fact with the sources of both, unless only one of them is trusted. */
function add(found: Map<string, Extraction>, fact: Extraction): void {
	const key = `${fact.trusted} ${fact.content.toLowerCase()}`;
	const same = found.get(key);
	if (!same) {
		found.set(key, fact);
		return;
	}
	same.sources = [...new Set([...same.sources, ...fact.sources])].sort((a, b) => a - b);
}
