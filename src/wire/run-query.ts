import { z } from "zod";
import { cursorQuery, integer, text, words } from "./query.ts";

export const runListQuery = z.strictObject({
	agent: text.optional(),
	user: text.optional(),
	session: text.optional(),
	rootRunId: text.optional(),
	status: words.optional(),
	...cursorQuery.shape,
});

export const runStreamQuery = z.strictObject({ after: integer.optional() });
