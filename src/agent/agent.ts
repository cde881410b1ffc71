import type { AgentId } from "../event/index.ts";
import type { LanguageModel } from "../model/index.ts";
import type { MemorySettings, ModelSettings } from "./definition.ts";
import type { Expression } from "./expression/index.ts";
import type { MemoryToolName } from "./memory-tool-names.ts";
import type { CheckedRoutine } from "./routine/routine.ts";
import type { Tool, Toolset } from "./tool.ts";
import type { Shape } from "./value-shape.ts";

type Complete<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> };

/** Memory settings with all defaults applied. */
export interface AgentMemory
	extends Complete<Omit<MemorySettings, "space" | "facts" | "extractor" | "extractInstructions" | "tools">> {
	/** False for `memory: false`: nothing is replayed or recalled. */
	readonly active: boolean;
	readonly facts: "user" | "agent" | "session" | false;
	readonly space: string | undefined;
	readonly extractor: string | undefined;
	readonly extractInstructions: string | undefined;
	/** The memory tools that the model has. */
	readonly tools: readonly MemoryToolName[];
}

/** An agent that another agent can call like a tool. */
export interface CallableAgent {
	readonly agent: AgentId;
	/** The name that the model calls it by. */
	readonly toolName: string;
	/** Undefined: use the description of the agent. */
	readonly description: string | undefined;
	readonly allow: Expression | undefined;
	readonly state: "shared" | "own";
	readonly ids: "derived" | "same";
}

/** An agent as runs use it: checked, with all defaults applied. Created by `toAgent`. */
export interface Agent {
	readonly id: AgentId;
	readonly description: string | undefined;
	readonly model: LanguageModel | string | undefined;
	readonly settings: Readonly<ModelSettings>;
	readonly instructions: string | undefined;
	readonly memory: AgentMemory;
	/** The memory settings in the definition, without defaults. */
	readonly givenMemory: MemorySettings | false | undefined;
	readonly tools: readonly Tool[];
	readonly toolsets: readonly Toolset[];
	readonly agents: readonly CallableAgent[];
	/** Undefined: the agent has no `reply` tool. */
	readonly reply: { readonly maxPerRun: number } | undefined;
	readonly allow: Expression | undefined;
	readonly outputKey: string | undefined;
	/** Undefined: the agent is one conversation with the model. */
	readonly routine: CheckedRoutine | undefined;
	/** The shape of the input of a triggered run. Undefined: any object. */
	readonly input: Shape | undefined;
	readonly maxSteps: number;
	readonly timeoutMs: number;
	/** The manifest that the agent was read from. */
	readonly file: string | undefined;
}

export const REPLY_TOOL = "reply";
export const MAX_REPLIES = 50;
export const MAX_STEPS = 20;
export const RUN_TIMEOUT_MS = 600_000;

/**
 * The tool name of a sub-agent. Characters other than A–Z, a–z, 0–9, `_` and `-` become `_`. A name that does
 * not start with a letter or `_` gets a `_` in front. The name is cut at 64 characters.
 */
export function agentToolName(id: string): string {
	const name = id.replaceAll(/[^A-Za-z0-9_-]/gu, "_");
	return (/^[A-Za-z_]/.test(name) ? name : `_${name}`).slice(0, 64);
}
