import { z } from "zod";
import type { MemorySettings } from "../agent/index.ts";
import { parse } from "../error/index.ts";
import {
	agentId,
	type Event,
	INPUT_TYPES,
	type InputPart,
	isDataPart,
	isObject,
	type Json,
	jsonObject,
	keyText,
	readPart,
	sessionId,
	userId,
} from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { RunStatus } from "../store/ports/index.ts";
import type { Recalled } from "./context/recalled.ts";
import type { Handover } from "./handover.ts";

/** Memory settings for one run. */
export type MemoryOverrides = Pick<
	MemorySettings,
	"save" | "recall" | "limit" | "messageLimit" | "tokenBudget" | "factBudget" | "excerptBudget" | "summarize"
>;

/** What to do while another run of the session is active. */
export type OnBusy = "queue" | "replace" | "reject";

/** Input and options of a run. */
export interface RunInput {
	/** The agent to run. */
	agentId: string;
	/** The user's message: text, or parts if it contains images or files. */
	input: string | InputPart[];
	/** Default: a new session with a generated id, which the result contains. */
	sessionId?: string | undefined;
	/** The user of the session. */
	userId?: string | undefined;
	/**
	 * Id for the run, a UUID. Throws `conflict` if a run has it already, unless this is a repeat with the same
	 * `idempotencyKey`. Default: a generated id, which the result contains.
	 */
	runId?: string | undefined;
	/** State to set with the message. `temp:` keys exist as long as the run. */
	state?: Record<string, Json> | undefined;
	/** Stored with the run's message events. Never part of a prompt. */
	metadata?: Record<string, Json> | undefined;
	/** Memory settings for this run only. */
	memory?: MemoryOverrides | undefined;
	/** What to do while another run of the session is active. Default `queue`: first come, first served. */
	onBusy?: OnBusy | undefined;
	/** Cancels the run. */
	signal?: AbortSignal | undefined;
	/** A repeat with the same key and input returns the first run's result. Keys are per session. */
	idempotencyKey?: string | undefined;
}

/** Input and options of a streamed run. */
export interface StreamInput extends RunInput {
	/** What to do when the last reader leaves the stream. Default `continue`. */
	onLeave?: "continue" | "cancel" | undefined;
}

/** The result of a run. */
export interface RunResult {
	/** Id of the run. */
	runId: string;
	/** The session of the run. */
	sessionId: string;
	/** How the run ended. */
	status: RunStatus;
	/**
	 * The final text. If a human took over: the texts for the user in that step, by the model and then by the
	 * tool.
	 */
	output: string;
	/**
	 * The result of a routine: the output of the think node that is marked as result, or of the last one that
	 * ran.
	 */
	object?: Json;
	/**
	 * Set if a human has the conversation: the message was logged, and the agent did not answer or stopped.
	 */
	mode?: "manual";
	/** Why a human took over during this run, and who decided it. */
	handover?: Handover;
	/** Tokens that the run used. */
	usage: Usage;
	/** The run's events, as logged. */
	events: Event[];
	/** The facts, excerpts and messages that went into the prompt, and those that did not. */
	recalled: Recalled;
}

/** One event of a streamed run. `seq` counts from 0. */
export type RunEvent = { seq: number } & (
	| { type: "text-delta"; delta: string }
	| { type: "tool-call"; toolCallId: string; name: string; input: Json }
	| { type: "tool-result"; toolCallId: string; name: string; output: Json; isError?: boolean }
	| { type: "reply"; content: string }
	| { type: "step"; step: number; finishReason: string; usage: Usage }
	| { type: "finish"; status: RunStatus; output: string; usage: Usage; mode?: "manual"; handover?: Handover }
	| { type: "error"; code: string; message: string; status: RunStatus }
);

type Unnumbered<T> = T extends { seq: number } ? Omit<T, "seq"> : never;
export type RunEventBody = Unnumbered<RunEvent>;

