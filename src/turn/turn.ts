import type { Agent, AgentMemory, AgentRegistry, Expression } from "../agent/index.ts";
import { holds, ruleScope } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import type { Event, Json, JsonObject, StateDelta } from "../event/index.ts";
import type { MemoryContext } from "../memory/index.ts";
import type { LanguageModel } from "../model/index.ts";
import type { Platform, SessionRef } from "../session/index.ts";
import { toWrites } from "../state/index.ts";
import type { ActiveSpan, Recorder } from "../trace/index.ts";
import type { Recalled } from "./context/recalled.ts";
import { type HandoverRequest, handoverEvents, type Said } from "./handover.ts";
import { type RunEventDraft, runEvent } from "./run-events.ts";
import type { RunFeeds } from "./run-feed.ts";
import type { RunEventBody, RunInput, RunResult } from "./run-input.ts";
import { type RunLog, TurnLost } from "./run-log.ts";
import { type RunView, splitShared } from "./run-view.ts";

/** What all runs of one `holdfast()` share. */
export interface Runtime {
	readonly platform: Platform;
	readonly agents: AgentRegistry;
	/** The model of agents that do not set one. */
	readonly defaultModel: LanguageModel | string;
	/** How long a run counts as alive without a renewal of its lease. */
	readonly leaseMs: number;
	/** The long-term memory, loaded at its first use. */
	memory(): Promise<MemoryContext>;
	/** The active runs of this process. */
	readonly active: Map<string, ActiveRun>;
	readonly feeds: RunFeeds;
	/**
	 * Whether streamed events are kept in the store for a while, so that every server on the store can stream
	 * them.
	 */
	readonly shareFeeds: boolean;
	/** Set when runs must stop, also those that are about to begin. */
	stopping?: HoldfastError;
	/** Starts a run. It is here so that modules that only pass it on do not load its code. */
	start(input: RunInput, options: RunOptions): Promise<RunResult>;
}

export interface ActiveRun {
	cancel(reason: unknown): void;
	done: Promise<unknown>;
	readonly rootId: string;
	/** Data that is not in the store yet. Set once the run has its turn. */
	live?: {
		readonly recorder: Recorder;
		/** Set once the run has recalled. */
		recalled?: Recalled;
	};
}

export interface RunOptions {
	runId: string;
	/** Whether to stream the model's answer and emit its text as it comes. */
	streams: boolean;
	/** Id of the session if the caller names none. */
	generated: string;
	emit(event: RunEventBody): void;
	/** The original input of a triggered run. */
	trigger?: JsonObject;
	/** Called when everything is checked, before anything is written. */
	admitted?(): void;
}

/** The state, variables and conversation that a run works on: its own, or those of the run that called it. */
export interface Household extends Conversation {
	readonly userId: string | undefined;
	readonly variables: Readonly<Record<string, Json>>;
	readonly view: RunView;
	/** Commits a change of state that cannot be part of an event in the run's own session. */
	commit(delta: StateDelta): Promise<void>;
	/**
	 * Where `user:` and `app:` keys are read and written if they are not its own: for a sub-agent with its
	 * own state.
	 */
	readonly shares: Household | undefined;
}

/** The conversation with the user that a run, or the run at the top of its tree, belongs to. */
export interface Conversation {
	/** Hands the conversation to a human, and sends the user the text of the request. */
	handover(request: HandoverRequest): Promise<void>;
	/** Hands over in the same write as events of the run itself. */
	handoverWith(drafts: readonly RunEventDraft[], request: HandoverRequest): Promise<Event[]>;
	/** The texts that the user got from tools that handed over. Undefined: no tool did. */
	handoverSaid(): readonly Said[] | undefined;
	/** True once a human has the conversation. */
	handedOver(): boolean;
}

