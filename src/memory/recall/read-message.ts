import { type Event, textOf } from "../../event/index.ts";
import type { SpeakerKind } from "../index/index.ts";

/** A message of a conversation, as search and consolidation read it. */
export interface SpokenLine {
	offset: number;
	/** Milliseconds. */
	at: number;
	role: "user" | "assistant" | "tool";
	kind: SpeakerKind;
	/** The name of the speaker, if the participant has one. */
	speaker: string | undefined;
	text: string;
}

/** Longer texts are cut, which limits the cost of one message. */
const MAX_LENGTH = 20_000;

/**
 * The message of an event. Undefined for:
 *
 * - events of other kinds, system messages, and empty texts;
 * - erased events;
 * - events that the save mode of their run keeps out of memory;
 * - results of memory tools: their content is already known, and is found where it was said.
 */
export function readMessage(event: Event): SpokenLine | undefined {
	const { replay, memory } = event.data as { replay?: unknown; memory?: unknown };
	if (event.erased || replay === false || (event.kind === "tool_result" && memory === true)) return undefined;
	const line = (role: SpokenLine["role"], kind: SpeakerKind, text: string, speaker?: string) => {
		const said = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH).toWellFormed() : text;
		if (said.trim() === "") return undefined;
		return { offset: event.offset, at: Date.parse(event.at), role, kind, speaker, text: said };
	};
	switch (event.kind) {
		case "message": {
			const { role, content, displayName } = event.data;
			if (role === "system") return undefined;
			const kind = event.source === "human" ? "human" : role;
			return line(role, kind, textOf(content), displayName);
		}
		case "reply":
			return line("assistant", "assistant", textOf(event.data.content));
		case "tool_result": {
			const { output } = event.data;
			return line("tool", "tool", typeof output === "string" ? output : JSON.stringify(output));
		}
		default:
			return undefined;
	}
}
