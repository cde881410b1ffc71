import { countsAsMessage } from "../../event/index.ts";
import type { SessionName, SessionRecord, SessionSeed } from "./records.ts";
import type { LoadPlan } from "./session-port.ts";

/** The record of a new session before its first event. The metadata is that of the seed, not a copy. */
export function newSessionRecord(name: SessionName, seed: SessionSeed): SessionRecord {
	return {
		uid: seed.uid,
		tenant: name.tenant,
		agentId: name.agentId,
		userId: name.userId,
		sessionId: name.sessionId,
		mode: seed.mode,
		title: seed.title,
		metadata: seed.metadata,
		base: 0,
		head: 0,
		messageCount: 0,
		lastRunId: undefined,
		createdAt: seed.createdAt,
		updatedAt: seed.createdAt,
		endedAt: undefined,
		consolidatedTo: 0,
		fence: 0,
		parent: seed.parent,
	};
}

/** The record of an imported session. The metadata is that of the plan, not a copy. */
export function loadedSessionRecord(plan: LoadPlan): SessionRecord {
	const { uid, mode, title, metadata, parent, createdAt } = plan;
	return {
		...newSessionRecord(plan.name, { uid, mode, title, metadata, state: [], parent, createdAt }),
		base: plan.base,
		head: plan.head,
		messageCount: plan.events.filter((event) => countsAsMessage(event.kind)).length,
		lastRunId: plan.lastRunId,
		updatedAt: plan.updatedAt,
		endedAt: plan.endedAt,
		consolidatedTo: plan.consolidatedTo ?? plan.head,
	};
}
