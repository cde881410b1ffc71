import { HoldfastError } from "../error/index.ts";
import type { JsonObject } from "../event/index.ts";
import { toWrites } from "../state/index.ts";
import type { RunEnding } from "../store/ports/index.ts";
import { type Recalled, recalledJson } from "./context/recalled.ts";
import { findHandover, type Said, toHandover } from "./handover.ts";
import { answerEvent, type LoopEnd } from "./model-loop.ts";
import { objectOf } from "./result-object.ts";
import { runEvent, statusEvent } from "./run-events.ts";
import type { RunResult } from "./run-input.ts";
import { type RunLog, TurnLost } from "./run-log.ts";
import type { Progress, StartedRun } from "./started-run.ts";
import { ownPart, type Turn } from "./turn.ts";

/** Ends a successful run: writes the answer, the status, the record and the spans in one commit. */
export async function completeRun(
	run: StartedRun,
	turn: Turn,
	{ usage, recalled, partial }: Progress,
	end: LoopEnd,
): Promise<RunResult> {
	const { agent, log, span, household } = turn;
	const manual = "mode" in end;
	const said = manual ? saidAtHandover(turn, end.said) : [];
	const text = manual ? said.map((one) => one.text).join("\n\n") : end.text;
	const saidAt = manual ? undefined : end.saidAt;
	const switched = manual ? await handoverOf(turn) : undefined;
	const handover = switched && toHandover(switched);
	// Kept in case the run cannot be completed, e.g. because the text is too long for a state key.
	partial.text = saidAt === undefined && !manual ? text : "";
	const delta = agent.outputKey !== undefined && !manual ? { set: { [agent.outputKey]: text } } : undefined;
	const own = await ownPart(turn, delta);
	const writes = toWrites(own);
	const says = !manual && saidAt === undefined && (text.trim() !== "" || writes.length > 0);
	const answer = says ? [runEvent({ ...answerEvent(turn, end, false), writes })] : [];
	if (saidAt !== undefined && writes.length > 0)
		answer.push(runEvent({ kind: "state", source: "agent", runId: run.runId, data: {}, writes }));
	span.set({
		"gen_ai.usage.input_tokens": usage.inputTokens,
		"gen_ai.usage.output_tokens": usage.outputTokens,
	});
	span.end();
	await log.append([...answer, statusEvent(run.runId, "completed")], {
		end: {
			status: "completed",
			usage: { ...usage },
			detail: {
				...detailOf(run, recalled, turn, manual),
				...behindInput(log, { output: saidAt ?? said.map(({ at }) => at), handover: switched?.offset }),
			},
			...(says && { outputIndex: 0 }),
		},
	});
	if (own) household.view.apply(own);
	const result: RunResult = {
		runId: run.runId,
		sessionId: run.ref.sessionId,
		status: "completed",
		output: text,
		...(manual ? { mode: "manual" as const } : objectOf(log.events)),
		...(handover && { handover }),
		usage,
		events: log.events,
		recalled,
	};
	run.emit({
		type: "finish",
		status: "completed",
		output: text,
		usage: { ...usage },
		...(manual && { mode: "manual" as const }),
		...(handover && { handover }),
	});
	return result;
}

/**
 * The last texts for the user: the model's, in the step in which a human took over, then those of the tools
 * that handed over.
 */
function saidAtHandover({ ancestry, household }: Turn, said: Said | undefined): Said[] {
	// Texts of a sub-agent's tools are logged in the conversation at the top, and returned there.
	const byTools = ancestry.length === 1 ? (household.handoverSaid() ?? []) : [];
	return [...(said ? [said] : []), ...byTools];
}

const handoverOf = ({ ancestry, runtime: { platform }, log }: Turn) =>
	ancestry.length === 1
		? findHandover(platform, { uid: log.uid, tenant: platform.tenant }, log.events)
		: undefined;

const detailOf = (
	run: Pick<StartedRun, "detail">,
	recalled: Recalled,
	turn: Turn | undefined,
	manual = false,
): JsonObject => ({
	...run.detail,
	recalled: recalledJson(recalled),
	...(turn && turn.broughtFacts.size > 0 && { broughtFacts: [...turn.broughtFacts] }),
	...(manual && { mode: "manual" }),
});

/**
 * The offsets of the answer and of the switch to a human, relative to the run's message: all of them move
 * together when sessions are merged.
 */
function behindInput(
	{ events }: RunLog,
	{ output, handover }: { output: number | readonly number[]; handover: number | undefined },
): JsonObject {
	const [input] = events;
	if (!input) return {};
	const behind = (offset: number): number => offset - input.offset;
	const outputs = typeof output === "number" ? behind(output) : output.map(behind);
	return {
		...((typeof outputs === "number" || outputs.length > 0) && { outputBehindInput: outputs }),
		...(handover !== undefined && { handoverBehindInput: behind(handover) }),
	};
}

/** The final status of a run that this error ended. */
export function endingOf(error: unknown): RunEnding {
	return HoldfastError.isInstance(error) && error.code === "cancelled" ? "cancelled" : "failed";
}

export function errorJson(error: unknown): { code: string; message: string } {
	const code = HoldfastError.isInstance(error) ? error.code : "model_failed";
	const message = error instanceof Error ? error.message : String(error);
	return { code, message: message.slice(0, 2_000) };
}

/**
 * Ends a run that failed or was cancelled, and keeps its partial answer. The user's message is already
 * logged.
 */
export async function failRun(
	run: Omit<StartedRun, "memory">,
	turn: Turn | undefined,
	log: RunLog,
	{ usage, recalled, partial }: Progress,
	cause: unknown,
): Promise<void> {
	const error = errorJson(cause);
	turn?.span.end(cause instanceof TurnLost ? "turn_lost" : error.code);
	// The run no longer has the turn. The reason was logged when it was closed.
	if (cause instanceof TurnLost) return log.leaveTrace();
	const status = endingOf(cause);
	const { runId } = run;
	const partly =
		turn && partial.text.trim() !== ""
			? [runEvent(answerEvent(turn, { text: partial.text, reasoning: [] }, true))]
			: [];
	// A text that is too long for an event may be the reason for the failure. It must not prevent closing the
	// run.
	const said = partly.filter((draft) => log.takes(draft));
	try {
		await log.append([...said, statusEvent(runId, status, error)], {
			end: {
				status,
				usage: { ...usage },
				error,
				detail: detailOf(run, recalled, turn),
				...(said.length > 0 && { outputIndex: 0 }),
			},
		});
	} catch {
		// The store is unavailable, or the turn was lost: the lease runs out, and another process closes the
		// run.
	}
}
