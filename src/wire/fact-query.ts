import { cursorQuery, flag, integer, memoryQuery, text } from "./query.ts";

export const factListQuery = memoryQuery.extend({
	status: text.optional().meta({ description: "`active` (default), `superseded`, `quarantined` or `all`" }),
	pinned: flag.optional(),
	scope: text
		.optional()
		.meta({ description: "Only facts shared by all users (`agent`), or only the user's (`user`)" }),
	sessionId: text.optional().meta({ description: "Instead: facts that belong to this session" }),
	fromSession: text.optional().meta({
		description: "Instead: facts that came from this session, and those that belong to it",
	}),
	...cursorQuery.shape,
});

export const factQuery = memoryQuery.extend({
	wording: integer
		.optional()
		.meta({ description: "Return the wording with this number, as in `recalled` of a run" }),
});
