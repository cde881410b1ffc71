import { z } from "zod";
import type { MemorySettings } from "../agent/index.ts";
import { parse } from "../error/index.ts";
import {
	agentId,
	type Event,
	isObject,
	type Json,
	jsonObject,
	keyText,
	type MessagePart,
	sessionId,
	userId,
} from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { RunStatus } from "../store/ports/index.ts";
import type { Recalled } from "./context/recalled.ts";

/** Settings of the agent's memory for one run. */
export type MemoryOverrides = Pick<
	MemorySettings,
	"save" | "recall" | "limit" | "messageLimit" | "tokenBudget" | "factBudget" | "summarize"
>;

/** What to do while another run has the session's turn. */
export type OnBusy = "queue" | "replace" | "reject";

export interface RunInput {
	agentId: string;
	/** What the user says. */
	input: string | MessagePart[];
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
	/** The final text. */
	output: string;
	/** What a routine came to: the output of its think node, the one marked as result or the last that ran. */
	object?: Json;
	/** Set when a human has the conversation: the message was logged and the agent stayed, or fell, silent. */
	mode?: "manual";
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
	| { type: "finish"; status: RunStatus; output: string; usage: Usage; mode?: "manual" }
	| { type: "error"; code: string; message: string; status: RunStatus }
);

type Unnumbered<T> = T extends { seq: number } ? Omit<T, "seq"> : never;
export type RunEventBody = Unnumbered<RunEvent>;

const part = z.looseObject({ type: z.string() });
const input = z.union(
	[
		z.string().refine((text) => text.trim() !== "", { error: "must not be empty" }),
		z
			.array(part)
			.min(1, { error: "must not be empty" })
			.refine((parts) => parts.some(isUsable), {
				error: 'must hold a text part with text, or a part of type "image" or "file" with url or data',
			}),
	],
	{ error: "must be a text that is not empty, or an array of parts with a `type`" },
);

function isUsable(given: z.output<typeof part>): boolean {
	if (given.type === "text") return typeof given.text === "string" && given.text.trim() !== "";
	if (given.type !== "image" && given.type !== "file") return false;
	return [given.url, given.data, given.image].some(
		(source) => typeof source === "string" && source.trim() !== "",
	);
}

const count = (least: number, most: number) =>
	z.number().int({ error: "must be an integer" }).min(least).max(most).optional();

const memory = z.strictObject({
	save: z.enum(["full", "input_output"]).optional(),
	recall: z.enum(["all", "relevant", "both"]).optional(),
	limit: count(0, 1_000),
	messageLimit: count(1, 10_000),
	tokenBudget: count(0, Number.MAX_SAFE_INTEGER),
	factBudget: count(0, Number.MAX_SAFE_INTEGER),
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
