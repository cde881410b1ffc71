import { integer, number, sessionQuery, text, words } from "./query.ts";

export const eventListQuery = sessionQuery.extend({
	after: integer.optional().meta({ description: "Only events with a greater offset" }),
	before: integer.optional().meta({ description: "Only events with a smaller offset" }),
	last: integer
		.optional()
		.meta({ description: "Only the newest of them, in this number; returned oldest first" }),
	limit: integer
		.optional()
		.meta({ description: "Only the oldest of them, in this number; default 1,000, at most 10,000" }),
	kinds: words.optional(),
	sources: words.optional(),
	run: text.optional().meta({ description: "Only events of this run" }),
	wait: number
		.optional()
		.meta({ description: "If there are no events, wait up to this many seconds for one (at most 60)" }),
	asOf: integer.optional().meta({ description: "The session as it was when this offset was the newest" }),
});

export const eventStreamQuery = sessionQuery.extend({ after: integer.optional() });

export const messageListQuery = sessionQuery.extend({
	after: integer.optional().meta({ description: "Only messages with a greater offset" }),
	before: integer.optional().meta({ description: "Only messages with a smaller offset" }),
	last: integer
		.optional()
		.meta({ description: "Only the newest of them, in this number; returned oldest first" }),
	limit: integer
		.optional()
		.meta({ description: "Only the oldest of them, in this number; default 1,000, at most 10,000" }),
	asOf: integer.optional().meta({ description: "The session as it was when this offset was the newest" }),
});
