import { z } from "zod";
import { memorySettings } from "../../agent/agent-fields.ts";
import { RUN_STATUSES } from "../../store/ports/index.ts";
import { content, event, id, json, jsonObject, moment } from "./shapes.ts";
import { recalled } from "./shapes-recalled.ts";

const status = z.enum(RUN_STATUSES);
const usage = jsonObject.meta({ description: "Tokens: inputTokens, outputTokens, …" });

export const agent = z
	.object({
		id,
		description: z.string().optional(),
		model: z.string(),
		instructions: z.string().optional(),
		memory: z.union([jsonObject, z.literal(false)]).meta({ description: "The settings that hold now" }),
		definedMemory: z
			.union([jsonObject, z.literal(false)])
			.optional()
			.meta({ description: "Those of the definition, while others stand in for them" }),
		memoryChangedAt: moment.optional(),
		tools: z.array(z.object({ name: z.string(), description: z.string(), allow: z.string().optional() })),
		agents: z.array(z.string()),
		file: z.string().optional(),
	})
	.meta({ id: "Agent", description: "What an agent is" });

export const memoryInput = z.strictObject({
	memory: memorySettings().meta({
		description: "What they leave open the definition says; false: no memory",
	}),
});

export const runInput = z.strictObject({
	input: content.meta({ description: "What the user says" }),
	sessionId: id.optional().meta({ description: "Without one a session is made, and named in the answer" }),
	generatedSessionId: z.uuid().optional().meta({
		description: "The id of the session that is made where none is named: the caller knows it then",
	}),
	runId: z
		.uuid()
		.optional()
		.meta({ description: "The id of the run, chosen by the caller to take up its stream, or to cancel it" }),
	userId: id.optional(),
	state: jsonObject.optional().meta({ description: "State to set; `temp:` keys live as long as the run" }),
	metadata: jsonObject
		.optional()
		.meta({ description: "Kept on the run's message events; never in a prompt" }),
	memory: jsonObject.optional().meta({ description: "Settings of the agent's memory for this run" }),
	onBusy: z.enum(["queue", "replace", "reject"]).optional(),
	idempotencyKey: z.string().optional().meta({ description: "As the header `Idempotency-Key`" }),
	onLeave: z
		.enum(["continue", "cancel"])
		.optional()
		.meta({ description: "What happens to the run when the caller leaves. Default: it goes on" }),
});

const handover = z.object({ reason: z.string().optional(), by: z.string().optional() }).meta({
	id: "Handover",
	description: "Why a human took the conversation during a run, and who decided it",
});

export const runResult = z
	.object({
		runId: z.string(),
		sessionId: id,
		status,
		output: z.string(),
		object: json.optional(),
		mode: z.literal("manual").optional(),
		handover: handover.optional(),
		usage,
		events: z.array(event),
		recalled: recalled.optional(),
	})
	.meta({ id: "RunResult", description: "What came of a run" });

export const run = z
	.object({
		id: z.string(),
		agentId: id,
		sessionId: id,
		userId: id.optional(),
		status,
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
	.meta({ id: "Run", description: "A run, as it stands" });

export const runEvent = z
	.looseObject({
		seq: z.int().min(0),
		type: z.enum(["text-delta", "tool-call", "tool-result", "reply", "step", "finish", "error"]),
	})
	.meta({ id: "RunEvent", description: "One step of a run as it is streamed" });

export const span = z
	.object({
		id: z.string(),
		runId: z.string(),
		parentId: z.string().optional(),
		kind: z.string(),
		name: z.string(),
		startedAt: moment,
		endedAt: moment.meta({ description: "Of one that is running: the time at which it was asked for" }),
		durationMs: z.number(),
		status: z.enum(["ok", "error", "running"]),
		error: z.string().optional(),
		attributes: jsonObject,
	})
	.meta({ id: "Span", description: "One timed piece of a run's work" });

export const triggerInput = z.strictObject({
	input: jsonObject.meta({ description: "As the agent's input schema says" }),
	runId: z.uuid().optional().meta({ description: "The id of the run, chosen by the caller to cancel it" }),
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
		status,
		output: z.string().optional(),
		object: json.optional(),
		mode: z.literal("manual").optional(),
		handover: handover.optional(),
		usage: usage.optional(),
	})
	.meta({
		id: "TriggerResult",
		description: "What came of a triggered run; `pending` where a callback tells it",
	});
