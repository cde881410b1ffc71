import { onTestFinished } from "vitest";
import type { Tool, Toolset } from "../../src/agent/tool.ts";
import { type McpSpec, mcp } from "../../src/agent/tools/index.ts";
import { toolContext } from "./tool-context.ts";

const never = new AbortController().signal;

export interface UsedToolset {
	toolset: Toolset;
	list(): Promise<readonly Tool[]>;
	names(): Promise<string[]>;
	/** Asks for the tools and calls one, as a run does. */
	call(name: string, input?: object, signal?: AbortSignal): Promise<unknown>;
}

/** A toolset that is closed with the test. */
export function useToolset(spec: McpSpec): UsedToolset {
	const toolset = mcp(spec);
	onTestFinished(() => toolset.close());
	const list = (): Promise<readonly Tool[]> => toolset.tools(never);
	return {
		toolset,
		list,
		names: async () => (await list()).map(({ name }) => name),
		async call(name, input = {}, signal = never) {
			const tool = (await list()).find((candidate) => candidate.name === name);
			if (!tool) throw new Error(`no tool ${name}`);
			return callTool(tool, input, signal);
		},
	};
}

export async function callTool(
	tool: Tool,
	input: object = {},
	signal: AbortSignal = never,
): Promise<unknown> {
	return tool.execute(tool.check(input), toolContext(signal));
}
