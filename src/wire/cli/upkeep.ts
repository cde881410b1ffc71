import { z } from "zod";
import { count } from "../value.ts";

export const compacted = z.object({ compacted: z.literal(true) });

export const reembedded = z.object({ facts: z.int().min(0) });

export const swept = z.object({
	sessions: count.meta({ description: "Sessions with deleted events" }),
	events: count,
	unread: count.meta({
		description: "Sessions that keep old events until consolidation, which is queued, has read them",
	}),
	runs: count.meta({ description: "Runs that were closed because their process died" }),
});
