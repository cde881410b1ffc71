import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { MAX_FACT_TEXT } from "../fact-text.ts";
import { isObject } from "../json.ts";
import { bareChat, type ChatFormat, chatListOf, manyChats, oneChat } from "./chats.ts";
import type { Conversation, OwnedFact } from "./conversation.ts";
import { type ImportWarning, warningsOf } from "./import-warnings.ts";
import { fromLangGraph } from "./langgraph.ts";
import { fromMastra, type WorkingMemory } from "./mastra.ts";
import { fromMem0 } from "./mem0.ts";
import {
	type ForeignFormat,
	IMPORT_FORMATS,
	isChatFormat,
	ofChat,
	recogniseFormat,
} from "./recognise-format.ts";

/** The contents of an export of another system. */
export interface Foreign {
	format: ForeignFormat;
	conversations: Conversation[];
	facts: OwnedFact[];
	warnings: ImportWarning[];
}

/** Reads a JSON value from another system. Stores nothing. Errors name the position. */
export function readForeign(value: unknown, said?: ForeignFormat): Foreign {
	const format = said ?? recogniseFormat(value);
	if (format === undefined) throw unknownFormat();
	const { conversations, facts } = read(value, format, said);
	return { format, conversations, facts, warnings: warningsOf(conversations) };
}

const unknownFormat = (): HoldfastError =>
	new HoldfastError(
		"invalid",
		`unknown format; known formats: ${IMPORT_FORMATS.join(", ")}. If it is one of them, set \`format\``,
	);

function read(
	value: unknown,
	format: ForeignFormat,
	said: ForeignFormat | undefined,
): Pick<Foreign, "conversations" | "facts"> {
	switch (format) {
		case "mem0":
			return { conversations: [], facts: fromMem0(value) };
		case "langgraph":
			return { conversations: fromLangGraph(value), facts: [] };
		case "mastra": {
			const { conversations, workingMemory } = fromMastra(value);
			return { conversations, facts: workingMemory.flatMap(toFacts) };
		}
		default:
			return { conversations: readChats(value, format, said), facts: [] };
	}
}

/** Only messages, one conversation with messages, or a list of such conversations. */
function readChats(value: unknown, format: ChatFormat, said: ForeignFormat | undefined): Conversation[] {
	if (isObject(value)) return [oneChat(value, format, "")];
	const list = parse(z.array(z.unknown(), { error: "must be a list of messages" }), value, "messages");
	const isMany = list.length > 0 && list.every((one) => isObject(one) && !("role" in one) && chatListOf(one));
	if (!isMany) return [bareChat(list, format)];
	return manyChats(list, (chat) => {
		const own = said === undefined ? ofChat(chat) : undefined;
		return isChatFormat(own) ? own : format;
	});
}

/** Working memory belongs to the user. It contains no single facts. */
const toFacts = ({ userId, text }: WorkingMemory, i: number): OwnedFact[] =>
	inPieces(text).map((content) => ({
		what: `resources[${i}].workingMemory`,
		userId,
		fact: { content, kind: "profile", source: "mastra" },
	}));

/** Splits a text into pieces that fit into a fact, between lines if possible. */
export function inPieces(text: string, most = MAX_FACT_TEXT): string[] {
	const pieces: string[] = [];
	let piece = "";
	for (const line of text.trim().split(/(?<=\n)/)) {
		if (piece !== "" && piece.length + line.length > most) {
			pieces.push(piece);
			piece = "";
		}
		piece += line;
		for (; piece.length > most; piece = piece.slice(most)) pieces.push(piece.slice(0, most));
	}
	return [...pieces, piece].map((one) => one.trim().toWellFormed()).filter((one) => one !== "");
}
