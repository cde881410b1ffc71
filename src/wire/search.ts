import { z } from "zod";
import { factEvent, ownerFields } from "./fact.ts";
import { id, jsonObject, moment, share } from "./value.ts";

const searchFields = {
	query: z.string({ error: "must be a string: what to search for" }),
	limit: z.int().min(1).max(100).optional(),
	threshold: z.number().optional(),
	include: z.array(z.enum(["facts", "messages"])).optional(),
	filter: z
		.strictObject({
			from: moment.optional(),
			to: moment.optional(),
			sessionId: id.optional(),
			importance: share.optional(),
			metadata: jsonObject.optional(),
		})
		.optional(),
};

export const search = z.strictObject(searchFields);

export const memorySearch = z.strictObject({ ...ownerFields, ...searchFields });

const hit = z
	.object({
		kind: z.enum(["fact", "message"]),
		id: z.string(),
		content: z.string(),
		score: z.number(),
		parts: z
			.record(z.string(), z.number())
			.meta({ description: "The parts of the score; their sum is the score" }),
		sources: z.array(factEvent),
		at: moment,
		role: z.string().optional(),
		displayName: z.string().optional(),
		importance: share.optional(),
		confidence: share.optional(),
	})
	.meta({ id: "Hit", description: "One result of a search" });

export const searchResult = z
	.object({
		hits: z.array(hit).meta({ description: "Best first" }),
		method: z.enum(["hybrid", "keyword", "vector"]),
		latencyMs: z.number(),
	})
	.meta({ id: "SearchResult" });
