import type { Event } from "holdfast";

export type Speaker = "user" | "agent" | "human" | "tool" | "system";

/** Who caused an event, for its colour and lane. */
export function speakerOf({ kind, source }: Pick<Event, "kind" | "source">): Speaker {
	if (kind === "tool_call" || kind === "tool_result") return "tool";
	if (kind === "mode") return "human";
	if (kind !== "message" && kind !== "reply" && kind !== "step_output") return "system";
	return source === "integration" ? "system" : source;
}

const NAMES: Readonly<Record<Speaker, string>> = {
	user: "User",
	agent: "Agent",
	human: "Human",
	tool: "Tool",
	system: "System",
};

/** The display name of the speaker. */
export const speakerName = (event: Pick<Event, "kind" | "source">): string => NAMES[speakerOf(event)];

export const isFailure = (event: Event): boolean =>
	!event.erased &&
	((event.kind === "status" && event.data.status === "failed") ||
		(event.kind === "tool_result" && event.data.isError === true));
