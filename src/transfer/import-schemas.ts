import { z } from "zod";
import {
	agentId,
	factText,
	jsonObject,
	keyText,
	labelText,
	MAX_OFFSETS,
	moment,
	sessionId,
	userId,
} from "../event/index.ts";

import { FACT_STATUSES } from "../store/ports/index.ts";
import { TENANT_FORMAT } from "./tenant-format.ts";

const offset = z.number().int().min(0).max(MAX_OFFSETS);
const ref = z.object({ agentId, userId: userId.optional(), sessionId });

export const header = z.object({
	type: z.literal("tenant"),
	format: z.literal(TENANT_FORMAT, {
		error: `must be "${TENANT_FORMAT}"; export with a matching version of Holdfast`,
	}),
});

export const agentMemory = z.object({ agentId, memory: z.unknown(), changedAt: moment });

export const user = z.object({
	userId,
	displayName: labelText.optional(),
	variables: jsonObject,
	metadata: jsonObject,
	createdAt: moment,
	updatedAt: moment,
});

export const state = z.object({ agentId, userId: userId.optional(), state: jsonObject });
export const moreState = z.object({ state: jsonObject });

export const sessionDetails = z.object({ consolidatedTo: offset, parent: ref.optional() });

export const facts = z
	.object({
		agentId: agentId.optional(),
		space: keyText.optional(),
		userId: userId.optional(),
		session: ref.optional(),
	})
	.refine(({ agentId, space }) => (agentId === undefined) !== (space === undefined), {
		error: "must have either `agentId` or `space`",
	})
	.refine(({ userId, session }) => userId === undefined || session === undefined, {
		error: "must not have both `userId` and `session`",
	});

const share = z.number().min(0).max(1);
const ms = z.number().int().min(-8_640_000_000_000_000).max(8_640_000_000_000_000);
const shortText = z.string().min(1).max(512);

/** The part of a fact that stores do not interpret, as far as this version reads it. */
const detail = z.looseObject({
	kind: z.string().min(1).max(64).optional(),
	origin: z.enum(["written", "extracted"]).optional(),
	extractor: shortText.optional(),
	trusted: z.boolean().optional(),
	edited: z.boolean().optional(),
	wording: z.int().min(0).optional(),
	observedAt: ms.optional(),
	validFrom: ms.optional(),
	validTo: ms.optional(),
	supersededBy: keyText.optional(),
	related: z.array(keyText).optional(),
	redacted: z.array(z.string()).optional(),
	source: shortText.optional(),
	metadata: jsonObject.optional(),
});

const change = z.object({
	at: moment,
	body: z.looseObject({ change: shortText, next: z.array(z.looseObject({ change: shortText })).optional() }),
});

export const fact = z.object({
	type: z.literal("fact"),
	id: keyText,
	agentId,
	floating: z.boolean(),
	content: factText,
	status: z.enum(FACT_STATUSES),
	importance: share,
	confidence: share,
	pinned: z.boolean(),
	createdAt: moment,
	updatedAt: moment,
	detail,
	sources: z.array(ref.extend({ offset })),
	history: z.array(change),
});
