import { isObject } from "../json.ts";
import { isAnthropicMessage } from "./anthropic.ts";
import { CHAT_FORMATS, type ChatFormat, chatListOf } from "./chats.ts";
import { isLangChainMessage } from "./langchain-message.ts";
import { isResponsesList } from "./openai-responses.ts";

export const IMPORT_FORMATS = ["holdfast", ...CHAT_FORMATS, "mem0", "langgraph", "mastra"] as const;
/** A format that can be imported. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
/** The formats of other systems. */
export type ForeignFormat = Exclude<ImportFormat, "holdfast">;

export const isChatFormat = (format: string | undefined): format is ChatFormat =>
	CHAT_FORMATS.some((known) => known === format);

const has = (value: Record<string, unknown>, ...keys: readonly string[]): boolean =>
	keys.some((key) => key in value);

/** Messages for a model in the form of the AI SDK: its part types have hyphens. */
function isModelMessage({ content }: Record<string, unknown>): boolean {
	if (!Array.isArray(content)) return false;
	return content.some((part) => isObject(part) && (part.type === "tool-call" || part.type === "tool-result"));
}

/** The format of messages. More specific formats are checked first. */
function ofMessages(messages: readonly Record<string, unknown>[]): ForeignFormat | undefined {
	const all = (test: (message: Record<string, unknown>) => boolean): boolean => messages.every(test);
	if (all((one) => "parts" in one && typeof one.role === "string")) return "ai-sdk";
	if (all((one) => has(one, "threadId", "thread_id") && "role" in one)) return "mastra";
	if (all(({ content }) => isObject(content) && "format" in content)) return "mastra";
	if (all(isLangChainMessage)) return "langgraph";
	if (all(({ role }) => typeof role === "string")) {
		if (messages.some(isModelMessage)) return "ai-sdk";
		if (messages.some(isAnthropicMessage)) return "anthropic";
	}
	if (isResponsesList(messages)) return "openai-responses";
	return all(({ role }) => typeof role === "string") ? "openai" : undefined;
}

/** The format of one conversation that has more members than its messages. */
export function ofChat(value: unknown): ForeignFormat | undefined {
	const chat = isObject(value) ? chatListOf(value) : undefined;
	if (!isObject(value) || !chat || has(value, "resourceId", "thread", "uiMessages", "resources"))
		return undefined;
	const list = chat.list.filter(isObject);
	if (list.length !== chat.list.length || list.length === 0) return undefined;
	const format = ofMessages(list);
	// A request to Anthropic has the instructions outside of its messages.
	return format === "openai" && has(value, "system") ? "anthropic" : format;
}

function ofList(list: readonly unknown[]): ForeignFormat | undefined {
	if (list.length === 0 || !list.every(isObject)) return undefined;
	if (list.every(({ memory }) => typeof memory === "string")) return "mem0";
	const messages = ofMessages(list);
	if (messages) return messages;
	if (list.every((one) => has(one, "values", "checkpoint", "channel_values", "thread_id")))
		return "langgraph";
	const chats = list.map(ofChat);
	if (chats.every((format) => isChatFormat(format))) return chats[0];
	if (list.every((one) => "messages" in one && has(one, "resourceId", "id"))) return "mastra";
	// Messages with an invalid one among them. The reader rejects it with its position.
	return list.some(({ role }) => typeof role === "string") ? "openai" : undefined;
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
	if (Array.isArray(messages) && has(value, "thread", "resourceId", "resources", "uiMessages"))
		return "mastra";
	return ofChat(value) ?? (Array.isArray(value.resources) ? "mastra" : undefined);
}

/** The system that the export is from; undefined if unknown. */
export const recogniseFormat = (value: unknown): ForeignFormat | undefined =>
	Array.isArray(value) ? ofList(value) : isObject(value) ? ofObject(value) : undefined;
