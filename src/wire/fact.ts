import { z } from "zod";
import { factText, MAX_FACT_TEXT } from "../event/index.ts";
import { FACT_STATUSES } from "../store/ports/index.ts";
import { sessionRef } from "./session-ref.ts";
import { id, jsonObject, moment, offset, share } from "./value.ts";

export const factEvent = z
	.strictObject({ sessionId: id, offset, userId: id.optional() })
	.meta({ id: "FactEvent", description: "An event of a session" });

export const fact = z
	.object({
		id: z.string(),
		content: z.string(),
		current: z
			.string()
			.optional()
			.meta({ description: "The current wording, if `wording` returned another one" }),
		scope: z.enum(["agent", "user", "session"]),
		agentId: id,
		userId: id.optional(),
		sessionId: id.optional(),
		space: z.string().optional(),
		kind: z.string(),
		status: z.enum(FACT_STATUSES),
		importance: share,
		confidence: share,
		pinned: z.boolean(),
		origin: z.enum(["written", "extracted"]),
		extractor: z.string().optional(),
		sources: z.array(z.object({ ...sessionRef.shape, offset })),
		source: z.string().optional(),
		validFrom: moment.optional(),
		validTo: moment.optional(),
		supersededBy: z.string().optional(),
		related: z.array(z.string()),
		redacted: z.array(z.string()).optional(),
		metadata: jsonObject.optional(),
		createdAt: moment,
		updatedAt: moment,
	})
	.meta({ id: "Fact", description: "A long-term statement, with its sources" });

const factContent = factText.meta({ maxLength: MAX_FACT_TEXT });

const factFields = {
	importance: share.optional(),
	confidence: share.optional(),
	pinned: z.boolean().optional(),
	kind: z.string().max(64).optional(),
	metadata: jsonObject.optional(),
};

const newFactFields = {
	content: factContent,
	...factFields,
	source: z.union([z.string(), factEvent, z.array(factEvent)]).optional(),
	trusted: z.boolean().optional(),
	validFrom: moment.optional(),
	validTo: moment.optional(),
};

export const newFact = z.strictObject(newFactFields);

/** The owner, if it is in the body. */
export const ownerFields = {
	agentId: id.optional(),
	userId: id.optional(),
	everybody: z.boolean().optional(),
};

/** One fact, or several. */
export const newFacts = z.strictObject({
	...ownerFields,
	...newFactFields,
	content: newFactFields.content.optional(),
	facts: z.array(z.union([z.string(), newFact])).optional(),
});

export const factPatch = z.strictObject({
	content: factContent.optional(),
	...factFields,
	status: z.enum(FACT_STATUSES).optional(),
	contradictions: z.enum(["supersede", "keep"], { error: "must be supersede or keep" }).optional().meta({
		description:
			"With status `active`: supersede the active facts that it contradicts (`supersede`, default), or keep both",
	}),
	validFrom: moment.nullable().optional(),
	validTo: moment.nullable().optional(),
});

export const factChange = z.looseObject({ at: moment, change: z.string() }).meta({ id: "FactChange" });

export const contradiction = z
	.object({ fact, reason: z.string() })
	.meta({ id: "Contradiction", description: "A contradicting fact, and the reason" });

export const writtenFact = z.object({ id: z.string() });

export const writtenFacts = z.union([writtenFact, z.object({ ids: z.array(z.string()) })]);
