/*
 * What OpenAI refuses in a request, as far as a conversation can break it. The messages are the ones OpenAI gives. Stricter
 * than OpenAI in one point: no message may be empty, because other providers that speak this format refuse it.
 */

/** An item that the Responses API keeps, to be referred to by its id. */
export interface StoredItem {
	type: "message" | "reasoning" | "function_call";
	callId?: string;
	/** The reasoning that was given right before it. */
	reasoningId?: string;
}

type Loose = Readonly<Record<string, unknown>>;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST_CALL_ID = 40;

const list = (value: unknown): readonly Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What is wrong with a request to /chat/completions. */
export function findChatFlaw(body: Loose): string | undefined {
	const messages = list(body.messages);
	if (messages.length === 0)
		return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
	let open: string[] = [];
	for (const [i, message] of messages.entries()) {
		const flaw = findMessageFlaw(message, i, open);
		if (flaw) return flaw;
		if (message.role === "tool") open = open.filter((id) => id !== message.tool_call_id);
		else open = list(message.tool_calls).map((call) => text(call.id));
	}
	if (open.length > 0) return unanswered(open);
	const names = list(body.tools).map((tool) => text((tool.function as Loose | undefined)?.name));
	return findToolsFlaw(names, body.tool_choice);
}

const unanswered = (ids: readonly string[]): string =>
	`An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`;

function findMessageFlaw(message: Loose, i: number, open: readonly string[]): string | undefined {
	const calls = list(message.tool_calls);
	if (message.role === "tool") {
		const id = text(message.tool_call_id);
		if (open.includes(id)) return isEmpty(message.content) ? emptyContent(i) : undefined;
		return `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls' (messages[${i}], ${id}).`;
	}
	if (open.length > 0) return unanswered(open);
	if (!["system", "developer", "user", "assistant"].includes(text(message.role))) {
		return `Invalid value: '${message.role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`;
	}
	if (calls.length === 0) return isEmpty(message.content) ? emptyContent(i) : undefined;
	const ids = calls.map((call) => text(call.id));
	if (new Set(ids).size < ids.length) return `Duplicate value for 'tool_call_id' in messages[${i}].`;
	for (const { id, function: called } of calls) {
		const { name, arguments: given } = called as Loose;
		const flaw = findCallFlaw(text(id), text(name), given, `messages[${i}].tool_calls`);
		if (flaw) return flaw;
	}
	return undefined;
}

function findCallFlaw(id: string, name: string, given: unknown, where: string): string | undefined {
	if (id === "") return `Missing required parameter: '${where}.id'.`;
	if (id.length > LONGEST_CALL_ID) {
		return `Invalid '${where}.id': string too long. Expected a string with maximum length ${LONGEST_CALL_ID}.`;
	}
	if (!TOOL_NAME.test(name)) {
		return `Invalid '${where}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
	}
	try {
		const parsed: unknown = JSON.parse(text(given));
		if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return undefined;
	} catch {
		// Said below.
	}
	return `Invalid '${where}.function.arguments': expected the JSON of an object.`;
}

const emptyContent = (i: number): string => `Invalid 'messages[${i}].content': empty.`;

function isEmpty(content: unknown): boolean {
	if (typeof content === "string") return content.trim() === "";
	const parts = list(content);
	return parts.length === 0 || parts.some((part) => "text" in part && text(part.text).trim() === "");
}

function findToolsFlaw(names: readonly string[], choice: unknown): string | undefined {
	if (names.length === 0) {
		return choice === undefined
			? undefined
			: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
	}
	const bad = names.find((name) => !TOOL_NAME.test(name));
	if (bad !== undefined)
		return `Invalid 'tools[].function.name': '${bad}' does not match pattern '^[a-zA-Z0-9_-]+$'.`;
	return new Set(names).size < names.length ? "Invalid 'tools': names must be unique." : undefined;
}

/** What is wrong with a request to /responses. `stored` holds the items of earlier answers by id. */
export function findResponsesFlaw(body: Loose, stored: ReadonlyMap<string, StoredItem>): string | undefined {
	const input = list(body.input);
	if (input.length === 0) return "Missing required parameter: 'input'.";
	const calls = new Set<string>();
	const answered = new Set<string>();
	const reasoningSeen = new Set<string>();
	for (const [i, item] of input.entries()) {
		const kind = kindOf(item, stored);
		if (kind === undefined) return `Item with id '${item.id}' not found.`;
		const referred = item.type === "item_reference" ? stored.get(text(item.id)) : undefined;
		if (kind === "function_call") {
			const id = referred?.callId ?? text(item.call_id);
			if (calls.has(id)) return `Duplicate function call with call_id ${id}.`;
			calls.add(id);
			const flaw = referred ? undefined : findCallFlaw(id, text(item.name), item.arguments, `input[${i}]`);
			if (flaw) return flaw;
		} else if (kind === "function_call_output") {
			const id = text(item.call_id);
			if (!calls.has(id)) return `No tool call found for function call output with call_id ${id}.`;
			if (isEmpty(item.output)) return `Invalid 'input[${i}].output': empty.`;
			answered.add(id);
		} else if (kind === "reasoning") {
			reasoningSeen.add(text(item.id));
			const next = input[i + 1];
			const following = next && (next.role === "assistant" ? "message" : kindOf(next, stored));
			if (
				!following ||
				!["message", "function_call", "reasoning"].includes(following) ||
				next.role === "user"
			) {
				return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
			}
		} else if (!referred && isEmpty(item.content)) {
			return `Invalid 'input[${i}].content': empty.`;
		}
		const needs = referred?.reasoningId;
		if (needs !== undefined && !reasoningSeen.has(needs)) {
			return `Item '${item.id}' of type '${kind}' was provided without its required 'reasoning' item: '${needs}'.`;
		}
	}
	const open = [...calls].filter((id) => !answered.has(id));
	if (open.length > 0) return `No tool output found for function call ${open[0]}.`;
	return findToolsFlaw(
		list(body.tools).map((tool) => text(tool.name)),
		body.tool_choice,
	);
}

function kindOf(item: Loose, stored: ReadonlyMap<string, StoredItem>): string | undefined {
	if (item.type === "item_reference") return stored.get(text(item.id))?.type;
	return text(item.type) || "message";
}
