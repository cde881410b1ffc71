import { memoryToolsOf, type Tool, type ToolContext, toolRule } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import { type Event, type Json, jsonText } from "../event/index.ts";
import { rootOf } from "../memory/consolidate/owner.ts";
import type { Memory } from "../memory/index.ts";
import { lazyMemory } from "../memory/lazy-memory.ts";
import type { ModelToolCall } from "../model/index.ts";
import { holdSession } from "../session/index.ts";
import { toWrites } from "../state/index.ts";
import { type FactSource, noSession, type SessionRecord } from "../store/ports/index.ts";
import type { ActiveSpan } from "../trace/index.ts";
import type { HandoverRequest } from "./handover.ts";
import { rulesOfRun } from "./rules-of-run.ts";
import { runEvent } from "./run-events.ts";
import { StateDraft } from "./run-view.ts";
import { traceMemory, traceSession } from "./trace-memory.ts";
import { allows, ownPart, type Turn } from "./turn.ts";
import { untilAborted } from "./until-aborted.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

/** The outcome of a call, for the model. */
export interface ToolOutcome {
	output: Json;
	isError: boolean;
}

const failure = (message: string): ToolOutcome => ({ output: message, isError: true });

const messageOf = (error: unknown): string =>
	error instanceof Error && error.message !== "" ? error.message : String(error);

/** For the trace, which contains no content of the conversation. */
const failureType = ({ output }: ToolOutcome): string =>
	String(output).startsWith("unauthorized:") ? "unauthorized" : "tool_error";

interface Work {
	outcome: ToolOutcome;
	draft: StateDraft | undefined;
	handover: HandoverRequest | undefined;
}

const noWork = (outcome: ToolOutcome): Work => ({ outcome, draft: undefined, handover: undefined });

/**
 * Runs one call and logs its result together with the state it set. An error in the tool becomes a result
 * that the model sees. Only the end of the run itself is thrown.
 */
export async function runTool(
	turn: Turn,
	tools: ReadonlyMap<string, Tool>,
	call: ModelToolCall,
	step: ActiveSpan,
): Promise<ToolOutcome> {
	const span = turn.recorder.start(
		"tool",
		`execute_tool ${call.name}`,
		{
			"gen_ai.operation.name": "execute_tool",
			"gen_ai.tool.name": call.name,
			"gen_ai.tool.call.id": call.id,
		},
		step,
	);
	try {
		const tool = tools.get(call.name);
		const work = await span.within(() => perform(turn, tool, tools, call, span));
		const { outcome } = work;
		span.end(outcome.isError ? failureType(outcome) : undefined);
		await logResult(turn, call, work);
		const { output, isError } = outcome;
		turn.emit({
			type: "tool-result",
			toolCallId: call.id,
			name: call.name,
			output,
			...(isError && { isError }),
		});
		const say = work.handover?.say;
		if (say !== undefined && isRoot(turn)) turn.emit({ type: "text-delta", delta: say });
		return outcome;
	} catch (error) {
		span.end("interrupted");
		throw error;
	}
}

/** The reply tool logs events of its own, so its calls are not replayed. */
const hiddenCall = (turn: Turn, name: string): { replay?: false } =>
	name === "reply" && turn.agent.reply ? { replay: false } : turn.hidden;

/** Results of memory tools must not become memory again. */
const givenByMemory = ({ memory }: Turn, name: string): boolean =>
	memoryToolsOf(memory).some((one) => one === name);

export function callEvent(turn: Turn, call: ModelToolCall, step: number) {
	return runEvent({
		kind: "tool_call",
		source: "agent",
		runId: turn.runId,
		data: { toolCallId: call.id, name: call.name, input: call.input, step, ...hiddenCall(turn, call.name) },
	});
}

async function logResult(
	turn: Turn,
	call: ModelToolCall,
	{ outcome, draft, handover }: Work,
): Promise<Event[]> {
	const { output, isError } = outcome;
	const delta = await ownPart(turn, draft?.delta());
	const event = runEvent({
		kind: "tool_result",
		source: "tool",
		runId: turn.runId,
		data: {
			toolCallId: call.id,
			name: call.name,
			output,
			...(isError && { isError }),
			...(givenByMemory(turn, call.name) && { memory: true }),
			...hiddenCall(turn, call.name),
		},
		writes: toWrites(delta),
	});
	const isOwn = handover !== undefined && isRoot(turn);
	const stored = isOwn
		? await turn.household.handoverWith([event], handover)
		: await turn.log.append([event]);
	if (delta) turn.household.view.apply(delta);
	if (handover !== undefined && !isOwn) await turn.household.handover(handover);
	return stored;
}

/** Whether the conversation with the user is this run's own session. */
const isRoot = ({ ancestry }: Turn): boolean => ancestry.length === 1;

async function perform(
	turn: Turn,
	tool: Tool | undefined,
	tools: ReadonlyMap<string, Tool>,
	call: ModelToolCall,
	span: ActiveSpan,
): Promise<Work> {
	if (!tool) {
		const known = tools.size === 0 ? "the agent has no tools" : `known: ${[...tools.keys()].join(", ")}`;
		return noWork(failure(`there is no tool "${call.name}"; ${known}`));
	}
	if (call.malformed) return noWork(failure(`the input of ${call.name} is not valid JSON`));
	if (!mayCall(turn, tool)) {
		span.set({ "holdfast.tool.refused": true });
		return noWork(failure(`unauthorized: ${call.name} is not allowed for this user`));
	}
	let input: unknown;
	try {
		input = tool.check(call.input);
	} catch (error) {
		return noWork(failure(messageOf(error)));
	}
	return execute(turn, tool, call, input, span);
}

