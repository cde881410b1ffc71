import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CheckedRoutine } from "../../agent/index.ts";
import type { Json } from "../../event/index.ts";
import type { Context } from "../context/build-context.ts";
import type { Answer, LoopOptions } from "../model-loop.ts";
import type { RoutineScope } from "./routine-scope.ts";

/** What the nodes of one run work with. */
export interface RoutineWork extends Omit<LoopOptions, "prompt" | "ids"> {
	readonly routine: CheckedRoutine;
	/** The models of think nodes that name one, by node. */
	readonly models: ReadonlyMap<string, LanguageModelV4>;
	readonly scope: RoutineScope;
	/** The conversation up to the user's message, with tools listed beside it or without. */
	contextOf(listed: boolean): Context;
}

/** What a node came to. */
export interface NodeOutcome {
	output: Json;
	/** Text for the user. `saidAt`: where it was said; without, it is still to be said. */
	answer?: Answer;
	failed?: true;
}

/** Where a node stands, for messages. */
export const nodeName = (agentId: string, nodeId: string): string => `agent ${agentId}: node "${nodeId}"`;
