import { type Expression, parseExpression } from "./expression/index.ts";
import type { Tool } from "./tool.ts";

const rules = new WeakMap<Tool, Expression>();

/**
 * The parsed access rule of a tool, cached. Undefined: everybody may call it. Throws `invalid` if the rule is
 * not a valid expression; the tools of a definition were checked when it was defined.
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
