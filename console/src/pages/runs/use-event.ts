import { useQuery } from "@tanstack/react-query";
import type { Event } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import type { SessionAddress } from "../../paths.ts";
import { contentText } from "./content-text.ts";

/** Events are read in blocks of this size, because replayed events are mostly adjacent. */
const STRETCH = 64;
const KINDS = ["message", "reply", "tool_call", "tool_result"] as const;

export interface EventWords {
	who: string;
	text: string;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function wordsOf(event: Event): EventWords {
	if (event.erased) return { who: "", text: "(erased)" };
	switch (event.kind) {
		case "message": {
			const { role, content, displayName } = event.data;
			const who = displayName ?? (role === "assistant" ? "agent" : role);
			return { who, text: contentText(content) };
		}
		case "reply":
			return { who: "agent", text: contentText(event.data.content) };
		case "tool_call":
			return { who: "call", text: `${event.data.name} ${asText(event.data.input)}` };
		case "tool_result":
			return { who: "result", text: `${event.data.name} ${asText(event.data.output)}` };
		default:
			return { who: event.source, text: `(${event.kind})` };
	}
}

/** The speaker and text of an event; undefined while it loads, null if it is missing. */
export function useEvent(
	{ agentId, userId, sessionId }: SessionAddress,
	offset: number,
): EventWords | null | undefined {
	const hf = useHf();
	const from = Math.floor(offset / STRETCH) * STRETCH;
	const { data, isError } = useQuery({
		queryKey: ["session", agentId, userId, sessionId, "stretch", from],
		queryFn: () =>
			hf
				.session({ agentId, sessionId, userId })
				.events({ after: from - 1, before: from + STRETCH, limit: STRETCH, kinds: KINDS }),
		staleTime: 60_000,
	});
	if (isError) return null;
	if (!data) return undefined;
	const event = data.find((one) => one.offset === offset);
	return event ? wordsOf(event) : null;
}
