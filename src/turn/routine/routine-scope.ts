import { type Expression, evaluate, INPUT, ruleScope, type TemplateScope } from "../../agent/index.ts";
import type { Json } from "../../event/index.ts";
import type { Household } from "../turn.ts";

/** The values that texts and conditions of a routine can read in one run. */
export interface RoutineScope extends TemplateScope {
	/** Keeps the output of a node. A newer output replaces it. */
	keep(nodeId: string, output: Json): void;
	/** Whether a condition is true; a missing one always is. Throws if the condition cannot be evaluated. */
	holds(condition: Expression | undefined): boolean;
}

/** Bare names in conditions are variables only, so that a caller's state cannot replace a variable. */
export function routineScope({ variables, view }: Household, input: Json): RoutineScope {
	const outputs = new Map<string, Json>([[INPUT, input]]);
	const output = (name: string): Json | undefined => outputs.get(name);
	const scope = { ...ruleScope(variables, (key) => view.get(key)), output };
	return {
		output,
		key: (key) => (Object.hasOwn(variables, key) ? variables[key] : view.get(key)),
		keep: (nodeId, value) => void outputs.set(nodeId, value),
		holds: (condition) => condition === undefined || evaluate(condition, scope) === true,
	};
}
