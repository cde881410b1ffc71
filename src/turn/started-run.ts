import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Agent, AgentMemory, Tool } from "../agent/index.ts";
import type { Event, InputPart, Json, JsonObject, SessionUid } from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { SessionRef } from "../session/index.ts";
import type { ActiveSpan } from "../trace/index.ts";
import type { Recalled } from "./context/recalled.ts";
import type { MemoryOverrides, RunEventBody } from "./run-input.ts";
import type { Household, Runtime, Turn } from "./turn.ts";

/** A run that has the session's turn and has logged the user's message. */
export interface StartedRun {
	runtime: Runtime;
	agent: Agent;
	model: LanguageModelV4;
	/** Tools of the agent, without those of the runtime itself. */
	tools: readonly Tool[];
	/** Makes the tools with which the agent calls others. */
	subAgents: (turn: Turn) => readonly Tool[];
	runId: string;
	rootId: string;
	ancestry: readonly string[];
	ref: SessionRef;
	/** The memory reaches over all sessions of the user: only the user was named. */
	acrossSessions: boolean;
	/** Nothing was named: there is nothing to remember. */
	forgets: boolean;
	input: string | InputPart[];
	/** The input as it was given, where the run was triggered. */
	trigger: JsonObject | undefined;
	/** The models of nodes that name one, by node. */
	models: ReadonlyMap<string, LanguageModelV4>;
	/** As it is for this run, whatever is changed meanwhile. */
	memory: AgentMemory;
	metadata: JsonObject | undefined;
	/** `temp:` keys that the run starts with. */
	temp: Record<string, Json>;
	/** Set for a sub-agent that shares the state of the one who called it. */
	household: Household | undefined;
	/** Whom a sub-agent with a state of its own acts for. */
	identity: Household | undefined;
	/** The session has a derived name. */
	derived: boolean;
	parentSpan: ActiveSpan | undefined;
	detail: JsonObject;
	streams: boolean;
	signal: AbortSignal;
	emit(event: RunEventBody): void;
	/** Called when the turn turns out to be somebody else's. */
	lost(): void;
	started: { uid: SessionUid; fence: number; events: Event[] };
}

/** The same before its memory was looked up: with what its caller says about that. */
export type BegunRun = Omit<StartedRun, "memory"> & { memory: MemoryOverrides | undefined };

/** What a run has come to so far: kept, however it ends. */
export interface Progress {
	usage: Usage;
	recalled: Recalled;
	/** What the model has said in the step that is going on. */
	partial: { text: string };
}
