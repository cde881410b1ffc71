import { z } from "zod";
import { count } from "../value.ts";

export const exportReport = z.object({
	sessions: count,
	events: count,
	bytes: count,
	file: z.string(),
	// With --all.
	users: count.optional(),
	facts: count.optional(),
});
