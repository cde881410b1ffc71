import { z } from "zod";
import { parse } from "../../error/index.ts";
import {
	agentId,
	type Json,
	type JsonObject,
	jsonObject,
	jsonText,
	keyText,
	sessionId,
	userId,
} from "../../event/index.ts";
import type { Usage } from "../../model/index.ts";
import type { RunStatus } from "../../store/ports/index.ts";
import type { Handover } from "../handover.ts";
import { withoutStamps } from "../run-input.ts";

/** What an agent is to do on its own. */
export interface TriggerInput {
	agentId: string;
	/** Checked against the agent's `input`. It is the run's message, as JSON, and `{{input.x}}` in a routine. */
	input: Record<string, Json>;
	/**
	 * With a session or a user everything is kept. Without, a user and a session are made for this run alone, and deleted
	 * after it.
	 */
	sessionId?: string | undefined;
	userId?: string | undefined;
	/** Where the outcome is sent, signed as webhooks are. The trigger then resolves at once, as `pending`. */
	callbackUrl?: string | undefined;
	/** Kept on the run's message events; never in a prompt. */
	metadata?: Record<string, Json> | undefined;
	/** A repeat with the same key and input, within a day, gives the first result. */
	idempotencyKey?: string | undefined;
	signal?: AbortSignal | undefined;
}

export interface TriggerResult {
	runId: string;
	sessionId: string;
	/** `pending`: the outcome will be sent to the callback. */
	status: RunStatus;
	/** The final text. */
	output: string;
	/** What a routine came to. */
	object?: Json;
	/** Set when a human has the conversation: the input was logged and the agent stayed silent. */
	mode?: "manual";
	/** Why a human took the conversation during this run, and who decided it. */
	handover?: Handover;
	usage: Usage;
}

export interface CheckedTrigger extends TriggerInput {
	input: JsonObject;
}

let schema: z.ZodType<CheckedTrigger> | undefined;

const makeSchema = () =>
	z.strictObject(
		{
			agentId,
			input: jsonObject,
			sessionId: sessionId.optional(),
			userId: userId.optional(),
			callbackUrl: z.string().max(2048).optional(),
			metadata: jsonObject.optional(),
			idempotencyKey: keyText.optional(),
			signal: z
				.custom<AbortSignal>((value) => value instanceof AbortSignal, { error: "must be an AbortSignal" })
				.optional(),
		},
		{
			error: (issue) =>
				issue.code === "unrecognized_keys"
					? `has no option ${issue.keys.join(", ")}`
					: "must be { agentId, input, sessionId?, userId?, callbackUrl?, … }",
		},
	) as unknown as z.ZodType<CheckedTrigger>;

export function parseTriggerInput(given: TriggerInput): CheckedTrigger {
	schema ??= makeSchema();
	const asked = parse(schema, withoutStamps(given), "trigger");
	// Before anything is stored for the run: what JSON cannot hold would be found out too late.
	jsonText(asked.input, "trigger.input");
	if (asked.metadata !== undefined) jsonText(asked.metadata, "trigger.metadata");
	return asked;
}
