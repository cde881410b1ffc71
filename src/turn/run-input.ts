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

/** Settings of the agent's memory for one run. */
export type MemoryOverrides = Pick<
	MemorySettings,
	"save" | "recall" | "limit" | "messageLimit" | "tokenBudget" | "factBudget" | "excerptBudget" | "summarize"
>;

/** What to do while another run has the session's turn. */
export type OnBusy = "queue" | "replace" | "reject";

export interface RunInput {
	agentId: string;
	/** What the user says: text, or parts where it is more than text (pictures, files). */
	input: string | InputPart[];
	/** Without one a session is generated, and returned. */
	sessionId?: string | undefined;
	userId?: string | undefined;
	/** State to set with the message; `temp:` keys live as long as the run. */
	state?: Record<string, Json> | undefined;
	/** Kept on the run's message events; never in a prompt. */
	metadata?: Record<string, Json> | undefined;
	memory?: MemoryOverrides | undefined;
	/** Default `queue`: first come, first served. */
	onBusy?: OnBusy | undefined;
	signal?: AbortSignal | undefined;
	/** A repeat with the same key and input gives the first run's result. Per session. */
	idempotencyKey?: string | undefined;
}

export interface StreamInput extends RunInput {
	/** What happens to the run when nobody reads its stream any more. Default `continue`. */
	onLeave?: "continue" | "cancel" | undefined;
}

export interface RunResult {
	runId: string;
	sessionId: string;
	status: RunStatus;
	/** The final text. When a human took the conversation: what the user was told in that step, by the model and then by the tool. */
	output: string;
	/** What a routine came to: the output of its think node, the one marked as result or the last that ran. */
	object?: Json;
	/** Set when a human has the conversation: the message was logged and the agent stayed, or fell, silent. */
	mode?: "manual";
	/** Why a human took the conversation during this run, and who decided it. */
	handover?: Handover;
	usage: Usage;
	/** The run's events, as logged. */
	events: Event[];
	/** What of the past entered the prompt, and what did not. */
	recalled: Recalled;
}

/** One step of a run as it is streamed. `seq` counts from 0. */
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

const ACCEPTED = `accepted are ${INPUT_TYPES.join(", ")}, and data-… for what no model gets`;

/** What is wrong with one part of an input. */
function partFlaw(part: unknown): string | undefined {
	if (!isObject(part) || typeof part.type !== "string") return `must be a part with a \`type\`; ${ACCEPTED}`;
	const type = part.type;
	if (isDataPart(type)) return undefined;
	if (!INPUT_TYPES.some((known) => known === type))
		return `has the type ${JSON.stringify(type.slice(0, 60))}, which cannot be sent to an agent; ${ACCEPTED}`;
	const read = readPart({ ...part, type });
	return read.parts ? undefined : `a part of type ${type} ${read.why}`;
}

/** Text, or parts of which each can be sent and one says something: what a model would not get is refused here. */
const input = z.unknown().superRefine((given, context) => {
	const refuse = (message: string, path: number[] = []): void =>
		context.addIssue({ code: "custom", message, path });
	if (typeof given === "string") {
		if (given.trim() === "") refuse("must not be empty");
		return;
	}
	if (!Array.isArray(given))
		return refuse("must be a text that is not empty, or an array of parts with a `type`");
	const flaws = given.map(partFlaw);
	flaws.forEach((flaw, i) => {
		if (flaw !== undefined) refuse(flaw, [i]);
	});
	if (flaws.some((flaw) => flaw !== undefined)) return;
	if (!given.some((part) => (readPart(part).parts ?? []).length > 0))
		refuse("must hold a text that is not empty, an image or a file");
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

let schema: z.ZodType<RunInput> | undefined;

function makeSchema(): z.ZodType<RunInput> {
	return z.strictObject(
		{
			agentId,
			input,
			sessionId: sessionId.optional(),
			userId: userId.optional(),
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

/** What the platform stamps is not the caller's to say: it is passed over, as in references and events. */
export function withoutStamps<T extends object>(given: T): T {
	if (!isObject(given) || !STAMPS.some((name) => name in given)) return given;
	return Object.fromEntries(Object.entries(given).filter(([name]) => !STAMPS.includes(name))) as never;
}

const STAMPS = ["tenant", "tenantId", "uid", "runId"];

/** Checks what a caller gave. Made at its first use: a process that runs no agent does not pay for it. */
export function parseRunInput(given: RunInput): RunInput {
	schema ??= makeSchema();
	return parse(schema, withoutStamps(given), "run") as RunInput;
}
