import { z } from "zod";
import type { Event, EventKind } from "../../../event/index.ts";
import type { Fact } from "../../../memory/index.ts";
import { event, session } from "../../../server/resources/shapes.ts";
import { fact } from "../../../server/resources/shapes-memory.ts";
import type { Session, SessionHandle } from "../../../session/index.ts";
import { answers } from "../../command.ts";
import { type Consolidation, consolidationShape, readConsolidations } from "../../consolidation.ts";
import { findSession, refOf } from "../../find-session.ts";
import { amount } from "../../print/amount.ts";
import { printConsolidation } from "../../print/consolidation.ts";
import { printConversation } from "../../print/conversation.ts";
import { printFacts } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, dim } from "../../screen/screen.ts";
import { sessionFacts } from "../../session-facts.ts";
import { show } from "./spec.ts";

/** What is said, what tools do, and who is in charge. */
const KINDS: readonly EventKind[] = ["message", "reply", "tool_call", "tool_result", "mode"];
/** Of how many events one answer of a server is. */
const STEP = 1_000;

interface Answer {
	session: Session;
	/** There is more before the first event. */
	older: boolean;
	events: Event[];
	consolidation: Consolidation;
	facts: Fact[];
}

/** The newest so many lines, oldest first. */
async function readLines(handle: SessionHandle, count: number): Promise<Pick<Answer, "events" | "older">> {
	let events: Event[] = [];
	for (;;) {
		const before = events[0]?.offset;
		const left = count - events.length;
		// One more than asked for tells whether that is all.
		const step = await handle.events({ kinds: KINDS, before, last: Math.min(STEP, left + 1) });
		if (step.length > left) return { events: [...step.slice(step.length - left), ...events], older: true };
		events = [...step, ...events];
		if (step.length < Math.min(STEP, left + 1)) return { events, older: false };
	}
}

export const showMemory = answers(show, {
	answer: z.object({
		session,
		older: z.boolean().meta({ description: "There is more before the first event" }),
		events: z.array(event).meta({ description: "The lines of the conversation, oldest first" }),
		consolidation: consolidationShape,
		facts: z.array(fact),
	}),
	async run({ args, options, open }): Promise<Answer> {
		const hf = await open();
		const found = await findSession(hf, args.session, options);
		const ref = refOf(found);
		const [lines, facts, consolidationOf] = await Promise.all([
			readLines(hf.session(ref), options.limit),
			sessionFacts(hf, ref),
			readConsolidations(hf),
		]);
		return { session: found, ...lines, consolidation: consolidationOf(found), facts };
	},
	show({ session, older, events, consolidation, facts }, { out, err }) {
		const { agentId, userId, sessionId, messageCount, title } = session;
		const whose = userId === undefined ? "" : ` and ${userId}`;
		const about = `${oneLine(sessionId)} of ${oneLine(agentId + whose)}, ${amount(messageCount, "message")}`;
		printParagraph(out, about, { style: "bold" });
		if (title !== undefined) printParagraph(out, oneLine(title));
		out.line("");
		if (events.length === 0 && !older) out.line(dim("Nothing was said."));
		printConversation(out, events);
		out.line("");
		out.line(bold("Facts"));
		printConsolidation(out, session, consolidation);
		printFacts(out, facts);
		if (facts.length === 0 && consolidation.status === "done") out.line(dim("None came of it."));
		if (older) err.line(dim(`Older lines are left out: --limit ${events.length * 10} shows more.`));
	},
});
