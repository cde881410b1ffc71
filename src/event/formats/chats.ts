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

/** The formats in which a conversation is a list of messages, and says nothing else. */
export const CHAT_FORMATS = ["openai", "openai-responses", "anthropic", "ai-sdk"] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** The messages of one conversation, and where they are. */
export interface ChatList {
	list: readonly unknown[];
	/** `messages`, or another name of the list. */
	name: string;
}

/** The list of messages, or of items, that an object holds; undefined where it holds none. */
export function chatListOf(value: Record<string, unknown>): ChatList | undefined {
	for (const name of ["messages", "items"]) {
		const list = value[name];
		if (Array.isArray(list)) return { list, name };
	}
	if (value.object === "list" && Array.isArray(value.data)) return { list: value.data, name: "data" };
	// An answer of the Responses API, or a request with its answer.
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

/** The first of these members that says something. */
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

/** A conversation of messages alone: where it belongs has to be said. */
export function bareChat(list: readonly unknown[], format: ChatFormat): Conversation {
	const name = format === "openai-responses" ? "items" : "messages";
	return { what: name, events: eventsOf(format, { list, name }, "", undefined) };
}

/** One conversation of an object that holds its messages, with what it says of it. `what` is its place, `""` where it is all. */
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
 * Several conversations, one for each line of a file or member of a list. One without an id is named after its content, so that
 * it has the same name when it is imported again.
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
