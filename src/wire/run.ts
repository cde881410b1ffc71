import { z } from "zod";
import { RUN_STATUSES } from "../store/ports/index.ts";
import { content } from "./content.ts";
import { event } from "./event.ts";
import { recalled } from "./recalled.ts";
import { id, json, jsonObject, moment } from "./value.ts";

export const runStatus = z.enum(RUN_STATUSES);

export const usage = jsonObject.meta({ description: "Tokens: inputTokens, outputTokens, …" });

/** Used in headers and URLs. */
const uuid = z.uuid({ error: "must be a UUID" });

export const runInput = z.strictObject({
	input: content.meta({ description: "Input of the user" }),
	sessionId: id.optional().meta({ description: "Without it, a session is created and returned" }),
	generatedSessionId: uuid.optional().meta({
		description: "Id for the session that is created if there is no `sessionId`, so that the caller knows it",
	}),
	runId: uuid
		.optional()
		.meta({ description: "Id of the run, chosen by the caller to resume its stream or to cancel it" }),
	userId: id.optional(),
	state: jsonObject.optional().meta({ description: "State to set; `temp:` keys exist only during the run" }),
	metadata: jsonObject.optional().meta({ description: "Stored with the run's messages; no prompt shows it" }),
	memory: jsonObject.optional().meta({ description: "Memory settings for this run" }),
	onBusy: z.enum(["queue", "replace", "reject"]).optional(),
	idempotencyKey: z.string().optional().meta({ description: "Same as the header `Idempotency-Key`" }),
	onLeave: z
		.enum(["continue", "cancel"])
		.optional()
		.meta({ description: "What happens to the run when the caller disconnects. Default `continue`" }),
});

export const handover = z.object({ reason: z.string().optional(), by: z.string().optional() }).meta({
	id: "Handover",
	description: "Why a human took over during the run, and who decided it",
});

export const runResult = z
	.object({
		runId: z.string(),
		sessionId: id,
		status: runStatus,
		output: z.string(),
		object: json.optional(),
		mode: z.literal("manual").optional(),
		handover: handover.optional(),
		usage,
		events: z.array(event),
		recalled: recalled.optional(),
	})
	.meta({ id: "RunResult", description: "The result of a run" });

export const run = z
	.object({
		id: z.string(),
		agentId: id,
		sessionId: id,
		userId: id.optional(),
		status: runStatus,
		input: content.optional(),
		output: z.string().optional(),
		usage: usage.optional(),
		error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
		parentRunId: z.string().optional(),
		rootRunId: z.string().optional(),
		model: z.string().optional(),
		recalled: recalled.optional(),
		mode: z.literal("manual").optional(),
		handover: handover.optional(),
		createdAt: moment,
		startedAt: moment.optional(),
		endedAt: moment.optional(),
	})
	.meta({ id: "Run", description: "A run" });

export const runEvent = z
	.looseObject({
		seq: z.int().min(0),
		type: z.enum(["text-delta", "tool-call", "tool-result", "reply", "step", "finish", "error"]),
	})
	.meta({ id: "RunEvent", description: "One event of a streamed run" });
