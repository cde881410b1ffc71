import { type Event, textOf } from "../../event/index.ts";
import type { SpeakerKind } from "../index/index.ts";

/** A line of a conversation, as search and consolidation read it. */
export interface SpokenLine {
	offset: number;
	/** Milliseconds. */
	at: number;
	role: "user" | "assistant" | "tool";
	kind: SpeakerKind;
	/** Who speaks, where a participant has a name. */
	speaker: string | undefined;
	text: string;
}

/** Of a longer text the beginning: it bounds what one message costs. */
const MAX_LENGTH = 20_000;

/**
 * What was said with an event; undefined for events that are no such thing, that were erased, that the save mode of
 * their run keeps out of memory, and that the memory itself gave: what is known is no news, and is found where it was said.
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
