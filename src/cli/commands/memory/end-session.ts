import type { HoldfastError } from "../../../error/index.ts";
import type { Fact } from "../../../memory/index.ts";
import type { Session } from "../../../session/index.ts";
import { endedSession } from "../../../wire/cli/memory.ts";
import { type Answering, answers, type Call, type CommandSpec } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import {
	type Consolidation,
	failedConsolidation,
	isNotLearned,
	readConsolidations,
} from "../../consolidation.ts";
import { describeSession } from "../../describe-session.ts";
import { findSession, refOf, type SessionFilter } from "../../find-session.ts";
import { printConsolidation } from "../../print/consolidation.ts";
import { printFacts } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { bold, dim, green } from "../../screen/screen.ts";
import { sessionFacts } from "../../session-facts.ts";
import { whileWorking } from "../../while-working.ts";
import { end } from "./spec.ts";

export interface EndedSession {
	session: Session;
	consolidation: Consolidation;
	/** New and changed facts. */
	facts: Fact[];
}

/** Asks, ends a session, and waits for its consolidation, also if the session has ended already. */
async function endSession(
	call: Pick<Call, "open" | "target" | "confirm" | "progress" | "err" | "signal" | "globals">,
	id: string,
	filter: SessionFilter,
): Promise<EndedSession> {
	const hf = await call.open();
	const found = await findSession(hf, id, filter);
	const ref = refOf(found);
	if (found.endedAt === undefined) {
		const where = describeTarget(await call.target());
		await call.confirm(`End ${describeSession(found)} on ${where}? Facts will be extracted from it.`);
	} else if (!call.globals.json) printParagraph(call.err, "The session has ended already.", { style: "dim" });
	const before = new Map((await sessionFacts(hf, ref)).map((one) => [one.id, one.updatedAt]));
	const stopped = `The session has ended. A server or another process will extract its facts later.`;
	let failure: HoldfastError | undefined;
	try {
		await whileWorking(call, "Extracting facts", () => hf.session(ref).end({ wait: true }), stopped);
	} catch (error) {
		if (!isNotLearned(error)) throw error;
		failure = error;
	}
	const [facts, now, consolidationOf] = await Promise.all([
		sessionFacts(hf, ref),
		hf.sessions.get(ref),
		readConsolidations(hf),
	]);
	return {
		session: now,
		consolidation: failure
			? { ...consolidationOf(now), ...failedConsolidation(failure) }
			: consolidationOf(now),
		facts: facts.filter((one) => before.get(one.id) !== one.updatedAt),
	};
}

/** The same for every command that ends sessions. */
export const ending = <
	S extends CommandSpec & {
		args: { session: { about: string } };
		options: Record<"agent" | "user", { value: "text"; about: string }>;
	},
>(): Answering<S, EndedSession> => ({
	answer: endedSession,
	run: (call) => {
		const { args, options } = call as unknown as Call<typeof end>;
		return endSession(call, args.session, options);
	},
	show({ session, consolidation, facts }, { out }) {
		printParagraph(out, `Ended ${describeSession(session)}.`, { margin: "  ", first: green("✓ ") });
		out.line("");
		out.line(bold("Facts"));
		printConsolidation(out, session, consolidation);
		printFacts(out, facts);
		if (facts.length === 0 && consolidation.status === "done") out.line(dim("No new facts."));
	},
	failed: ({ consolidation: { status } }) => status === "failed" || status === "dead",
});

export const endMemory = answers(end, ending<typeof end>());
