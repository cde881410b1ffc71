import { z } from "zod";
import { count, moment } from "./value.ts";

export const sessionConsolidation = z
	.object({
		at: moment,
		from: count.meta({ description: "The first offset that was read" }),
		to: count.meta({ description: "The offset after the last one that was read" }),
		extractor: z.string(),
		statements: count.meta({ description: "Extracted statements, before comparing them with known facts" }),
		ms: count,
		calls: count.meta({ description: "Number of model calls" }),
		inputTokens: count,
		outputTokens: count,
		dropped: z.array(z.string()).meta({ description: "Why parts of the model's output were dropped" }),
	})
	.meta({ id: "SessionConsolidation", description: "What one consolidation of a session read and cost" });