/** A rule that cannot be parsed allows nothing. Only a tool from elsewhere can have one. */
function mayCall(turn: Turn, tool: Tool): boolean {
	try {
		return allows(toolRule(tool), turn.household);
	} catch {
		return false;
	}
}

/** The tool's result as JSON, if it fits into one event. */
function checked(value: unknown, limit: number): ToolOutcome {
	if (value === undefined) return { output: null, isError: false };
	try {
		const text = jsonText(value, "the tool's result");
		const bytes = Buffer.byteLength(text);
		if (bytes > limit) return failure(`the tool's result has ${bytes} bytes; the limit is ${limit}`);
		return { output: JSON.parse(text) as Json, isError: false };
	} catch (error) {
		return failure(messageOf(error));
	}
}

/** A handover happens even if its texts are too long for an event: they are shortened. */
function fitting(handover: HandoverRequest | undefined, limit: number): HandoverRequest | undefined {
	if (!handover) return undefined;
	const cut = (text: string): string => {
		const bytes = Buffer.from(text);
		// Escaped in JSON, a character may take six bytes.
		const room = Math.floor(limit / 6);
		return bytes.length <= room
			? text
			: `${bytes
					.subarray(0, room)
					.toString()
					.replace(/\ufffd+$/, "")}…`;
	};
	const { reason, say } = handover;
	return { reason: cut(reason), ...(say !== undefined && { say: cut(say) }) };
}

const tooMuchState = (bytes: number, limit: number): ToolOutcome =>
	failure(`the tool set ${bytes} bytes of state; the limit is ${limit} per call`);

const calls = new WeakMap<ToolContext, { span: ActiveSpan; call: ModelToolCall }>();

/** The span of the current call, for tools of the runtime itself. */
export const spanOf = (context: ToolContext): ActiveSpan | undefined => calls.get(context)?.span;

/** The event of the current call, for tools of the runtime itself. */
export function sourceIn(turn: Turn, context: ToolContext): FactSource | undefined {
	const call = calls.get(context)?.call;
	return call && sourceOf(turn, call);
}

/** The event of a call: the source of the facts that the tool writes. */
function sourceOf({ log }: Turn, { id }: ModelToolCall): FactSource | undefined {
	const called = log.events.findLast((event) => event.kind === "tool_call" && event.data.toolCallId === id);
	return called && { uid: log.uid, offset: called.offset };
}

/**
 * The conversation of a run without a user. It owns what the tools write, so that other visitors do not see
 * it.
 */
async function rootSession({ runtime: { platform }, log }: Turn): Promise<SessionRecord> {
	const target = { uid: log.uid, tenant: platform.tenant };
	const session = await platform.store.sessions.get(target);
	if (!session) throw noSession(target);
	return rootOf(platform, session);
}

/** The scope of a tool's memory. Without a user: the session, or the agent if all users share its facts. */
function scopeOf({ household, memory }: Turn): "user" | "session" | "agent" {
	if (household.userId !== undefined) return "user";
	return memory.facts === "agent" ? "agent" : "session";
}

/** The memory of the run's user or, without a user, of the conversation. */
function memoryOf(turn: Turn, call: ModelToolCall): Memory {
	return lazyMemory(async () => {
		const { createMemory } = await import("../memory/memory.ts");
		const { userId } = turn.household;
		const context = await turn.runtime.memory();
		const of = {
			source: sourceOf(turn, call),
			rules: () => rulesOfRun(context, turn.agent.id, turn.memory),
		};
		if (userId !== undefined) return createMemory(context, turn.agent.id, { userId }, of);
		return createMemory(context, turn.agent.id, {}, { ...of, session: () => rootSession(turn) });
	});
}

async function execute(
	turn: Turn,
	tool: Tool,
	call: ModelToolCall,
	input: unknown,
	span: ActiveSpan,
): Promise<Work> {
	const { runtime, household } = turn;
	const draft = new StateDraft(household.view);
	const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	const ending = new AbortController();
	const stop = (): void => ending.abort(turn.signal.reason);
	turn.signal.addEventListener("abort", stop);
	const timer = setTimeout(() => {
		ending.abort(new HoldfastError("cancelled", `${tool.name} took longer than ${timeoutMs} ms`));
	}, timeoutMs);
	let handover: HandoverRequest | undefined;
	const context: ToolContext = {
		session: traceSession(turn, holdSession(runtime.platform, turn.ref, turn.log.uid), span),
		memory: traceMemory(turn, memoryOf(turn, call), span, scopeOf(turn)),
		agentId: turn.agent.id,
		userId: household.userId,
		runId: turn.runId,
		state: {
			get: (key: string) => draft.get(key),
			set: (key: string, value: Json) => draft.set(key, value),
			remove: (key: string) => draft.remove(key),
		},
		variables: structuredClone(household.variables),
		signal: ending.signal,
		network: runtime.platform.network,
		handover: (reason, options) => {
			const say = options?.say === undefined ? "" : String(options.say);
			handover = { reason: String(reason), ...(say.trim() !== "" && { say }) };
		},
	};
	calls.set(context, { span, call });
	try {
		const value = await untilAborted(ending.signal, async () => tool.execute(input, context));
		const room = runtime.platform.store.capabilities.limits.eventBytes - 4096;
		const outcome = draft.bytes > room ? tooMuchState(draft.bytes, room) : checked(value, room);
		return { outcome, draft: outcome.isError ? undefined : draft, handover: fitting(handover, room) };
	} catch (error) {
		// The end of the run is not a failure of the tool.
		if (turn.signal.aborted) throw turn.signal.reason;
		return { outcome: failure(messageOf(error)), draft: undefined, handover: undefined };
	} finally {
		clearTimeout(timer);
		turn.signal.removeEventListener("abort", stop);
	}
}
