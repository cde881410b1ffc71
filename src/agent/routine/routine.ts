import type { LanguageModel } from "../../model/index.ts";
import type { Expression } from "../expression/index.ts";
import type { Shape } from "../value-shape.ts";
import type { JsonTemplate } from "./json-template.ts";
import type { TextTemplate } from "./text-template.ts";

/** A transition; if `to` is undefined, the run ends. */
export interface CheckedTransition {
	readonly when: Expression | undefined;
	readonly to: string | undefined;
}

interface StepBase {
	readonly id: string;
	readonly when: Expression | undefined;
	/** The first that holds is taken; if none does, `following`. */
	readonly next: readonly CheckedTransition[];
	/** The next node of the list; undefined at the end. */
	readonly following: string | undefined;
}

export interface ThinkStep extends StepBase {
	readonly kind: "think";
	readonly prompt: TextTemplate;
	readonly output: Shape;
	readonly model: LanguageModel | string | undefined;
	readonly result: boolean;
}

export interface ToolStep extends StepBase {
	readonly kind: "tool";
	readonly tool: string;
	readonly input: JsonTemplate;
	readonly onError: CheckedTransition | undefined;
}

export interface ReplyStep extends StepBase {
	readonly kind: "reply";
	readonly text: TextTemplate;
}

export interface ChatStep extends StepBase {
	readonly kind: "chat";
	readonly prompt: TextTemplate | undefined;
}

export interface AgentStep extends StepBase {
	readonly kind: "agent";
	readonly agent: string;
	readonly input: TextTemplate;
	readonly onError: CheckedTransition | undefined;
}

/** A checked node of a routine. */
export type Step = ThinkStep | ToolStep | ReplyStep | ChatStep | AgentStep;

/** A routine as runs use it: checked, with all defaults applied. */
export interface CheckedRoutine {
	readonly start: string;
	readonly maxIterations: number;
	/** In the order of the list. */
	readonly steps: ReadonlyMap<string, Step>;
}
