import { isToolset, type Tool, type Toolset } from "../tool.ts";

/** Settings next to a tool in a manifest. */
export interface Restriction {
	readonly allow?: string | undefined;
	readonly timeoutMs?: number | undefined;
}

/**
 * The same tools with an additional access rule and another time limit. If a tool already has a rule, both
 * must hold.
 */
export function restrictTool(item: Tool | Toolset, restriction: Restriction): Tool | Toolset {
	if (restriction.allow === undefined && restriction.timeoutMs === undefined) return item;
	if (!isToolset(item)) return restricted(item, restriction);
	return {
		label: item.label,
		tools: async (signal, network) =>
			(await item.tools(signal, network)).map((tool) => restricted(tool, restriction)),
		close: () => item.close(),
	};
}

function restricted(tool: Tool, { allow, timeoutMs }: Restriction): Tool {
	const rules = [tool.allow, allow].filter((rule) => rule !== undefined);
	return {
		name: tool.name,
		description: tool.description,
		get inputSchema() {
			return tool.inputSchema;
		},
		allow: rules.length < 2 ? rules[0] : rules.map((rule) => `(${rule})`).join(" && "),
		timeoutMs: timeoutMs ?? tool.timeoutMs,
		check: (input) => tool.check(input),
		execute: (input, context) => tool.execute(input, context),
	};
}
