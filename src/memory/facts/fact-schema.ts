import { z } from "zod";
import {
	factText,
	type JsonObject,
	jsonObject,
	jsonText,
	keyText,
	moment,
	sessionId,
	userId,
} from "../../event/index.ts";

const MAX_METADATA_BYTES = 16 * 1024;

const shareOfOne = z
	.number({ error: "must be a number from 0 to 1" })
	.min(0, { error: "must be from 0 to 1" })
	.max(1, { error: "must be from 0 to 1" });

/** Copied, so that later changes by the caller have no effect. */
const metadata = jsonObject
	.transform((value) => jsonText(value, "metadata"))
	.refine((text) => Buffer.byteLength(text) <= MAX_METADATA_BYTES, {
		error: `must have at most ${MAX_METADATA_BYTES} bytes`,
	})
	.transform((text) => JSON.parse(text) as JsonObject);

const kind = z.string({ error: "must be a string" }).min(1, { error: "must not be empty" }).max(64);

const eventRef = z.strictObject({
	sessionId,
	offset: z.int({ error: "must be an offset" }).min(0, { error: "must be 0 or more" }),
	userId: userId.optional(),
});

/** The fields of a new fact, except its content. */
export const newFactFields = {
	importance: shareOfOne.default(0.5),
	confidence: shareOfOne.default(1),
	pinned: z.boolean().default(false),
	kind: kind.default("other"),
	metadata: metadata.optional(),
	source: z
		.union([z.string().min(1).max(512), eventRef.transform((one) => [one]), z.array(eventRef).max(1_000)], {
			error: "must be a string, { sessionId, offset } or a list of { sessionId, offset }",
		})
		.optional(),
	trusted: z.boolean().default(true),
	validFrom: moment.optional(),
	validTo: moment.optional(),
};

/** The fields of a fact that can be changed. */
export const factPatch = z.strictObject({
	content: factText.optional(),
	importance: shareOfOne.optional(),
	confidence: shareOfOne.optional(),
	pinned: z.boolean().optional(),
	kind: kind.optional(),
	status: z.enum(["active", "superseded", "quarantined"]).optional(),
	contradictions: z.enum(["supersede", "keep"], { error: "must be supersede or keep" }).optional(),
	validFrom: moment.nullable().optional(),
	validTo: moment.nullable().optional(),
	metadata: metadata.optional(),
});

export const factId = keyText;
export { eventRef };
