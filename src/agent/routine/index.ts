export { type Callable, callableOf, checkRoutine, type RoutineCheck } from "./check-routine.ts";
export type {
	AgentNode,
	ChatNode,
	ReplyNode,
	Routine,
	RoutineNode,
	ThinkNode,
	ToolNode,
	Transition,
} from "./definition.ts";
export { fillJson, type JsonTemplate } from "./json-template.ts";
export type {
	AgentStep,
	ChatStep,
	CheckedRoutine,
	CheckedTransition,
	ReplyStep,
	Step,
	ThinkStep,
	ToolStep,
} from "./routine.ts";
export { INPUT, wholeRoutine } from "./routine-fields.ts";
export { fillText, type TemplateScope, type TextTemplate } from "./text-template.ts";
