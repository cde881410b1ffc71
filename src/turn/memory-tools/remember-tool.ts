import { z } from "zod";
import { type Tool, tool } from "../../agent/index.ts";
import { nameUser } from "../../memory/consolidate/name-user.ts";
import { ownerOf } from "../../memory/consolidate/owner.ts";
import { writeFact } from "../../memory/facts/write-facts.ts";
import { sourceIn, spanOf } from "../run-tool.ts";
import { factsAbout, timeMemory } from "../trace-memory.ts";
import type { Turn } from "../turn.ts";
import { scopeName, toolScope } from "./tool-scope.ts";

/** Maximum characters. A fact is a sentence or two; longer ones would crowd others out of prompts. */
const LONGEST = 1_000;

const input = z.object({
	content: z
		.string({ error: "must be a text: what to remember, in one sentence" })
		.refine((text) => text.trim() !== "", {
			error: "must not be empty; say what to remember in one sentence",
		})
		.max(LONGEST, {
			error: `must have at most ${LONGEST} characters; remember the main point in one sentence`,
		})
		.describe('One plain sentence that stands on its own, e.g. "The user is allergic to peanuts."'),
	importance: z
		.number({ error: "must be a number from 0 to 1" })
		.min(0, { error: "must be from 0 to 1" })
		.max(1, { error: "must be from 0 to 1" })
		.optional()
		.describe("How much it matters, from 0 to 1. Default 0.5."),
});

const KNOWN_IN = {
	user: "You will know it in later conversations with this user.",
	session: "You will know it in this conversation only.",
	agent: "You will know it in conversations with every user: say whom it is about.",
};

/**
 * The tool with which a model stores a fact. The owner follows the same rules as for facts extracted from
 * conversations.
 */
export function rememberTool(turn: Turn): Tool {
	const { facts } = turn.memory;
	return tool({
		name: "remember",
		description: `Keeps a fact in your long-term memory. ${facts === false ? "" : KNOWN_IN[facts]} Use it when the user asks you to remember something, or tells you something that will matter later. Do not remember passwords or other secrets.`,
		input,
		async execute({ content, importance }, toolContext) {
			const { context, rules, session, root } = await toolScope(turn);
			const { owner, floating } = await ownerOf(context.platform, session, rules);
			const source = sourceIn(turn, toolContext);
			const speaker = { userId: root.userId, others: false };
			const text = rules.facts === "agent" ? nameUser(content.trim(), root.userId) : content.trim();
			const id = await timeMemory(turn, spanOf(toolContext) ?? turn.span, "write", {
				before: { "holdfast.memory.scope": scopeName(owner) },
				work: () =>
					writeFact(
						context,
						async () => ({ agentId: turn.agent.id, rules, owner, floating, source, speaker }),
						text,
						importance === undefined ? {} : { importance },
					),
				about: (id) => factsAbout([id]),
			});
			return { remembered: true, id };
		},
	});
}
