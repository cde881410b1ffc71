import type { Json } from "../../event/index.ts";
import type { LanguageModel } from "../../model/index.ts";
import type { ShapeDefinition } from "../value-shape.ts";

/** The nodes that an agent executes, instead of one conversation with the model. */
export interface Routine {
	/** The id of the first node to run. Default: the first in the list. */
	start?: string | undefined;
	/** How many times one node may run in one run. Default 5. */
	maxIterations?: number | undefined;
	/** The nodes. Each is followed by the next in the list, unless its `next` says otherwise. */
	nodes: readonly RoutineNode[];
}

/** A node of a routine. Its kind is the key that it has: `think`, `tool`, `reply`, `chat` or `agent`. */
export type RoutineNode = ThinkNode | ToolNode | ReplyNode | ChatNode | AgentNode;

/** The node to go to if a condition holds. */
export interface Transition {
	/** The condition, e.g. `classify.intent == "refund"`. Default: always. */
	when?: string | undefined;
	/** The id of a node, or `end`. */
	to: string;
}

interface NodeBase {
	/** The name of the node. Its output is `{{id.property}}` in texts and `id.property` in conditions. */
	id: string;
	/**
	 * A condition. If it does not hold, the node is skipped and the run continues with the next node of the
	 * list.
	 */
	when?: string | undefined;
	/**
	 * The id of the next node, `end`, or a list of transitions. The first transition that holds is taken.
	 * Default: the next node of the list.
	 */
	next?: string | readonly Transition[] | undefined;
}

/** Asks the model for an object. The object is its output. */
export interface ThinkNode extends NodeBase {
	/** The prompt. */
	think: string;
	/** The shape of the object. */
	output: ShapeDefinition;
	/** The model. Default: the model of the agent. */
	model?: LanguageModel | string | undefined;
	/** Makes this output the run's `object`. Default: the output of the think node that ran last. */
	result?: boolean | undefined;
}

/** Calls one of the agent's tools. The result is its output. */
export interface ToolNode extends NodeBase {
	/** The name of the tool. */
	tool: string;
	/** The input of the tool. If a text is a single `{{…}}`, the value keeps its type. */
	input?: { [key: string]: Json } | undefined;
	/**
	 * The id of the node to go to if the tool fails. The output is then `{ error }`. Default: the run fails.
	 */
	onError?: string | undefined;
}

/** Sends a message to the user immediately. The text is its output. */
export interface ReplyNode extends NodeBase {
	/** The message. */
	reply: string;
}

/** Lets the model answer, with the conversation and the agent's tools. The answer is its output. */
export interface ChatNode extends NodeBase {
	/** Additional instructions for the model, or `true` for none. */
	chat: string | true;
}

/** Calls one of the agent's `agents`. The text of the answer is its output. */
export interface AgentNode extends NodeBase {
	/** The id of the agent. */
	agent: string;
	/** The input of the agent. */
	input: string;
	/**
	 * The id of the node to go to if the agent fails. The output is then `{ error }`. Default: the run fails.
	 */
	onError?: string | undefined;
}
