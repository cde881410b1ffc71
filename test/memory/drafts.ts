import type { NewEvent } from "../../src/index.ts";

/** What somebody says, at a time if it matters. */
export const line = (role: "user" | "assistant", content: string, at?: string): NewEvent => ({
	kind: "message",
	source: role === "user" ? "user" : "agent",
	data: { role, content },
	...(at !== undefined && { at }),
});

/** What a tool was called for and gave. */
export const toolUse = (id: string, output: string): NewEvent[] => [
	{ kind: "tool_call", source: "agent", data: { toolCallId: id, name: "look", input: {}, step: 0 } },
	{ kind: "tool_result", source: "tool", data: { toolCallId: id, name: "look", output } },
];

export const contentsOf = (items: readonly { content: string }[]): string[] =>
	items.map(({ content }) => content);
