import { z } from "zod";
import { cursorQuery, flag, integer, sessionQuery, text } from "./query.ts";

export const sessionListQuery = z.strictObject({
	...sessionQuery.shape,
	...cursorQuery.shape,
	noUser: flag.optional().meta({ description: "Only sessions without a user" }),
	sessionId: text.optional().meta({ description: "Sessions with this id, of any agent and user" }),
	externalId: text.optional(),
	mode: text.optional(),
	ended: flag.optional(),
	order: text.optional().meta({ description: "`created` (default) or `updated`, newest first" }),
});

export const sessionDeleteQuery = sessionQuery.extend({
	forget: flag.optional().meta({ description: "Also delete facts that have no other source" }),
});

export const sessionFindQuery = z.strictObject({ externalId: text.optional(), agent: text.optional() });

export const unsubscribeQuery = z.strictObject({
	...sessionQuery.shape,
	url: text.optional().meta({ description: "The URL, as it was subscribed" }),
});

export const sessionPageQuery = z.strictObject({ ...sessionQuery.shape, ...cursorQuery.shape });

export const stateQuery = sessionQuery.extend({
	asOf: integer.optional().meta({ description: "The session's own keys when this offset was the newest" }),
});

export const rewindQuery = sessionQuery.extend({ offset: integer.optional(), last: integer.optional() });
