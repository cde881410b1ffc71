import { type AgentMemory, memoryNow, readMemoryOverride, toMemory } from "../agent/index.ts";
import { SESSION_KEY } from "../state/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import type { Recorder } from "../trace/index.ts";
import type { RunLog } from "./run-log.ts";
import { RunView } from "./run-view.ts";
import type { BegunRun, StartedRun } from "./started-run.ts";
import { type Household, ownHousehold, type Turn } from "./turn.ts";

export interface Snapshot {
	session: SessionRecord | undefined;
	household: Household;
	/** The memory settings for this run. */
	memory: AgentMemory;
}

/** Reads state, variables and settings. Later changes by others apply to the next run. */
export async function takeSnapshot(run: BegunRun, log: RunLog): Promise<Snapshot> {
	const { platform } = run.runtime;
	const target = { uid: log.uid, tenant: platform.tenant };
	const { agent, household: inherited, identity } = run;
	const [session, state, override] = await Promise.all([
		platform.store.sessions.get(target),
		inherited ? undefined : platform.store.state.read(target),
		readMemoryOverride(platform, agent.id),
	]);
	const memory = toMemory(run.memory, memoryNow(agent.memory, override));
	if (inherited) return { session, household: inherited, memory };
	// From the record: the session may have been renamed while the run waited.
	const userId = identity ? identity.userId : session?.userId;
	const user =
		identity || session?.userId === undefined
			? undefined
			: await platform.store.users.get(platform.tenant, session.userId);
	// A derived user is not a person: the `user:` and `app:` keys are the caller's.
	const shares = run.derived ? identity : undefined;
	const view = new RunView(state, shares?.view);
	view.apply({ set: run.temp });
	const variables = identity?.variables ?? user?.variables ?? {};
	const household = ownHousehold({
		runId: run.runId,
		userId,
		variables,
		view,
		log,
		metadata: run.metadata,
		emit: run.emit,
		caller: identity,
		shares,
	});
	return { session, household, memory };
}

export function makeTurn(
	run: StartedRun,
	log: RunLog,
	recorder: Recorder,
	{ session, household }: Pick<Snapshot, "session" | "household">,
): Turn {
	const { runtime, agent, runId, rootId, ancestry, ref, signal, metadata, emit } = run;
	const key = session?.metadata[SESSION_KEY];
	const name = typeof key === "string" && !run.parentSpan ? key : `invoke_agent ${agent.id}`;
	const span = recorder.start(
		"run",
		name,
		{
			"gen_ai.operation.name": "invoke_agent",
			"gen_ai.agent.id": agent.id,
			"gen_ai.agent.name": agent.id,
			"gen_ai.provider.name": run.model.provider,
			"gen_ai.request.model": run.model.modelId,
			"gen_ai.conversation.id": ref.sessionId,
			"holdfast.run.id": runId,
			...(typeof key === "string" && { "holdfast.session_key": key }),
			...(household.userId !== undefined && { "enduser.id": household.userId }),
		},
		run.parentSpan,
	);
	return {
		runtime,
		agent,
		runId,
		rootId,
		ancestry,
		ref,
		log,
		recorder,
		span,
		household,
		signal,
		metadata,
		emit,
		memory: run.memory,
		broughtFacts: new Set(),
		ownsState: !run.household,
		derived: run.derived,
		hidden: run.memory.save === "input_output" ? { replay: false } : {},
	};
}
