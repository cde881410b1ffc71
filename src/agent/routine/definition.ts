import type { Json } from "../../event/index.ts";
import type { LanguageModel } from "../../model/index.ts";
import type { ShapeDefinition } from "../value-shape.ts";

/** What an agent does, step by step, in place of one conversation with the model. */
export interface Routine {
	/** The node to begin with. Default: the first. */
	start?: string | undefined;
	/** How many times any one node may run in one run. Default 5. */
	maxIterations?: number | undefined;
	nodes: readonly RoutineNode[];
}

export type RoutineNode = ThinkNode | ToolNode | ReplyNode | ChatNode | AgentNode;

/** Where to go if the condition holds; without one, always. */
export interface Transition {
	when?: string | undefined;
	/** The id of a node, or `end`. */
	to: string;
}

interface NodeBase {
	/** What others call its output by: `{{id.property}}` in texts, `id.property` in conditions. */
	id: string;
	/** The node is skipped unless this holds; the run goes on with the following node of the list. */
	when?: string | undefined;
	/** The id of the next node, `end`, or transitions, of which the first that holds is taken. Default: the following node. */
	next?: string | readonly Transition[] | undefined;
}

/** Asks the model for an object. Its output is the object. */
export interface ThinkNode extends NodeBase {
	/** What the model is asked. */
	think: string;
	/** What the object must look like. */
	output: ShapeDefinition;
	/** Default: the agent's. */
	model?: LanguageModel | string | undefined;
	/** Its output is the run's `object`. Default: that of the think node that ran last. */
	result?: boolean | undefined;
}

/** Calls one of the agent's tools. Its output is what the tool gives. */
export interface ToolNode extends NodeBase {
	/** The tool's name. */
	tool: string;
	/** `{{…}}` alone in a text keeps the type of what it stands for. */
	input?: { [key: string]: Json } | undefined;
	/** Where to go when the tool fails; its output is then `{ error }`. Default: the run fails. */
	onError?: string | undefined;
}

/** Says something to the user at once. Its output is the text. */
export interface ReplyNode extends NodeBase {
	reply: string;
}

/** Lets the model answer, with the conversation and the agent's tools. Its output is the text. */
export interface ChatNode extends NodeBase {
	/** What the model is told beside the conversation; true: nothing. */
	chat: string | true;
}

/** Calls one of the agent's `agents`. Its output is the text of its answer. */
export interface AgentNode extends NodeBase {
	/** The agent's id. */
	agent: string;
	/** What it is told. */
	input: string;
	/** As of tool nodes. */
	onError?: string | undefined;
}
