import { z } from "zod";
import { sessionMode } from "../event/index.ts";
import { patch } from "./patch.ts";
import { newSessionRef, onConflict } from "./session-ref.ts";
import { id, jsonObject, offset } from "./value.ts";

/** The URL can name the session instead. Other members are ignored, as in the library. */
export const sessionInit = z.object({
	...newSessionRef.shape,
	agentId: id.optional(),
	state: jsonObject.optional(),
	metadata: jsonObject.optional(),
	title: z.string({ error: "must be a string" }).optional(),
	mode: sessionMode.optional(),
});

export const sessionPatch = z.strictObject({
	metadata: patch.optional(),
	title: z.string({ error: "must be a string" }).nullable().optional(),
	mode: sessionMode.optional(),
	by: z.string().optional().meta({ description: "Who changes the mode" }),
});

export const sessionRekey = z.strictObject({
	to: z.object({ userId: id.optional(), sessionId: id.optional() }),
	onConflict,
});

export const sessionFork = z.strictObject({ offset, to: newSessionRef });

export const sessionEnd = z.strictObject({ wait: z.boolean().optional() });
