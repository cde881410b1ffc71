import type { Event } from "../../event/index.ts";
import type { Prompt } from "../../model/index.ts";
import type { Context } from "../context/build-context.ts";
import { type AnsweredCall, toUnits, type Unit } from "../context/history-units.ts";
import { type CallIds, unitPrompt } from "../context/to-prompt.ts";
import type { Turn } from "../turn.ts";

/**
 * Asks the model to continue when the last message is the agent's: providers require that it is the user's.
 */
const GO_ON = "(Answer now, with what is known by this step.)";

function callText({ name, input, output, isError }: AnsweredCall): string {
	const asked = JSON.stringify(input);
	return `[${name}${asked === "{}" ? "" : ` ${asked}`} ${isError ? "failed:" : "gave"} ${JSON.stringify(output)}]`;
}

/** Turns calls and results into text, for prompts that list no tools: some providers reject calls there. */
export function inWords(unit: Unit): Unit {
	if (unit.role !== "tools") return unit;
	const { sessionId, place, offsets, at, calls } = unit;
	const text = [...(unit.text.trim() === "" ? [] : [unit.text]), ...calls.map(callText)].join("\n");
	return { role: "assistant", sessionId, place, offsets, at, text };
}

/** The save mode is for later runs: this one sees everything it did, except the calls of the reply tool. */
function shown(event: Event, { agent }: Turn): Event {
	const { replay, ...data } = event.data as Record<string, unknown>;
	if (replay !== false || (agent.reply && data.name === "reply")) return event;
	return { ...event, data } as Event;
}

/** What the run has done so far, after the user's message. */
function ownUnits(turn: Turn): Unit[] {
	const [, ...events] = turn.log.events;
	return toUnits(
		events.map((event) => shown(event, turn)),
		turn.ref.sessionId,
		[],
	);
}

/**
 * Builds the prompt of a node: the conversation, the user's message, the calls and outputs of earlier nodes,
 * and the node's own prompt.
 */
export function nodePrompt(
	turn: Turn,
	contextOf: (listed: boolean) => Context,
	{ listed, text }: { listed: boolean; text: string | undefined },
): { prompt: Prompt; ids: CallIds } {
	const { prompt, ids } = contextOf(listed);
	for (const unit of ownUnits(turn)) prompt.push(...unitPrompt(listed ? unit : inWords(unit), ids));
	const asks = text ?? (prompt.at(-1)?.role === "assistant" ? GO_ON : undefined);
	if (asks !== undefined) prompt.push({ role: "user", content: [{ type: "text", text: asks }] });
	return { prompt, ids };
}
