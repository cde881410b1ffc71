import { z } from "zod";
import { type Tool, tool } from "../agent/index.ts";
import { runEvent } from "./run-events.ts";
import type { Turn } from "./turn.ts";

/** The same words again within this time are taken for a slip of the model. */
const REPEAT_MS = 100;

/**
 * The tool with which an agent says something before it is done. The text is logged at once, and stays whatever
 * becomes of the run.
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
			if (content.trim() === "") return { delivered: false, reason: "there is nothing to say in it" };
			if (sent >= maxPerRun) {
				return { delivered: false, reason: `at most ${maxPerRun} replies are sent in one run` };
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
