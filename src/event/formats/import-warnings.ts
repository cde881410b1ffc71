import { isObject, type Json } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { isAside, readPart } from "../read-part.ts";
import { type Conversation, placeOf } from "./conversation.ts";

/** Content that an import could not make part of the conversation, counted by type. */
export interface ImportWarning {
	/**
	 * `part`: a part of a message that no model receives. `item`: something that is not a message, or a result
	 * without its call. Both stay in the log.
	 */
	kind: "part" | "item";
	/** The type of the part, or of the custom event. */
	type: string;
	/** How many there are. */
	count: number;
	/** Position of the first one, e.g. `messages[3]`. */
	first: string;
}

/** Maximum number of different types. A file can have as many types as parts. */
const MAX_SORTS = 100;

const TEXTS: ReadonlySet<string> = new Set(["text", "input_text", "output_text", "refusal"]);

/** Whether later prompts contain the part. For speakers other than the user, that is text only. */
function isShown(part: MessagePart, isUser: boolean): boolean {
	if (isAside(part.type)) return true;
	return isUser ? readPart(part).parts !== undefined : TEXTS.has(part.type);
}

const isFile = (part: unknown): part is { type: string } => {
	if (!isObject(part) || typeof part.type !== "string") return false;
	return (readPart({ ...part, type: part.type }).parts ?? []).some(({ type }) => type === "file");
};

/** What no model will receive of these conversations. */
export function warningsOf(conversations: readonly Conversation[]): ImportWarning[] {
	const found = new Map<string, ImportWarning>();
	const add = (kind: ImportWarning["kind"], given: string, first: string): void => {
		const type = given.slice(0, 100);
		const known = found.get(`${kind} ${type}`);
		if (known) known.count += 1;
		else if (found.size < MAX_SORTS) found.set(`${kind} ${type}`, { kind, type, count: 1, first });
	};
	for (const { what, events } of conversations) {
		for (const [i, event] of events.entries()) {
			const place = placeOf(event) ?? `${what}, event ${i}`;
			if (event.kind === "custom") add("item", event.data.type ?? "custom", place);
			if (event.kind === "message" && Array.isArray(event.data.content)) {
				const isUser = event.data.role === "user";
				for (const part of event.data.content) if (!isShown(part, isUser)) add("part", part.type, place);
			}
			if (event.kind === "tool_result")
				for (const part of filesOf(event.data.output)) add("part", part.type, place);
		}
	}
	return [...found.values()];
}

const filesOf = (output: Json): { type: string }[] => (Array.isArray(output) ? output.filter(isFile) : []);
