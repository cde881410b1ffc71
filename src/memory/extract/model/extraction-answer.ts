import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";
import { HoldfastError, parse } from "../../../error/index.ts";
import {
	EXTRACTION_KINDS,
	type Extraction,
	type ExtractionCost,
	type ExtractionKind,
	isPerson,
	type Line,
	RELATIONS,
	type Relation,
} from "../extraction.ts";
import { readDate } from "./read-date.ts";
import type { Reading } from "./reading.ts";

const LONGEST = 400;
const MOST_FACTS = 100;
const FIELDS = [
	"content",
	"kind",
	"importance",
	"confidence",
	"sources",
	"validFrom",
	"validTo",
	"corrects",
	"relation",
	"fact",
] as const;

/** Every field is required, because strict providers demand it. null means that there is no value. */
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
				required: [...FIELDS],
				properties: {
					content: { type: "string" },
					kind: { type: "string", enum: [...EXTRACTION_KINDS] },
					importance: { type: "number" },
					confidence: { type: "number" },
					sources: { type: "array", items: { type: "integer" } },
					validFrom: { type: ["string", "null"] },
					validTo: { type: ["string", "null"] },
					corrects: { type: ["string", "null"] },
					relation: { type: "string", enum: ["new", ...RELATIONS] },
					fact: { type: ["integer", "null"] },
				},
			},
		},
	},
};

/** 0.5 if the number is missing or out of range. */
const share = z.number().min(0).max(1).catch(0.5);
const factSchema = z.object({
	content: z.string().trim().min(3).max(LONGEST),
	kind: z.enum(EXTRACTION_KINDS).catch("other" satisfies ExtractionKind),
	importance: share,
	confidence: share,
	sources: z.array(z.int()).min(1),
	validFrom: z.unknown().optional(),
	validTo: z.unknown().optional(),
	corrects: z.string().trim().max(LONGEST).nullish().catch(null),
	relation: z.enum(RELATIONS).nullish().catch(null),
	fact: z.int().nullish().catch(null),
});

/**
 * The schema of a whole answer. Its facts are checked one by one, so an invalid fact does not affect the others. An
 * answer in which all facts are invalid is rejected.
 */
export function extractionAnswer({ lines }: Reading) {
	const numbers = new Set(lines.map(({ no }) => no));
	const citing = factSchema.refine(({ sources }) => sources.some((no) => numbers.has(no)), {
		path: ["sources"],
		message: "must be numbers of lines that were given",
	});
	return z.object({ facts: z.array(z.unknown()) }).superRefine(({ facts }, refused) => {
		const [first, ...rest] = facts.map((fact) => citing.safeParse(fact));
		if (!first?.error || rest.some(({ success }) => success)) return;
		for (const { message, path } of first.error.issues)
			refused.addIssue({ code: "custom", message, path: ["facts", 0, ...path] });
	});
}

/** The usable facts of an answer. Adds to `cost.dropped` why others are not used. */
export function readFacts(
	given: readonly unknown[],
	reading: Reading,
	cost: Pick<ExtractionCost, "dropped">,
): Extraction[] {
	const facts = given.slice(0, MOST_FACTS).flatMap((fact, index) => {
		try {
			return readFact(fact, reading, (what) => cost.dropped.push(`facts[${index}].${what}`)) ?? [];
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			cost.dropped.push(error.message.replace(/^fact\b/, `facts[${index}]`));
			return [];
		}
	});
	if (given.length > MOST_FACTS)
		cost.dropped.push(`facts: got ${given.length}; only the first ${MOST_FACTS} are used`);
	return facts;
}

/** Reads one fact. Its sources decide whether it is trusted. Undefined if no person said it in this window. */
function readFact(given: unknown, reading: Reading, drop: (what: string) => void): Extraction | undefined {
	const fact = parse(factSchema, given, "fact");
	const sources = new Set(fact.sources);
	const cited = reading.lines.filter(({ no }) => sources.has(no));
	if (cited.length < sources.size) {
		const message = "sources: must be numbers of lines that were given";
		if (cited.length === 0) throw new HoldfastError("invalid", `fact.${message}`);
		drop(message);
	}
	// All its sources are context, so it was found in the previous window.
	if (cited.every(({ context }) => context)) return undefined;
	const lines = cited.map(({ line }) => line);
	if (lines.every((line) => isOfAgent(line))) return undefined;
	const date = (field: "validFrom" | "validTo") => {
		const value = fact[field];
		if (value === null || value === undefined || value === "") return undefined;
		const found = readDate(value);
		if (!found) drop(`${field}: must be a date as YYYY, YYYY-MM or YYYY-MM-DD; the date was ignored`);
		return found;
	};
	const from = date("validFrom")?.start;
	const to = date("validTo")?.end;
	return {
		content: fact.content,
		kind: fact.kind,
		importance: fact.importance,
		confidence: fact.confidence,
		sources: [...new Set(lines.map(({ offset }) => offset))].sort((a, b) => a - b),
		...(from !== undefined && { validFrom: from }),
		// An interval that ends before it begins is invalid: the end is ignored.
		...(to !== undefined && (from === undefined || to > from) && { validTo: to }),
		...(fact.corrects && { corrects: fact.corrects }),
		// One tool line makes the fact untrusted: its text could have asked to be cited next to a user's line.
		trusted: lines.every((line) => line.trusted && (isPerson(line) || isOfAgent(line))),
		compared: { with: reading.known, ...relationOf(fact, reading, drop) },
	};
}

function relationOf(
	{ relation, fact }: { relation?: Relation | null | undefined; fact?: number | null | undefined },
	{ known }: Reading,
	drop: (what: string) => void,
): { relation?: { kind: Relation; to: string } } {
	if (!relation) return {};
	const to = fact ? known[fact - 1] : undefined;
	if (to !== undefined) return { relation: { kind: relation, to } };
	drop("fact: must be the number of a known fact; the relation was ignored");
	return {};
}

const isOfAgent = (line: Line): boolean =>
	line.role === "system" || (line.role === "assistant" && !isPerson(line));
