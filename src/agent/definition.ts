import type { LanguageModel } from "../model/index.ts";
import type { MemoryToolName } from "./memory-tool-names.ts";
import type { Routine } from "./routine/definition.ts";
import type { Tool, Toolset } from "./tool.ts";
import type { ShapeDefinition } from "./value-shape.ts";

/** What a run remembers and replays. */
export interface MemorySettings {
	/** `full` (default) replays everything; `input_output` only what the user said and the final answer. */
	save?: "full" | "input_output" | undefined;
	/**
	 * Which earlier messages enter the prompt: `all` (default), the most recent ones; `relevant`, those that fit what the user
	 * says now; `both`.
	 */
	recall?: "all" | "relevant" | "both" | undefined;
	/** How many replayed messages enter the prompt. Default 100. */
	limit?: number | undefined;
	/** How many messages one call of the store may bring. Default 1,000. */
	messageLimit?: number | undefined;
	/**
	 * Whose facts are made of ended sessions: the `user`'s (default; without a user the session's, until it has one), the
	 * `agent`'s own, known to all its users, or the `session`'s. false: none are made, and none recalled.
	 */
	facts?: "user" | "agent" | "session" | false | undefined;
	/** A named memory shared by several agents. */
	space?: string | undefined;
	/** How many tokens of earlier conversation enter the prompt, as estimated. Default 32,000. */
	tokenBudget?: number | undefined;
	/** How many tokens of facts enter the prompt, as estimated. Default 1,000; 0 recalls none. */
	factBudget?: number | undefined;
	/**
	 * How many tokens of excerpts enter the prompt: what was said in the user's other sessions, and in this one beyond what is
	 * replayed. Default 1,500; 0 recalls none.
	 */
	excerptBudget?: number | undefined;
	/** What becomes of facts from tools and the web: kept for review (`quarantine`, default) or not at all (`drop`). */
	untrusted?: "quarantine" | "drop" | undefined;
	/** Take passwords, keys and card numbers out of facts before they are stored. Default true. */
	redact?: boolean | undefined;
	/**
	 * After how many minutes without a new message facts are made of a session that nobody has ended. Default 30; false: only
	 * when it is ended.
	 */
	consolidateAfter?: number | false | undefined;
	/**
	 * What makes facts of conversations: `model`, the agent's own; `rules`, the built-in rules for English; or another model as
	 * `provider/model`. Default: the model that `holdfast({ model })` names, otherwise the agent's own. The demo model makes no
	 * facts: with it the rules do.
	 */
	extractor?: string | undefined;
	/** What the model that makes facts is told besides, e.g. which facts matter to you. */
	extractInstructions?: string | undefined;
	/**
	 * Gives the model tools for its memory: `remember`, `recall` and `forget`, or those of them that you name. Default false.
	 */
	tools?: boolean | readonly MemoryToolName[] | undefined;
	/** Keep a summary of what no longer fits. Costs a model call now and then. */
	summarize?: boolean | undefined;
	/** Whether runs recall by meaning too, where there is an embedder. Default true; false: by words alone. */
	embedder?: boolean | undefined;
}

/** Another agent that this one can call like a tool. */
export interface SubAgent {
	agent: string;
	/** What the model is told it is for. Default: the agent's own description. */
	description?: string | undefined;
	/** An access rule. */
	allow?: string | undefined;
	/** `shared` (default): it has the state of the calling session. `own`: its own; `user:` and `app:` keys stay the caller's. */
	state?: "shared" | "own" | undefined;
	/** `derived` (default): a history of its own per calling session. `same`: it continues the user's session with it. */
	ids?: "derived" | "same" | undefined;
}

/** How the model is called. */
export interface ModelSettings {
	temperature?: number | undefined;
	maxOutputTokens?: number | undefined;
	topP?: number | undefined;
	seed?: number | undefined;
	/** How often a call that failed for no fault of ours is tried again. Default 2. */
	maxRetries?: number | undefined;
	/** Mark the stable beginning of each prompt for models that cache only on request (Anthropic). Default true. */
	promptCache?: boolean | undefined;
	providerOptions?: Record<string, Record<string, unknown>> | undefined;
}

/** What an agent is. */
export interface AgentDefinition {
	id: string;
	description?: string | undefined;
	/** A model of the AI SDK, or `provider/model`. Default: the one given to `holdfast()`, or the demo model. */
	model?: LanguageModel | string | undefined;
	settings?: ModelSettings | undefined;
	/** `{key}` and `{key?}` are filled from variables and state. */
	instructions?: string | undefined;
	memory?: MemorySettings | false | undefined;
	tools?: readonly (Tool | Toolset)[] | undefined;
	agents?: readonly (string | SubAgent)[] | undefined;
	/** Gives the agent a tool to say something before it is done. Default false; at most 50 times a run. */
	reply?: boolean | { maxPerRun: number } | undefined;
	/** An access rule for the agent itself. */
	allow?: string | undefined;
	/** The final text is also saved under this state key. */
	outputKey?: string | undefined;
	/** What the agent does, step by step, in place of one conversation with the model. */
	routine?: Routine | undefined;
	/** What the input of a triggered run must look like. Default: any object. */
	input?: ShapeDefinition | undefined;
	/** How many times the model is called before it must answer without tools. Default 20. */
	maxSteps?: number | undefined;
	/** How long a run may take. Default 600,000. */
	timeoutMs?: number | undefined;
}
