import { z } from "zod";
import { receipt } from "../receipt.ts";

const measured = z.object({
	what: z.string(),
	count: z.int(),
	perSecond: z.number(),
	medianMs: z.number(),
	p95Ms: z.number(),
	ratio: z.number().meta({ description: "How many times slower than the baseline" }),
});

export const benchReport = z.object({
	target: z.string(),
	agentId: z.string().meta({ description: "The temporary agent that the data was written under" }),
	items: z.array(measured).meta({ description: "The first item is the baseline" }),
	receipt: receipt.optional().meta({ description: "The deletion of the data; missing with --keep" }),
});
