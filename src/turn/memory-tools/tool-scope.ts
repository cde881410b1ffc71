import { rootOf } from "../../memory/consolidate/owner.ts";
import type { AgentRules, MemoryContext } from "../../memory/index.ts";
import { type FactOwner, noSession, type SessionRecord } from "../../store/ports/index.ts";
import { rulesOfRun } from "../rules-of-run.ts";
import type { Turn } from "../turn.ts";

/** The memory and the sessions that a memory tool works on. */
export interface ToolScope {
	context: MemoryContext;
	/** The memory settings that the run began with. */
	rules: AgentRules;
	/** The run's own session. */
	session: SessionRecord;
	/**
	 * The conversation with the user: the same session, or the one at the top if another agent called this
	 * one.
	 */
	root: SessionRecord;
}

/** The kind of an owner, for traces. */
export const scopeName = ({
	userId,
	uid,
}: Pick<FactOwner, "userId" | "uid">): "session" | "user" | "agent" =>
	uid !== undefined ? "session" : userId !== undefined ? "user" : "agent";

/** Read for each call: a session may get a user during a run. */
export async function toolScope(turn: Turn): Promise<ToolScope> {
	const { platform } = turn.runtime;
	const context = await turn.runtime.memory();
	const rules = await rulesOfRun(context, turn.agent.id, turn.memory);
	const target = { uid: turn.log.uid, tenant: platform.tenant };
	const session = await platform.store.sessions.get(target);
	if (!session) throw noSession(target);
	return { context, rules, session, root: await rootOf(platform, session) };
}