/** A run that has its turn. */
export interface Turn {
	readonly runtime: Runtime;
	readonly agent: Agent;
	readonly runId: string;
	readonly rootId: string;
	/** Ids of the runs above this one and of this run, from the root down. */
	readonly ancestry: readonly string[];
	readonly ref: SessionRef;
	readonly log: RunLog;
	readonly recorder: Recorder;
	readonly span: ActiveSpan;
	readonly household: Household;
	/** The memory settings for this run. */
	readonly memory: AgentMemory;
	/** Ids of the facts that the run's recall tool found. */
	readonly broughtFacts: Set<string>;
	/** Whether the session has a derived name: this run acts for another one. */
	readonly derived: boolean;
	/** Whether the state is that of this run's own session. Then changes are part of its events. */
	readonly ownsState: boolean;
	readonly signal: AbortSignal;
	/** Stored with the run's message events. */
	readonly metadata: JsonObject | undefined;
	/** Added to the data of events that the save mode keeps out of later prompts. */
	readonly hidden: { replay?: false };
	emit(event: RunEventBody): void;
}

/**
 * Whether an access rule allows the run's user and state. Bare names are variables, so callers cannot grant
 * themselves access.
 */
export function allows(
	rule: Expression | undefined,
	{ variables, view }: Pick<Household, "variables" | "view">,
): boolean {
	if (!rule) return true;
	return holds(
		rule,
		ruleScope(variables, (key) => view.get(key)),
	);
}

/** Commits the part of a change that belongs to the caller, and returns the rest. */
async function withoutShared(caller: Household | undefined, delta: StateDelta): Promise<StateDelta> {
	if (!caller) return delta;
	const { shared, own } = splitShared(delta);
	if (Object.keys(shared.set ?? {}).length > 0 || (shared.remove ?? []).length > 0)
		await caller.commit(shared);
	return own;
}

/**
 * The part of a state change that goes on this run's own event. The caller's part goes to the caller's log
 * first, before any event says that it happened.
 */
export async function ownPart(turn: Turn, delta: StateDelta | undefined): Promise<StateDelta | undefined> {
	if (!delta) return undefined;
	if (turn.ownsState) return withoutShared(turn.household.shares, delta);
	await turn.household.commit(delta);
	return undefined;
}

/** The state, variables and conversation of a run that acts for itself. */
export function ownHousehold(options: {
	runId: string;
	userId: string | undefined;
	variables: Readonly<Record<string, Json>>;
	view: RunView;
	log: RunLog;
	/** Stored with the run's message events. */
	metadata: JsonObject | undefined;
	emit(event: RunEventBody): void;
	/** The conversation of another run, for a sub-agent with its own state. */
	caller?: Conversation | undefined;
	shares?: Household | undefined;
}): Household {
	const { runId, userId, variables, view, log, caller, shares } = options;
	let handedOver: Said[] | undefined;
	const handOver = async (
		append: RunLog["append"],
		drafts: readonly RunEventDraft[],
		request: HandoverRequest,
	): Promise<Event[]> => {
		const { said, switched } = handoverEvents(options, request, log.mode);
		const events = [...drafts, ...said, ...switched];
		if (events.length === 0) return [];
		const stored = await append(events, switched.length > 0 ? { patch: { mode: "manual" } } : {});
		handedOver ??= [];
		const at = stored[drafts.length]?.offset;
		if (request.say !== undefined && at !== undefined) handedOver.push({ text: request.say, at });
		return stored;
	};
	const write: RunLog["append"] = (drafts, more) => log.append(drafts, more).catch(asCallersLoss);
	return {
		userId,
		variables,
		view,
		shares,
		async commit(given) {
			const delta = await withoutShared(shares, given);
			const writes = toWrites(delta);
			if (writes.length > 0) {
				await write([runEvent({ kind: "state", source: "agent", runId, data: {}, writes })]);
			}
			view.apply(delta);
		},
		async handover(request) {
			if (caller) return caller.handover(request);
			await handOver(write, [], request);
			if (request.say !== undefined) options.emit({ type: "text-delta", delta: request.say });
		},
		handoverWith: (drafts, request) => handOver((events, more) => log.append(events, more), drafts, request),
		handoverSaid: () => (caller ? caller.handoverSaid() : handedOver),
		handedOver: () => caller?.handedOver() ?? log.mode === "manual",
	};
}

/** If the caller loses its turn, the run of the sub-agent ends too. The sub-agent has to close it. */
function asCallersLoss(error: unknown): never {
	if (!(error instanceof TurnLost)) throw error;
	throw new HoldfastError("cancelled", "the run that called this one has ended", {}, { cause: error });
}
