import { z } from "zod";
import {
	type JsonObject,
	jsonObject,
	jsonText,
	keyText,
	moment,
	sessionId,
	userId,
} from "../../event/index.ts";

/** The longest content: a fact is a sentence or two, not a document. */
export const MAX_CONTENT = 4_000;
const MAX_METADATA_BYTES = 16 * 1024;

const shareOfOne = z
	.number({ error: "must be a number from 0 to 1" })
	.min(0, { error: "must be from 0 to 1" })
	.max(1, { error: "must be from 0 to 1" });

export const contentText = z
	.string({ error: "must be a text: what is to be remembered" })
	.refine((text) => text.trim() !== "", { error: "must not be empty" })
	.refine((text) => text.length <= MAX_CONTENT, {
		error: `must have at most ${MAX_CONTENT} characters; keep facts short, and documents elsewhere`,
	})
	.refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
		error: "must not contain NUL or a lone surrogate",
	});

/** Copied: what the caller does to it later is not meant for us. */
const metadata = jsonObject
	.transform((value) => jsonText(value, "metadata"))
	.refine((text) => Buffer.byteLength(text) <= MAX_METADATA_BYTES, {
		error: `must have at most ${MAX_METADATA_BYTES} bytes`,
	})
	.transform((text) => JSON.parse(text) as JsonObject);

const kind = z.string({ error: "must be a text" }).min(1, { error: "must not be empty" }).max(64);

const eventRef = z.strictObject({
	sessionId,
	offset: z.int({ error: "must be an offset" }).min(0, { error: "must be 0 or more" }),
	userId: userId.optional(),
});

/** What can be said of a new fact beside its content. */
export const newFactFields = {
	importance: shareOfOne.default(0.5),
	confidence: shareOfOne.default(1),
	pinned: z.boolean().default(false),
	kind: kind.default("other"),
	metadata: metadata.optional(),
	source: z
		.union([z.string().min(1).max(512), eventRef.transform((one) => [one]), z.array(eventRef).max(1_000)], {
			error: "must be a text, { sessionId, offset } or a list of those",
		})
		.optional(),
	trusted: z.boolean().default(true),
	validFrom: moment.optional(),
	validTo: moment.optional(),
};

/** What can be changed of a fact. */
export const factPatch = z.strictObject({
	content: contentText.optional(),
	importance: shareOfOne.optional(),
	confidence: shareOfOne.optional(),
	pinned: z.boolean().optional(),
	kind: kind.optional(),
	status: z.enum(["active", "superseded", "quarantined"]).optional(),
	validFrom: moment.nullable().optional(),
	validTo: moment.nullable().optional(),
	metadata: metadata.optional(),
});

export const factId = keyText;
export { eventRef };
