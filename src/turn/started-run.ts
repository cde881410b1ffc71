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
	/** Creates the tools with which the agent calls other agents. */
	subAgents: (turn: Turn) => readonly Tool[];
	runId: string;
	rootId: string;
	ancestry: readonly string[];
	ref: SessionRef;
	/** Whether messages of all sessions of the user are recalled: the input names a user and no session. */
	acrossSessions: boolean;
	/** The input names neither a user nor a session: there are no earlier messages. */
	forgets: boolean;
	input: string | InputPart[];
	/** The original input of a triggered run. */
	trigger: JsonObject | undefined;
	/** The models of nodes that name one, by node id. */
	models: ReadonlyMap<string, LanguageModelV4>;
	/** The memory settings for this run, even if they are changed in the meantime. */
	memory: AgentMemory;
	metadata: JsonObject | undefined;
	/** `temp:` keys that the run starts with. */
	temp: Record<string, Json>;
	/** Set for a sub-agent that shares the state of its caller. */
	household: Household | undefined;
	/** Set for a sub-agent with its own state: the caller that it acts for. */
	identity: Household | undefined;
	/** Whether the session has a derived name. */
	derived: boolean;
	parentSpan: ActiveSpan | undefined;
	detail: JsonObject;
	streams: boolean;
	signal: AbortSignal;
	emit(event: RunEventBody): void;
	/** Called when the run has lost its turn. */
	lost(): void;
	started: { uid: SessionUid; fence: number; events: Event[] };
}

/** A run before its memory settings were read: `memory` contains the settings of the caller. */
export type BegunRun = Omit<StartedRun, "memory"> & { memory: MemoryOverrides | undefined };

/** The progress of a run so far. It is kept, however the run ends. */
export interface Progress {
	usage: Usage;
	recalled: Recalled;
	/** The model's text in the current step. */
	partial: { text: string };
}
