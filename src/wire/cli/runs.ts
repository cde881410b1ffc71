import { z } from "zod";
import { passedOver, recalled, recalledFact, recalledMessage } from "../recalled.ts";
import { run } from "../run.ts";

const words = {
	content: z.string().optional(),
	current: z.string().optional().meta({ description: "The current text, if the fact was changed since" }),
};

const text = { from: z.string().optional(), content: z.string().optional() };

/** What a run recalled, with the texts of facts and messages. */
export const explained = recalled
	.extend({
		facts: z.array(recalledFact.extend(words)),
		excerpts: z.array(recalledMessage.extend(text)),
		messages: z.array(recalledMessage.extend(text)),
		passedOver: z.array(passedOver.extend({ ...text, ...words })).optional(),
	})
	.meta({ id: "Explained", description: "What a run recalled. Entries without content were deleted since" });

export const explainedRun = run.omit({ recalled: true }).extend({ recalled: explained.optional() });
