import type { ToolContext } from "../../src/agent/tool.ts";

/** What a tool is given, for tools that look at nothing but the signal. */
export function toolContext(signal: AbortSignal = new AbortController().signal): ToolContext {
	return {
		session: undefined as never,
		memory: undefined as never,
		agentId: "support",
		userId: undefined,
		runId: "run-1",
		state: { get: () => undefined, set: () => undefined, remove: () => undefined },
		variables: {},
		signal,
		handover: () => undefined,
	};
}
