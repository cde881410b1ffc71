import { HoldfastError } from "../../error/index.ts";
import type { Event } from "../../event/index.ts";
import { contentText } from "../print/event-text.ts";
import { cyan, dim, green, magenta, type Screen, type Span, yellow } from "../screen/screen.ts";
import type { Conversation } from "./conversation.ts";
import { createFlow } from "./flow.ts";
import { note } from "./note.ts";

/** Prints something at the next suitable moment. */
export type Tell = (print: (out: Screen) => void) => void;

/**
 * Reports what others do in the session: messages of humans and of other processes, and handovers. Skips the runs of this
 * process, which are printed elsewhere. Ends with its signal.
 */
export async function watchSession(
	talk: Conversation,
	after: number,
	tell: Tell,
	signal: AbortSignal,
): Promise<void> {
	try {
		for await (const event of talk.handle().follow({ after, signal })) {
			if (signal.aborted) return;
			const print = toldOf(event, talk);
			if (print) tell(print);
		}
	} catch (error) {
		if (signal.aborted) return;
		tell((out) => note(out, whyNotWatched(error), yellow("· ")));
	}
}

function whyNotWatched(error: unknown): string {
	if (HoldfastError.isInstance(error) && error.code === "not_found")
		return "This session was deleted. Your next message creates it again; /session new starts another one.";
	const message = error instanceof Error ? error.message : String(error);
	return `Messages of others in this session are no longer shown: ${message}`;
}

/** How to report an event; undefined for events of this process. */
function toldOf(event: Event, talk: Conversation): ((out: Screen) => void) | undefined {
	if (event.erased || talk.isOwn(event.runId)) return undefined;
	if (event.kind === "mode") {
		const { to, by, reason } = event.data;
		if (to === talk.mode) return undefined;
		talk.mode = to;
		const who = by === undefined ? "" : ` (${by})`;
		const change =
			event.source === "agent"
				? `The agent handed over to a human${reason ? `: ${reason}.` : "."}`
				: `A human has taken over${who}.`;
		const line =
			to === "manual"
				? `${change} The agent is silent. To hand back to the agent: /handback`
				: `The agent answers again${who}.`;
		return (out) => note(out, line, yellow("· "));
	}
	if (event.kind === "session" && event.data.change === "ended")
		return (out) => note(out, "This session was ended. Your next message reopens it.", yellow("· "));
	if (event.kind !== "message" && event.kind !== "reply") return undefined;
	const lead = leadOf(event, talk.ref.agentId);
	if (!lead) return undefined;
	return (out) => printSaid(out, lead, contentText(event.data.content));
}

/** The speaker, as printed before a message. Undefined for tools and system messages. */
export function leadOf(event: Event, agentId: string): readonly Span[] | undefined {
	if (event.kind === "reply") return [green(agentId), ": "];
	if (event.kind !== "message") return undefined;
	const { role, displayName } = event.data;
	if (event.source === "human") return [magenta(displayName ?? "human"), dim(" (human)"), ": "];
	if (role === "assistant") return [green(displayName ?? agentId), ": "];
	return role === "user" ? [cyan(displayName ?? "you, in another window"), ": "] : undefined;
}

export function printSaid(out: Screen, lead: readonly Span[], said: string): void {
	const flow = createFlow(out, lead);
	flow.push(said);
	flow.end();
}
