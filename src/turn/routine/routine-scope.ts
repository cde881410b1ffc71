import { type Expression, evaluate, INPUT, ruleScope, type TemplateScope } from "../../agent/index.ts";
import type { Json } from "../../event/index.ts";
import type { Household } from "../turn.ts";

/** What the texts and conditions of a routine read in one run. */
export interface RoutineScope extends TemplateScope {
	/** Keeps what a node gave; the newest counts. */
	keep(nodeId: string, output: Json): void;
	/** Whether a condition holds; none always does. One that cannot be evaluated is an error, and not a no. */
	holds(condition: Expression | undefined): boolean;
}

/** Bare names in conditions are variables and nothing else: what a caller puts into the state cannot pose as one. */
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
