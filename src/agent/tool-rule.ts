import { type Expression, parseExpression } from "./expression/index.ts";
import type { Tool } from "./tool.ts";

const rules = new WeakMap<Tool, Expression>();

/**
 * The access rule of a tool, read once. Undefined: everybody may call it. Throws `invalid` when the rule is no
 * expression; for the tools of a definition that was found out when it was defined.
 */
export function toolRule(tool: Tool, what = `tool ${tool.name}: allow`): Expression | undefined {
	if (tool.allow === undefined) return undefined;
	let rule = rules.get(tool);
	if (rule?.text !== tool.allow) {
		rule = parseExpression(tool.allow, what);
		rules.set(tool, rule);
	}
	return rule;
}