const ACCEPTED = `accepted types: ${INPUT_TYPES.join(", ")}, and data-… for data that no model gets`;

/** The problem with one part of an input; undefined if it is valid. */
function partFlaw(part: unknown): string | undefined {
	if (!isObject(part) || typeof part.type !== "string") return `must be a part with a \`type\`; ${ACCEPTED}`;
	const type = part.type;
	if (isDataPart(type)) return undefined;
	if (!INPUT_TYPES.some((known) => known === type))
		return `a part of type ${JSON.stringify(type.slice(0, 60))} cannot be sent to an agent; ${ACCEPTED}`;
	const read = readPart({ ...part, type });
	return read.parts ? undefined : `a part of type ${type} ${read.why}`;
}

/**
 * Text, or parts. Each part must be one that can be sent or a data part, and at least one must contain
 * something for the model.
 */
const input = z.unknown().superRefine((given, context) => {
	const refuse = (message: string, path: number[] = []): void =>
		context.addIssue({ code: "custom", message, path });
	if (typeof given === "string") {
		if (given.trim() === "") refuse("must not be empty");
		return;
	}
	if (!Array.isArray(given)) return refuse("must be a non-empty text or an array of parts with a `type`");
	const flaws = given.map(partFlaw);
	flaws.forEach((flaw, i) => {
		if (flaw !== undefined) refuse(flaw, [i]);
	});
	if (flaws.some((flaw) => flaw !== undefined)) return;
	if (!given.some((part) => (readPart(part).parts ?? []).length > 0))
		refuse("must contain a non-empty text, an image or a file");
}) as unknown as z.ZodType<RunInput["input"]>;

const count = (least: number, most: number) =>
	z.number().int({ error: "must be an integer" }).min(least).max(most).optional();

const memory = z.strictObject({
	save: z.enum(["full", "input_output"]).optional(),
	recall: z.enum(["all", "relevant", "both"]).optional(),
	limit: count(0, 1_000),
	messageLimit: count(1, 10_000),
	tokenBudget: count(0, Number.MAX_SAFE_INTEGER),
	factBudget: count(0, Number.MAX_SAFE_INTEGER),
	excerptBudget: count(0, Number.MAX_SAFE_INTEGER),
	summarize: z.boolean().optional(),
});

/** Run ids are used in headers and URLs. */
export const runIdText = z.uuid({ error: "must be a UUID" });

let schema: z.ZodType<RunInput> | undefined;

function makeSchema(): z.ZodType<RunInput> {
	return z.strictObject(
		{
			agentId,
			input,
			sessionId: sessionId.optional(),
			userId: userId.optional(),
			runId: runIdText.optional(),
			state: jsonObject.optional(),
			metadata: jsonObject.optional(),
			memory: memory.optional(),
			onBusy: z.enum(["queue", "replace", "reject"]).optional(),
			signal: z
				.custom<AbortSignal>((value) => value instanceof AbortSignal, { error: "must be an AbortSignal" })
				.optional(),
			idempotencyKey: keyText.optional(),
			onLeave: z.enum(["continue", "cancel"]).optional(),
		},
		{
			error: (issue) =>
				issue.code === "unrecognized_keys"
					? `has no option ${issue.keys.join(", ")}`
					: "must be { agentId, input, sessionId?, userId?, … }",
		},
	) as unknown as z.ZodType<RunInput>;
}

/** Removes the fields that only the platform sets, as in references and events. */
export function withoutStamps<T extends object>(given: T): T {
	if (!isObject(given) || !STAMPS.some((name) => name in given)) return given;
	return Object.fromEntries(Object.entries(given).filter(([name]) => !STAMPS.includes(name))) as never;
}

const STAMPS = ["tenant", "tenantId", "uid"];

/**
 * Checks a caller's input. The schema is built at the first use: a process that runs no agents does not need
 * it.
 */
export function parseRunInput(given: RunInput): RunInput {
	schema ??= makeSchema();
	return parse(schema, withoutStamps(given), "run") as RunInput;
}
