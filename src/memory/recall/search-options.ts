import { z } from "zod";
import { parse } from "../../error/index.ts";
import { type JsonObject, jsonObject, jsonText, moment, sessionId } from "../../event/index.ts";
import type { SearchKind, SearchOptions } from "../../session/index.ts";

export const MAX_HITS = 100;
/** A longer query is rejected: it is a document, not a question. */
const MAX_QUERY = 32_000;

const WHOLE = `must be a whole number from 1 to ${MAX_HITS}`;

const querySchema = z
	.string({ error: "must be a string: what to search for" })
	.max(MAX_QUERY, { error: `must have at most ${MAX_QUERY} characters` });

const optionsSchema = z.strictObject({
	limit: z.int({ error: WHOLE }).min(1, { error: WHOLE }).max(MAX_HITS, { error: WHOLE }).default(5),
	threshold: z.number({ error: "must be a number" }).optional(),
	include: z
		.array(z.enum(["facts", "messages"], { error: 'must be "facts" or "messages"' }))
		.min(1, { error: 'must contain "facts", "messages" or both' })
		.optional(),
	filter: z
		.strictObject({
			from: moment.optional(),
			to: moment.optional(),
			sessionId: sessionId.optional(),
			importance: z.number().min(0).max(1).optional(),
			metadata: jsonObject
				.transform((value) => JSON.parse(jsonText(value, "filter.metadata")) as JsonObject)
				.optional(),
		})
		.optional(),
	signal: z
		.custom<AbortSignal>((value) => value instanceof AbortSignal, { error: "must be an AbortSignal" })
		.optional(),
});

export type ParsedSearch = z.output<typeof optionsSchema> & { query: string; include: SearchKind[] };

export function parseSearch(
	query: string,
	options: SearchOptions | undefined,
	include: SearchKind[],
): ParsedSearch {
	const parsed = parse(optionsSchema, options ?? {}, "search options");
	return { ...parsed, query: parse(querySchema, query, "query"), include: parsed.include ?? include };
}
