import { z } from "zod";
import { count, id, offset } from "./value.ts";

const parts = z
	.record(z.string(), z.number())
	.meta({ description: "The parts of the score; their sum is the score" });

const wording = count.optional().meta({
	description: "Number of the wording that was used; `GET /v1/facts/{id}?wording=` returns it",
});

const pinned = z.literal(true).optional();

export const recalledFact = z.object({
	id: z.string(),
	wording,
	score: z.number(),
	parts: parts.optional(),
	pinned: pinned.meta({ description: "Part of every prompt" }),
});

export const recalledMessage = z.object({
	sessionId: id,
	offset,
	score: z.number().optional(),
	parts: parts.optional(),
});

export const passedOver = z.object({
	kind: z.enum(["fact", "message"]),
	id: z.string().optional().meta({ description: "Facts only" }),
	wording,
	pinned,
	sessionId: id.optional().meta({ description: "Messages only" }),
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
			description: "Excerpts of earlier messages; those without a score explain the one next to them",
		}),
		messages: z.array(recalledMessage).meta({ description: "The replayed messages" }),
		passedOver: z
			.array(passedOver)
			.optional()
			.meta({ description: "The best candidates that are not in the prompt" }),
		dropped: z.array(z.object({ reason: z.string(), count, from: offset, to: offset })),
		summarizedTo: offset.optional(),
		tokens: z.record(z.string(), count).meta({ description: "Estimated tokens of each part of the prompt" }),
	})
	.meta({
		id: "Recalled",
		description: "Which facts and messages went into the prompt, which did not, and why",
	});
