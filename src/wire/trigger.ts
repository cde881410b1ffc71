import { z } from "zod";
import { handover, runStatus, usage } from "./run.ts";
import { id, json, jsonObject } from "./value.ts";

export const triggerInput = z.strictObject({
	input: jsonObject.meta({ description: "Checked against the agent's input schema" }),
	runId: z
		.uuid({ error: "must be a UUID" })
		.optional()
		.meta({ description: "Id of the run, chosen by the caller to cancel it" }),
	sessionId: id.optional(),
	userId: id.optional(),
	callbackUrl: z.string().optional(),
	metadata: jsonObject.optional(),
	idempotencyKey: z.string().optional(),
	onLeave: z.enum(["continue", "cancel"]).optional(),
});

export const triggerResult = z
	.object({
		runId: z.string(),
		sessionId: id,
		status: runStatus,
		output: z.string().optional(),
		object: json.optional(),
		mode: z.literal("manual").optional(),
		handover: handover.optional(),
		usage: usage.optional(),
	})
	.meta({
		id: "TriggerResult",
		description: "The result of a trigger; `pending` if the callback receives it",
	});
