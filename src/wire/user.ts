import { z } from "zod";
import { patch } from "./patch.ts";
import { onConflict } from "./session-ref.ts";
import { id, jsonObject, moment } from "./value.ts";

export const user = z
	.object({
		userId: id,
		displayName: z.string().optional(),
		variables: jsonObject,
		metadata: jsonObject,
		createdAt: moment,
		updatedAt: moment,
	})
	.meta({ id: "User", description: "A person across conversations" });

/** Other members are ignored, as in the library. */
export const userInit = z.object({
	displayName: z.string({ error: "must be a string" }).nullable().optional(),
	variables: jsonObject.optional(),
	metadata: jsonObject.optional(),
});

export const userPatch = z.strictObject({
	displayName: z.string({ error: "must be a string" }).nullable().optional(),
	variables: patch.optional(),
	metadata: patch.optional(),
});

export const userFind = z.strictObject({
	metadata: jsonObject,
	limit: z.int().optional(),
	cursor: z.string().optional(),
});

export const userRekey = z.strictObject({ to: id, onConflict });

export const userRekeyed = z.object({ sessions: z.int() });
