import { rootOf } from "../../memory/consolidate/owner.ts";
import type { AgentRules, MemoryContext } from "../../memory/index.ts";
import { type FactOwner, noSession, type SessionRecord } from "../../store/ports/index.ts";
import { rulesOfRun } from "../rules-of-run.ts";
import type { Turn } from "../turn.ts";

/** What a memory tool works on. */
export interface ToolScope {
	context: MemoryContext;
	/** Those that the run began with. */
	rules: AgentRules;
	/** The run's own session. */
	session: SessionRecord;
	/** The conversation with the user: the same, or the one at the top where other agents called this one. */
	root: SessionRecord;
}

/** Whose facts an owner's are, as traces say it. */
export const scopeName = ({
	userId,
	uid,
}: Pick<FactOwner, "userId" | "uid">): "session" | "user" | "agent" =>
	uid !== undefined ? "session" : userId !== undefined ? "user" : "agent";

/** Read for each call: a session may get a user while a run works in it. */
export async function toolScope(turn: Turn): Promise<ToolScope> {
	const { platform } = turn.runtime;
	const context = await turn.runtime.memory();
	const rules = await rulesOfRun(context, turn.agent.id, turn.memory);
	const target = { uid: turn.log.uid, tenant: platform.tenant };
	const session = await platform.store.sessions.get(target);
	if (!session) throw noSession(target);
	return { context, rules, session, root: await rootOf(platform, session) };
}
