import type { Json } from "../../event/index.ts";
import type { Scope } from "./expression.ts";

/** What access rules read: the user's variables by bare names, state behind `state`. */
export function ruleScope(
	variables: Readonly<Record<string, Json>>,
	state: (key: string) => Json | undefined,
): Scope {
	return {
		variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
		roots: { state },
	};
}
