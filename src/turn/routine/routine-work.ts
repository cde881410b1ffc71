import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CheckedRoutine } from "../../agent/index.ts";
import type { Json } from "../../event/index.ts";
import type { Context } from "../context/build-context.ts";
import type { Answer, LoopOptions } from "../model-loop.ts";
import type { RoutineScope } from "./routine-scope.ts";

/** What the nodes of one run share. */
export interface RoutineWork extends Omit<LoopOptions, "prompt" | "ids"> {
	readonly routine: CheckedRoutine;
	/** The models of think nodes that name one, by node id. */
	readonly models: ReadonlyMap<string, LanguageModelV4>;
	readonly scope: RoutineScope;
	/** The conversation up to the user's message, for a prompt with or without tools. */
	contextOf(listed: boolean): Context;
}

/** The outcome of a node. */
export interface NodeOutcome {
	output: Json;
	/** Text for the user. `saidAt`: its offset if it is already logged. */
	answer?: Answer;
	failed?: true;
}

/** The name of a node, for error messages. */
export const nodeName = (agentId: string, nodeId: string): string => `agent ${agentId}: node "${nodeId}"`;
