import { z } from "zod";
import { id, moment } from "./value.ts";

export const sweepOptions = z.strictObject({ now: moment.optional() });

export const sweepReport = z.object({
	sessions: z.int().meta({ description: "Sessions that lost events" }),
	events: z.int(),
	unread: z.int().meta({
		description: "Sessions that keep old events until consolidation has read them; they are queued for it",
	}),
	runs: z.int().meta({ description: "Runs that were closed because their process died" }),
});

export const eraseScope = z.strictObject({ agentId: id.optional(), everything: z.literal(true).optional() });

export const reembedReport = z.object({ facts: z.int() });
