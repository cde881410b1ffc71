import type { LanguageModel } from "../model/index.ts";
import type { MemoryToolName } from "./memory-tool-names.ts";
import type { Routine } from "./routine/definition.ts";
import type { Tool, Toolset } from "./tool.ts";
import type { ShapeDefinition } from "./value-shape.ts";

/**
 * What a run remembers: which earlier messages, facts and excerpts go into its prompt, and which facts are
 * kept.
 */
export interface MemorySettings {
	/**
	 * `full` (default) replays every message, tool call and tool result. `input_output` replays only the user's
	 * messages and the final answers.
	 */
	save?: "full" | "input_output" | undefined;
	/**
	 * Which earlier messages of the session go into the prompt. `all` (default): the most recent ones.
	 * `relevant`: those that match the user's input. `both`: the two together.
	 */
	recall?: "all" | "relevant" | "both" | undefined;
	/** The maximum number of replayed messages in the prompt. Default 100. */
	limit?: number | undefined;
	/**
	 * The maximum number of messages that a run reads from the store. Default 1,000. It reads 3 × `limit`, but not more than
	 * this, and keeps the newest `limit` of them.
	 */
	messageLimit?: number | undefined;
	/**
	 * The owner of the facts that are extracted from sessions.
	 *
	 * - `user` (default): the user of the session. Without a user, the session owns them until it gets one.
	 * - `agent`: the agent. All its users share them.
	 * - `session`: the session.
	 * - `false`: no facts are extracted, and none are recalled.
	 */
	facts?: "user" | "agent" | "session" | false | undefined;
	/** The name of a memory that several agents share. Agents with the same `space` have the same facts. */
	space?: string | undefined;
	/** The maximum number of tokens of replayed messages in the prompt (estimated). Default 32,000. */
	tokenBudget?: number | undefined;
	/** The maximum number of tokens of facts in the prompt (estimated). Default 1,000. 0 recalls no facts. */
	factBudget?: number | undefined;
	/**
	 * The maximum number of tokens of excerpts in the prompt (estimated): messages of the user's other
	 * sessions, and of this session if they are not replayed. Default 1,500. 0 recalls no excerpts.
	 */
	excerptBudget?: number | undefined;
	/**
	 * What happens to facts from tools and the web: `quarantine` (default) keeps them for review, `drop`
	 * discards them.
	 */
	untrusted?: "quarantine" | "drop" | undefined;
	/** Removes passwords, keys and card numbers from facts before they are stored. Default true. */
	redact?: boolean | undefined;
	/**
	 * Facts are extracted from a session after this many minutes without a new message. Default 30. `false`:
	 * only when the session is ended.
	 */
	consolidateAfter?: number | false | undefined;
	/**
	 * What extracts facts from conversations: `model` (the agent's own model), `rules` (the built-in rules, for
	 * English), or another model as `provider/model`. Default: the model that you pass to
	 * `holdfast({ model })`, or else the agent's own. With the demo model, the rules extract the facts.
	 */
	extractor?: string | undefined;
	/** Additional instructions for the model that extracts facts, e.g. which facts matter to you. */
	extractInstructions?: string | undefined;
	/**
	 * Gives the model memory tools: `true` for `remember`, `recall` and `forget`, or a list of some of them.
	 * Default false.
	 */
	tools?: boolean | readonly MemoryToolName[] | undefined;
	/**
	 * Keeps a summary of the messages that no longer fit into the prompt. Costs an occasional model call.
	 * Default false.
	 */
	summarize?: boolean | undefined;
	/**
	 * Whether runs also recall by meaning if an embedder is configured. Default true. `false`: by words only.
	 */
	embedder?: boolean | undefined;
}

/** Another agent that this one can call like a tool. */
export interface SubAgent {
	/** The id of the other agent. */
	agent: string;
	/** What the agent is for, as the calling model sees it. Default: the description of the other agent. */
	description?: string | undefined;
	/** An access rule, e.g. `role == "admin"`. The call is refused if it does not hold. */
	allow?: string | undefined;
	/**
	 * `shared` (default): the agent reads and writes the state of the calling session. `own`: it has its own
	 * session state; `user:` and `app:` keys are still shared with the caller.
	 */
	state?: "shared" | "own" | undefined;
	/**
	 * `derived` (default): the agent has a separate history for each calling session. `same`: it continues the
	 * user's own session with it.
	 */
	ids?: "derived" | "same" | undefined;
}

/** Settings for calling the model. */
export interface ModelSettings {
	/** How random the output is, 0 to 2. Default: the provider's. */
	temperature?: number | undefined;
	/** The maximum length of one answer, in tokens. Default: the provider's. */
	maxOutputTokens?: number | undefined;
	/**
	 * Nucleus sampling, 0 to 1: the model picks from the most likely tokens that add up to this probability.
	 */
	topP?: number | undefined;
	/** Makes answers repeatable, with providers that support it. */
	seed?: number | undefined;
	/** How many times a failed model call is retried. Only transient failures are retried. Default 2. */
	maxRetries?: number | undefined;
	/**
	 * Marks the stable beginning of each prompt as cacheable, for models that cache only on request
	 * (Anthropic). Default true.
	 */
	promptCache?: boolean | undefined;
	/** Options of a provider, by the provider's name. They are passed on unchanged. */
	providerOptions?: Record<string, Record<string, unknown>> | undefined;
}

/** The definition of an agent, as you pass it to `defineAgent`. */
export interface AgentDefinition {
	/**
	 * The name of the agent, unique among your agents. Sessions and memory belong to this id: do not change it.
	 */
	id: string;
	/** What the agent is for. Agents that can call this one read it. */
	description?: string | undefined;
	/**
	 * A model of the AI SDK, or `provider/model`. Default: the model that you pass to `holdfast()`, or else the
	 * demo model.
	 */
	model?: LanguageModel | string | undefined;
	/** Settings for calling the model: temperature, retries and others. */
	settings?: ModelSettings | undefined;
	/** The system prompt. `{key}` and `{key?}` are replaced with the user's variables and state. */
	instructions?: string | undefined;
	/**
	 * What the agent remembers. `false`: nothing is replayed, recalled or extracted. Default: the memory
	 * settings that you pass to `holdfast()`.
	 */
	memory?: MemorySettings | false | undefined;
	/** The tools that the model can call: from `tool()`, `httpTool()` or `mcp()`. */
	tools?: readonly (Tool | Toolset)[] | undefined;
	/** Other agents that this agent can call like tools, by id or with settings. */
	agents?: readonly (string | SubAgent)[] | undefined;
	/**
	 * Gives the model a `reply` tool, which sends a message to the user before the run ends. Default false.
	 * `true` allows 50 replies per run; `maxPerRun` sets another maximum.
	 */
	reply?: boolean | { maxPerRun: number } | undefined;
	/** An access rule for the whole agent, e.g. `role == "admin"`. A run is refused if it does not hold. */
	allow?: string | undefined;
	/** A state key. The final text of each run is also saved there. */
	outputKey?: string | undefined;
	/** The nodes that the agent executes, instead of one conversation with the model. */
	routine?: Routine | undefined;
	/** The shape that the input of a triggered run must have. Default: any object. */
	input?: ShapeDefinition | undefined;
	/** How many times a run calls the model before the model must answer without tools. Default 20. */
	maxSteps?: number | undefined;
	/** The maximum duration of a run, in milliseconds. Default 600,000. */
	timeoutMs?: number | undefined;
}
