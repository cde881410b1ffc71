import { isLangChainMessage } from "../../event/formats/langchain-message.ts";
import { isObject } from "../../event/index.ts";

export const FORMATS = ["holdfast", "openai", "ai-sdk", "mem0", "langgraph", "mastra"] as const;
export type Format = (typeof FORMATS)[number];
/** The formats that are one JSON value. */
export type ForeignFormat = Exclude<Format, "holdfast">;

const has = (value: Record<string, unknown>, ...keys: readonly string[]): boolean =>
	keys.some((key) => key in value);

/** Of messages: the more particular forms first. */
function ofMessages(messages: readonly Record<string, unknown>[]): ForeignFormat | undefined {
	const all = (test: (message: Record<string, unknown>) => boolean): boolean => messages.every(test);
	if (all(({ parts, role }) => Array.isArray(parts) && typeof role === "string")) return "ai-sdk";
	if (all((one) => has(one, "threadId", "thread_id") && "role" in one)) return "mastra";
	if (all(({ content }) => isObject(content) && "format" in content)) return "mastra";
	if (all(isLangChainMessage)) return "langgraph";
	return all(({ role }) => typeof role === "string") ? "openai" : undefined;
}

function ofList(list: readonly unknown[]): ForeignFormat | undefined {
	if (list.length === 0 || !list.every(isObject)) return undefined;
	if (list.every(({ memory }) => typeof memory === "string")) return "mem0";
	const messages = ofMessages(list);
	if (messages) return messages;
	if (list.every((one) => has(one, "values", "checkpoint", "channel_values", "thread_id")))
		return "langgraph";
	return list.every((one) => "messages" in one && has(one, "resourceId", "id")) ? "mastra" : undefined;
}

function ofObject(value: Record<string, unknown>): ForeignFormat | undefined {
	const { results, memories, threads, messages } = value;
	for (const list of [results, memories])
		if (Array.isArray(list) && (list.length === 0 || ofList(list) === "mem0")) return "mem0";
	if (Array.isArray(threads)) {
		const isLangGraph =
			threads.length > 0 && threads.every((one) => isObject(one) && has(one, "thread_id", "values"));
		return isLangGraph ? "langgraph" : "mastra";
	}
	if (has(value, "mastra_threads", "mastra_messages", "mastra_resources")) return "mastra";
	if (has(value, "values", "checkpoint", "channel_values")) return "langgraph";
	if (!Array.isArray(messages)) return Array.isArray(value.resources) ? "mastra" : undefined;
	if (has(value, "thread", "resourceId", "resources", "uiMessages")) return "mastra";
	return messages.every(isObject) && messages.length > 0 ? ofMessages(messages) : undefined;
}

/** Which system gave this out; undefined where nobody that we know. */
export const recogniseFormat = (value: unknown): ForeignFormat | undefined =>
	Array.isArray(value) ? ofList(value) : isObject(value) ? ofObject(value) : undefined;
