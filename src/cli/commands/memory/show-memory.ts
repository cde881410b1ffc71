import { HoldfastError } from "../../../error/index.ts";
import type { Event, EventKind } from "../../../event/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { Fact } from "../../../memory/index.ts";
import type { Session, SessionConsolidation, SessionHandle } from "../../../session/index.ts";
import { shownMemory } from "../../../wire/cli/memory.ts";
import { answers, type Call } from "../../command.ts";
import { type Consolidation, readConsolidations } from "../../consolidation.ts";
import { findSession, refOf } from "../../find-session.ts";
import { amount } from "../../print/amount.ts";
import { printConsolidation } from "../../print/consolidation.ts";
import { printConsolidationCosts } from "../../print/consolidation-costs.ts";
import { printConversation } from "../../print/conversation.ts";
import { printFacts } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, dim } from "../../screen/screen.ts";
import { sessionFacts } from "../../session-facts.ts";
import { agentsWithMemory, needAgent, scopeOf } from "../../whose-memory.ts";
import { type AgentMemory, printAgentMemory, readAgentMemory } from "./agent-memory.ts";
import { show } from "./spec.ts";

/** Messages, tool calls and handovers. */
const KINDS: readonly EventKind[] = ["message", "reply", "tool_call", "tool_result", "mode"];
/** Maximum number of events in one response of a server. */
const STEP = 1_000;

const USUAL_LINES = 1_000;
const USUAL_FACTS = 50;
const MOST_CONSOLIDATIONS = 20;

interface Answer {
	session: Session;
	/** Whether there are older events. */
	older: boolean;
	events: Event[];
	consolidation: Consolidation;
	/** The cost of extracting the facts. */
	consolidations: SessionConsolidation[];
	facts: Fact[];
}

/** The newest `count` lines, oldest first. */
async function readLines(handle: SessionHandle, count: number): Promise<Pick<Answer, "events" | "older">> {
	let events: Event[] = [];
	for (;;) {
		const before = events[0]?.offset;
		const left = count - events.length;
		// Read one more than needed to know whether there are older ones.
		const step = await handle.events({ kinds: KINDS, before, last: Math.min(STEP, left + 1) });
		if (step.length > left) return { events: [...step.slice(step.length - left), ...events], older: true };
		events = [...step, ...events];
		if (step.length < Math.min(STEP, left + 1)) return { events, older: false };
	}
}

/** The session with the id; or the agent, if no session has the id or none was given. */
async function findMeant(
	hf: Holdfast,
	{ args, options, open }: Call<typeof show>,
): Promise<Session | { agentId: string }> {
	const { session: id } = args;
	if (id === undefined) return { agentId: await needAgent(options.agent, "memory show", open) };
	try {
		return await findSession(hf, id, options);
	} catch (error) {
		const isMissing = HoldfastError.isInstance(error) && error.code === "not_found";
		if (!isMissing || (options.agent !== undefined && options.agent !== id)) throw error;
		if (await isAgent(hf, id)) return { agentId: id };
		throw error;
	}
}

/** Whether an agent is defined, or has memory from earlier. */
async function isAgent(hf: Holdfast, id: string): Promise<boolean> {
	const [{ items: defined }, remembering] = await Promise.all([hf.agents.list(), agentsWithMemory(hf)]);
	return defined.some((agent) => agent.id === id) || remembering.includes(id);
}

export const showMemory = answers(show, {
	answer: shownMemory,
	async run(call): Promise<Answer | AgentMemory> {
		const { options } = call;
		const hf = await call.open();
		const found = await findMeant(hf, call);
		if ("agentId" in found && !("sessionId" in found))
			return readAgentMemory(hf, found.agentId, scopeOf(options), options.limit ?? USUAL_FACTS);
		const ref = refOf(found);
		const handle = hf.session(ref);
		const [lines, facts, consolidationOf, { items: consolidations }] = await Promise.all([
			readLines(handle, options.limit ?? USUAL_LINES),
			sessionFacts(hf, ref),
			readConsolidations(hf),
			handle.consolidations({ limit: MOST_CONSOLIDATIONS }),
		]);
		return { session: found, ...lines, consolidation: consolidationOf(found), consolidations, facts };
	},
	show(answer, { out, err }) {
		if ("owners" in answer) {
			printAgentMemory(answer, { out, err });
			return;
		}
		const { session, older, events, consolidation, consolidations, facts } = answer;
		const { agentId, userId, sessionId, messageCount, title } = session;
		const whose = userId === undefined ? "" : `, user ${userId}`;
		const about = `${oneLine(sessionId)}: agent ${oneLine(agentId + whose)}, ${amount(messageCount, "message")}`;
		printParagraph(out, about, { style: "bold" });
		if (title !== undefined) printParagraph(out, oneLine(title));
		out.line("");
		if (events.length === 0 && !older) out.line(dim("No messages."));
		printConversation(out, events);
		out.line("");
		out.line(bold("Facts"));
		printConsolidation(out, session, consolidation);
		printFacts(out, facts);
		if (facts.length === 0 && consolidation.status === "done") out.line(dim("No facts."));
		printConsolidationCosts(out, consolidations);
		if (older) err.line(dim(`Older lines are not shown. To show more: --limit ${events.length * 10}`));
	},
});
