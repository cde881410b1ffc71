import type { Json } from "../../event/index.ts";
import type { Scope } from "./expression.ts";

/** What access rules can read: the user's variables by name, and state as `state.x`. */
export function ruleScope(
	variables: Readonly<Record<string, Json>>,
	state: (key: string) => Json | undefined,
): Scope {
	return {
		variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
		roots: { state },
	};
}
