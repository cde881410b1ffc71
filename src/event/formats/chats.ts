import { hash } from "node:crypto";
import { HoldfastError, parse } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { keyText } from "../ids.ts";
import { canonicalJson, isObject, type Json } from "../json.ts";
import { fromAiSdk } from "./ai-sdk.ts";
import { fromAnthropic } from "./anthropic.ts";
import { about, type Conversation, timeOf, titleOf } from "./conversation.ts";
import { fromOpenAi } from "./openai.ts";
import { fromOpenAiResponses } from "./openai-responses.ts";

/** Formats in which a conversation is only a list of messages. */
export const CHAT_FORMATS = ["openai", "openai-responses", "anthropic", "ai-sdk"] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** The messages of one conversation, and where they are. */
export interface ChatList {
	list: readonly unknown[];
	/** `messages`, or another name of the list. */
	name: string;
}

/** The list of messages or items in an object; undefined if there is none. */
export function chatListOf(value: Record<string, unknown>): ChatList | undefined {
	for (const name of ["messages", "items"]) {
		const list = value[name];
		if (Array.isArray(list)) return { list, name };
	}
	if (value.object === "list" && Array.isArray(value.data)) return { list: value.data, name: "data" };
	// A response of the Responses API, or a request with its response.
	if (!Array.isArray(value.output)) return undefined;
	const { input, instructions } = value;
	const asked =
		typeof input === "string" ? [{ role: "user", content: input }] : Array.isArray(input) ? input : [];
	const first = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
	return { list: [...first, ...asked, ...value.output], name: "output" };
}

function eventsOf(format: ChatFormat, { list, name }: ChatList, what: string, system: unknown): NewEvent[] {
	const place = what === "" ? name : `${what}.${name}`;
	switch (format) {
		case "openai":
			return fromOpenAi(list, place);
		case "openai-responses":
			return fromOpenAiResponses(list, place);
		case "anthropic":
			return fromAnthropic(list, place, system);
		case "ai-sdk":
			return fromAiSdk(list, place);
	}
}

/** The first of these members that has a value. */
function said(value: Record<string, unknown>, names: readonly string[], what: string): string | undefined {
	for (const name of names) {
		const found = value[name];
		const id = isObject(found) ? found.id : found;
		if (typeof id === "number") return String(id);
		if (id !== undefined && id !== null && id !== "") return parse(keyText, id, `${what}.${name}`);
	}
	return undefined;
}

const SESSION_IDS = [
	"session_id",
	"sessionId",
	"conversation_id",
	"conversationId",
	"conversation",
	"chat_id",
	"id",
];
const USER_IDS = ["user_id", "userId", "user"];
const AGENT_IDS = ["agent_id", "agentId"];

/** A conversation of messages only. The caller must say which session it belongs to. */
export function bareChat(list: readonly unknown[], format: ChatFormat): Conversation {
	const name = format === "openai-responses" ? "items" : "messages";
	return { what: name, events: eventsOf(format, { list, name }, "", undefined) };
}

/**
 * One conversation from an object with its messages and other members. `what` is its position, `""` for the whole
 * source.
 */
export function oneChat(value: unknown, format: ChatFormat, what: string): Conversation {
	const chat = isObject(value) ? chatListOf(value) : undefined;
	if (!isObject(value) || !chat)
		throw new HoldfastError("invalid", `${what || "chat"}: must be an object with a list of messages`, {
			field: what,
		});
	const { created_at, createdAt, created, updated_at, updatedAt, title, metadata, model } = value;
	const begun = timeOf(created_at ?? createdAt ?? created, `${what}.created_at`);
	return {
		what: what === "" ? chat.name : what,
		sessionId: said(value, SESSION_IDS, what),
		userId: said(value, USER_IDS, what),
		agentId: said(value, AGENT_IDS, what),
		title: typeof title === "string" ? titleOf(title) : undefined,
		...about(format, { model, metadata }),
		createdAt: begun,
		updatedAt: timeOf(updated_at ?? updatedAt, `${what}.updated_at`) ?? begun,
		events: eventsOf(format, chat, what, value.system),
	};
}

/**
 * Several conversations, one per line of a file or member of a list. One without an id is named after its content,
 * so that importing it again gives the same name.
 */
export function manyChats(
	list: readonly unknown[],
	formatOf: (chat: unknown, what: string) => ChatFormat,
): Conversation[] {
	const used = new Map<string, number>();
	return list.map((value, i) => {
		const what = `chats[${i}]`;
		const chat = oneChat(value, formatOf(value, what), what);
		if (chat.sessionId !== undefined) return chat;
		const digest = hash("sha256", canonicalJson(chat.events as unknown as Json), "hex").slice(0, 16);
		const times = (used.get(digest) ?? 0) + 1;
		used.set(digest, times);
		return { ...chat, sessionId: times === 1 ? `chat-${digest}` : `chat-${digest}-${times}` };
	});
}
