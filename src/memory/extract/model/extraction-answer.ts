import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";
import { EXTRACTION_KINDS, type Extraction, isPerson, type Line } from "../extraction.ts";
import type { WindowLine } from "./cut-windows.ts";

const LONGEST = 400;
const MOST_FACTS = 100;
const DAY = 86_400_000;

/** Every field is required, as strict providers want it; null stands for what is not there. */
export const EXTRACTION_SCHEMA: JSONSchema7 = {
	type: "object",
	additionalProperties: false,
	required: ["facts"],
	properties: {
		facts: {
			type: "array",
			items: {
				type: "object",
				additionalProperties: false,
				required: [
					"content",
					"kind",
					"importance",
					"confidence",
					"sources",
					"validFrom",
					"validTo",
					"corrects",
				],
				properties: {
					content: { type: "string" },
					kind: { type: "string", enum: [...EXTRACTION_KINDS] },
					importance: { type: "number" },
					confidence: { type: "number" },
					sources: { type: "array", items: { type: "integer" } },
					validFrom: { type: ["string", "null"] },
					validTo: { type: ["string", "null"] },
					corrects: { type: ["string", "null"] },
				},
			},
		},
	},
};

const share = z.number().min(0).max(1);
const statement = z.string().trim().min(3).max(LONGEST);
/** An empty text is a model's way to say null. */
const day = z
	.string()
	.regex(/^(?:\d{4}-\d{2}-\d{2})?$/, "must be a date as YYYY-MM-DD, or null")
	.refine((text) => text === "" || !Number.isNaN(Date.parse(text)), "must be a date that exists")
	.nullish();

/** What an answer must be that speaks of these lines. */
export function extractionAnswer(window: readonly WindowLine[]) {
	const offsets = new Set(window.map(({ line }) => line.offset));
	const source = z
		.int()
		.refine((offset) => offsets.has(offset), "must be the offset of a line that was given");
	const fact = z.object({
		content: statement,
		kind: z.enum(EXTRACTION_KINDS),
		importance: share,
		confidence: share,
		sources: z.array(source).min(1),
		validFrom: day,
		validTo: day,
		corrects: z.string().trim().max(LONGEST).nullish(),
	});
	return z.object({ facts: z.array(fact).max(MOST_FACTS) });
}

export type ModelFact = z.output<ReturnType<typeof extractionAnswer>>["facts"][number];

/** What a checked fact is worth by its sources; undefined if no one of the people said it in this window. */
export function toExtraction(fact: ModelFact, window: readonly WindowLine[]): Extraction | undefined {
	const sources = new Set(fact.sources);
	const cited = window.filter(({ line }) => sources.has(line.offset));
	// Without a new line it was found in the window before.
	if (cited.every(({ context }) => context)) return undefined;
	const lines = cited.map(({ line }) => line);
	if (lines.every((line) => isOfAgent(line))) return undefined;
	const from = fact.validFrom ? Date.parse(fact.validFrom) : undefined;
	const to = fact.validTo ? Date.parse(fact.validTo) + DAY : undefined;
	return {
		content: fact.content,
		kind: fact.kind,
		importance: fact.importance,
		confidence: fact.confidence,
		sources: [...sources].sort((a, b) => a - b),
		...(from !== undefined && { validFrom: from }),
		// An interval that ends before it begins says nothing.
		...(to !== undefined && (from === undefined || to > from) && { validTo: to }),
		...(fact.corrects && { corrects: fact.corrects }),
		// One line of a tool is enough: it could have asked to be cited beside the user's.
		trusted: lines.every((line) => line.trusted && (isPerson(line) || isOfAgent(line))),
	};
}

const isOfAgent = (line: Line): boolean =>
	line.role === "system" || (line.role === "assistant" && !isPerson(line));
