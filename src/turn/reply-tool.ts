import { z } from "zod";
import { type Tool, tool } from "../agent/index.ts";
import { runEvent } from "./run-events.ts";
import type { Turn } from "./turn.ts";

/** The same text again within this time counts as a mistake of the model. */
const REPEAT_MS = 100;

/**
 * The tool with which an agent sends a text before it is done. The text is logged immediately, and stays
 * whatever happens to the run.
 */
export function replyTool(turn: Turn, maxPerRun: number): Tool {
	let sent = 0;
	let last: { content: string; at: number } | undefined;
	return tool({
		name: "reply",
		description:
			"Sends a message to the user right away, before the final answer. Use it to say what you are doing, or to answer in parts.",
		input: z.object({ content: z.string().min(1).describe("What to say.") }),
		async execute({ content }) {
			const now = performance.now();
			if (content.trim() === "") return { delivered: false, reason: "the text is empty" };
			if (sent >= maxPerRun) {
				return { delivered: false, reason: `the limit is ${maxPerRun} replies per run` };
			}
			if (last && last.content === content && now - last.at < REPEAT_MS) {
				return { delivered: false, reason: "the same text was sent just before" };
			}
			sent += 1;
			last = { content, at: now };
			const { metadata, hidden, runId } = turn;
			await turn.log.append([
				runEvent({ kind: "reply", source: "agent", runId, data: { content, ...hidden }, metadata }),
			]);
			turn.emit({ type: "reply", content });
			return { delivered: true };
		},
	});
}
