import { isObject, type Json } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { isAside, readPart } from "../read-part.ts";
import { type Conversation, placeOf } from "./conversation.ts";

/** Something that an import could not bring into the conversation, counted by its type. */
export interface ImportWarning {
	/**
	 * `part`: a part of a message that no model gets. `item`: something that is no message, or a result without its call. Both
	 * stay in the log.
	 */
	kind: "part" | "item";
	/** The type of the part, or of the custom event. */
	type: string;
	count: number;
	/** Where the first one was, such as `messages[3]`. */
	first: string;
}

/** How many sorts are told: a file may hold as many types as it has parts. */
const MAX_SORTS = 100;

const TEXTS: ReadonlySet<string> = new Set(["text", "input_text", "output_text", "refusal"]);

/** Whether a model gets the part again in later prompts. Of what others than the user said it gets text. */
function isShown(part: MessagePart, isUser: boolean): boolean {
	if (isAside(part.type)) return true;
	return isUser ? readPart(part).parts !== undefined : TEXTS.has(part.type);
}

const isFile = (part: unknown): part is { type: string } => {
	if (!isObject(part) || typeof part.type !== "string") return false;
	return (readPart({ ...part, type: part.type }).parts ?? []).some(({ type }) => type === "file");
};

/** What of these conversations no model will get. */
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
