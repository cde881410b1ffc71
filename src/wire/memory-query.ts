import { memoryQuery, number, sessionQuery, text, words } from "./query.ts";

export const searchQuery = memoryQuery.extend({
	query: text.optional(),
	limit: number.optional(),
	threshold: number.optional(),
	include: words.optional(),
});

export const memoryDeleteQuery = sessionQuery.extend({ create: memoryQuery.shape.create });
