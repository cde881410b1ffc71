import { z } from "zod";
import { id, offset } from "./shapes.ts";

const count = z.int().min(0);
const parts = z
	.record(z.string(), z.number())
	.meta({ description: "What the score is made of; they add up to it" });
const wording = count.optional().meta({
	description: "The number of the words that the fact had; `GET /v1/facts/{id}?wording=` reads them",
});
const pinned = z.literal(true).optional();

export const recalledFact = z.object({
	id: z.string(),
	wording,
	score: z.number(),
	parts: parts.optional(),
	pinned: pinned.meta({ description: "It comes along in every run" }),
});

export const recalledMessage = z.object({
	sessionId: id,
	offset,
	score: z.number().optional(),
	parts: parts.optional(),
});

export const passedOver = z.object({
	kind: z.enum(["fact", "message"]),
	id: z.string().optional().meta({ description: "Of a fact" }),
	wording,
	pinned,
	sessionId: id.optional().meta({ description: "Of a message" }),
	offset: offset.optional(),
	score: z.number(),
	parts,
	reason: z.string().meta({ description: "budget, limit, …" }),
});

export const recalled = z
	.object({
		strategy: z.enum(["all", "relevant", "both", "none"]),
		method: z.enum(["hybrid", "keyword", "vector"]).optional(),
		facts: z.array(recalledFact),
		excerpts: z.array(recalledMessage).meta({
			description: "Lines of earlier conversations; those without a score explain another line",
		}),
		messages: z.array(recalledMessage).meta({ description: "What was replayed" }),
		passedOver: z
			.array(passedOver)
			.optional()
			.meta({ description: "The best of what was looked at and did not enter the prompt" }),
		dropped: z.array(z.object({ reason: z.string(), count, from: offset, to: offset })),
		summarizedTo: offset.optional(),
		tokens: z.record(z.string(), count).meta({ description: "By part of the prompt, as estimated" }),
	})
	.meta({ id: "Recalled", description: "What of the past entered the prompt, what did not and why" });
