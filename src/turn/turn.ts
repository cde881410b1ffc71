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

/** What runs of one `holdfast()` share. */
export interface Runtime {
	readonly platform: Platform;
	readonly agents: AgentRegistry;
	/** For agents without a model of their own. */
	readonly defaultModel: LanguageModel | string;
	/** How long a run lives without a sign of life. */
	readonly leaseMs: number;
	/** The long-term memory, loaded at its first use. */
	memory(): Promise<MemoryContext>;
	/** The runs of this process: how to cancel them, and what they do now. */
	readonly active: Map<string, ActiveRun>;
	readonly feeds: RunFeeds;
	/** What runs stream is kept in the store for a while, so that it can be read wherever somebody asks. */
	readonly shareFeeds: boolean;
	/** Set when runs are not to go on: also those that are only about to begin. */
	stopping?: HoldfastError;
	/** Starts a run; here so that those who only pass it on need not load it. */
	start(input: RunInput, options: RunOptions): Promise<RunResult>;
}

export interface ActiveRun {
	cancel(reason: unknown): void;
	done: Promise<unknown>;
	readonly rootId: string;
	/** What is not in the store yet. Set once the run has its turn. */
	live?: {
		readonly recorder: Recorder;
		/** Set once the run has recalled. */
		recalled?: Recalled;
	};
}

export interface RunOptions {
	runId: string;
	/** The model is asked for a stream, and its text told as it comes. */
	streams: boolean;
	/** The id of the session where the caller names none. */
	generated: string;
	emit(event: RunEventBody): void;
	/** The input as it was given, where the run was triggered. */
	trigger?: JsonObject;
	/** Called when everything is checked, before anything is written. */
	admitted?(): void;
}

/** Whose state, variables and conversation a run acts for: its own, or those of the run that called it. */
export interface Household extends Conversation {
	readonly userId: string | undefined;
	readonly variables: Readonly<Record<string, Json>>;
	readonly view: RunView;
	/** Commits a change of state that no event of this run's own session can carry. */
	commit(delta: StateDelta): Promise<void>;
	/** Whose `user:` and `app:` keys it has, where they are not its own: a sub-agent with a state of its own. */
	readonly shares: Household | undefined;
}

/** The conversation with the user that a run, or the one at the top of its tree, is part of. */
export interface Conversation {
	/** Hands it to a human, and tells the user what there is to say. */
	handover(request: HandoverRequest): Promise<void>;
	/** The same, where the run itself writes it together with a result of its own. */
	handoverWith(drafts: readonly RunEventDraft[], request: HandoverRequest): Promise<Event[]>;
	/** What the user was told when tools handed it over. Undefined: none did. */
	handoverSaid(): readonly Said[] | undefined;
	/** True once a human has it. */
	handedOver(): boolean;
}

/** A run that has its turn. */
export interface Turn {
	readonly runtime: Runtime;
	readonly agent: Agent;
	readonly runId: string;
	readonly rootId: string;
	/** The ids of the runs above this one and of itself, from the root down. */
	readonly ancestry: readonly string[];
	readonly ref: SessionRef;
	readonly log: RunLog;
	readonly recorder: Recorder;
	readonly span: ActiveSpan;
	readonly household: Household;
	/** The settings of the agent's memory, as they are for this run. */
	readonly memory: AgentMemory;
	/** Ids of the facts that the run's recall tool found. */
	readonly broughtFacts: Set<string>;
	/** The session has a derived name: this run acts for another one. */
	readonly derived: boolean;
	/** The state is that of this run's own session: changes ride on its events. */
	readonly ownsState: boolean;
	readonly signal: AbortSignal;
	/** Goes on the run's message events. */
	readonly metadata: JsonObject | undefined;
	/** Marks events that the save mode keeps out of later prompts. */
	readonly hidden: { replay?: false };
	emit(event: RunEventBody): void;
}

/** Whether an access rule holds for the run's user and state. Bare names are variables: a caller cannot promote itself. */
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

/** Commits what of a change is the caller's, and gives what is left. */
async function withoutShared(caller: Household | undefined, delta: StateDelta): Promise<StateDelta> {
	if (!caller) return delta;
	const { shared, own } = splitShared(delta);
	if (Object.keys(shared.set ?? {}).length > 0 || (shared.remove ?? []).length > 0)
		await caller.commit(shared);
	return own;
}

/**
 * What of a change of state rides on this run's own event. What is the caller's goes to the caller's log first, before
 * anything says that it happened.
 */
export async function ownPart(turn: Turn, delta: StateDelta | undefined): Promise<StateDelta | undefined> {
	if (!delta) return undefined;
	if (turn.ownsState) return withoutShared(turn.household.shares, delta);
	await turn.household.commit(delta);
	return undefined;
}

/** The household of a run that acts for itself. */
export function ownHousehold(options: {
	runId: string;
	userId: string | undefined;
	variables: Readonly<Record<string, Json>>;
	view: RunView;
	log: RunLog;
	/** Goes on the run's message events. */
	metadata: JsonObject | undefined;
	emit(event: RunEventBody): void;
	/** Whose conversation it is, where that is another run's: a sub-agent with a state of its own. */
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

/** To a sub-agent the loss of its caller's turn is the end of its own run, which it has to close. */
function asCallersLoss(error: unknown): never {
	if (!(error instanceof TurnLost)) throw error;
	throw new HoldfastError("cancelled", "the run that asked for this one is over", {}, { cause: error });
}
