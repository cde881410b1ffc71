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
import { runIdText, withoutStamps } from "../run-input.ts";

/** Input and options of a trigger. */
export interface TriggerInput {
	/** The agent to run. */
	agentId: string;
	/**
	 * Checked against the agent's `input`. It is the run's message, as JSON, and `{{input.x}}` in a routine.
	 */
	input: Record<string, Json>;
	/**
	 * The session of the run. With a session or a user, everything is kept. Without both, a user and a
	 * session are created for this run and deleted after it.
	 */
	sessionId?: string | undefined;
	/** The user of the session. */
	userId?: string | undefined;
	/**
	 * Id for the run, a UUID. Throws `conflict` if a run has it already, unless this is a repeat with the same
	 * `idempotencyKey`. Default: a generated id, which the result contains.
	 */
	runId?: string | undefined;
	/**
	 * URL that the outcome is sent to, signed like a webhook. The trigger then resolves immediately, as
	 * `pending`.
	 */
	callbackUrl?: string | undefined;
	/** Stored with the run's message events. Never part of a prompt. */
	metadata?: Record<string, Json> | undefined;
	/** A repeat with the same key and input, within a day, returns the first result. */
	idempotencyKey?: string | undefined;
	/** Cancels the run. */
	signal?: AbortSignal | undefined;
}

/** The result of a trigger. */
export interface TriggerResult {
	/** Id of the run. */
	runId: string;
	/** The session of the run. */
	sessionId: string;
	/** `pending`: the outcome will be sent to the callback. */
	status: RunStatus;
	/** The final text. */
	output: string;
	/** The result of a routine. */
	object?: Json;
	/** Set if a human has the conversation: the input was logged, and the agent did not answer. */
	mode?: "manual";
	/** Why a human took over during this run, and who decided it. */
	handover?: Handover;
	/** Tokens that the run used. */
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
			runId: runIdText.optional(),
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
	// Checked before anything is stored for the run: later, a value that is not JSON would be found too late.
	jsonText(asked.input, "trigger.input");
	if (asked.metadata !== undefined) jsonText(asked.metadata, "trigger.metadata");
	return asked;
}
