import { ownState } from "../../state/index.ts";
import {
	AGENT_KINDS,
	agentSpace,
	CONTENT_KINDS,
	type DocumentRecord,
	type ErasureCounts,
	type ErasureScope,
	replayBodies,
	type SessionTarget,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { withDescendants } from "./session-tree.ts";
import type { MemoryOwner } from "./stored.ts";
import { removeSubscription } from "./subscriptions.ts";

const ownsNothingShared = (scope: ErasureScope): boolean =>
	"session" in scope || "slice" in scope || "space" in scope;

const holdsContent = ({ kind }: DocumentRecord): boolean => CONTENT_KINDS.some((content) => content === kind);

/** Whether a document without a session is part of the scope. */
function goesWith(scope: ErasureScope, document: DocumentRecord): boolean {
	if (document.tenant !== scope.tenant) return false;
	const isAgents = AGENT_KINDS.some((kind) => kind === document.kind);
	if ("agent" in scope) return isAgents && document.id === scope.agent;
	return "everything" in scope && (isAgents || holdsContent(document));
}

/** Whether the facts of an owner are part of the scope, whatever happens to sessions. */
function ownsFacts(scope: ErasureScope, { space, userId }: MemoryOwner): boolean {
	if ("user" in scope) return userId === scope.user;
	if ("slice" in scope) return space.name === scope.slice.space && userId === scope.slice.user;
	if ("space" in scope) return space.name === scope.space;
	if ("agent" in scope) return space.name === agentSpace(scope.agent);
	return "everything" in scope;
}

/** The records of a scope. Shared state and users are part of it only if the scope owns them. */
function select(data: MemoryData, scope: ErasureScope) {
	const inTenant = [...data.byUid.values()].filter(({ record }) => record.tenant === scope.tenant);
	const inScope = inTenant.filter(({ record }) => {
		if ("session" in scope) return record.uid === scope.session;
		// A derived user id is not a real user: such a session is erased with its parent.
		if ("user" in scope) return record.userId === scope.user && record.parent === undefined;
		if ("agent" in scope) return record.agentId === scope.agent;
		if ("slice" in scope) {
			const { agent, user } = scope.slice;
			return record.agentId === agent && record.userId === user && record.parent === undefined;
		}
		return !("space" in scope);
	});
	const sessions = withDescendants(data, inScope);
	const shared = [...data.shared.entries()].filter(([, entry]) => {
		if (entry.tenant !== scope.tenant || ownsNothingShared(scope)) return false;
		if ("user" in scope) return entry.userId === scope.user;
		if ("agent" in scope) return entry.agentId === scope.agent;
		return true;
	});
	const users = [...data.users.entries()].filter(([, { record }]) => {
		if (record.tenant !== scope.tenant || ownsNothingShared(scope) || "agent" in scope) return false;
		return "user" in scope ? record.userId === scope.user : true;
	});
	const uids = new Set(sessions.map(({ record }) => record.uid as string));
	const jobs = [...data.jobs.entries()].filter(
		([, { record }]) =>
			(record.uid !== undefined && uids.has(record.uid)) ||
			("everything" in scope && record.tenant === scope.tenant),
	);
	const owners = data.facts.owners(
		scope.tenant,
		(owner) => ownsFacts(scope, owner) || (owner.session !== undefined && uids.has(owner.session.record.uid)),
	);
	const documents = [...data.documents.entries()].filter(([, document]) =>
		document.uid === undefined ? goesWith(scope, document) : uids.has(document.uid),
	);
	const subscriptions = [...(data.subscriptions.get(scope.tenant)?.values() ?? [])].filter(({ agentId }) =>
		"agent" in scope ? agentId === scope.agent : "everything" in scope,
	);
	return { sessions, shared, users, jobs, owners, documents, subscriptions };
}

export function countScope(data: MemoryData, scope: ErasureScope): ErasureCounts {
	const { sessions, shared, users, jobs, owners, documents, subscriptions } = select(data, scope);
	const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
	const facts = owners.flatMap((owner) => [...owner.facts]);
	const segments = sessions.flatMap((session) => session.segments);
	return {
		sessions: sessions.length,
		events: sum(sessions.map((session) => session.events.length)),
		state:
			sum(sessions.map((session) => session.state.size)) + sum(shared.map(([, entry]) => entry.state.size)),
		users: users.length,
		keys: sum(sessions.map((session) => session.keys.size)) + documents.length,
		facts: facts.length,
		terms:
			facts.filter(({ entry }) => entry !== undefined).length +
			sum(segments.map(({ documents }) => documents)),
		vectors: facts.filter(({ vector }) => vector).length + sum(segments.map(({ vectors }) => vectors)),
		jobs: jobs.length,
		deliveries: sum(sessions.map((session) => session.deliveries.size)) + subscriptions.length,
		runs: sum(sessions.map((session) => session.runs.size)),
		spans: sum(sessions.flatMap((session) => [...session.runs].map((run) => run.spans.length))),
	};
}

export function eraseScope(data: MemoryData, scope: ErasureScope): ErasureCounts {
	const counts = countScope(data, scope);
	const { sessions, shared, users, jobs, owners, documents, subscriptions } = select(data, scope);
	for (const { id } of subscriptions) removeSubscription(data, scope.tenant, id);
	for (const owner of owners) data.facts.dropOwner(scope.tenant, owner);
	for (const session of sessions) data.remove(session);
	for (const [key] of shared) data.shared.delete(key);
	for (const [key] of users) data.users.delete(key);
	for (const [key] of jobs) data.jobs.delete(key);
	for (const [key] of documents) data.documents.delete(key);
	// Nothing is kept about an erased space or tenant.
	if ("space" in scope) data.facts.tenant(scope.tenant).spaces.delete(scope.space);
	if ("agent" in scope) data.facts.tenant(scope.tenant).spaces.delete(agentSpace(scope.agent));
	if ("everything" in scope) data.facts.tenants.delete(scope.tenant);
	return counts;
}

/**
 * Replaces bodies. State that a blanked event had set is removed: the session's own keys are replayed from
 * the rest of the log.
 */
export function blankEvents(
	data: MemoryData,
	target: SessionTarget,
	offsets: readonly number[],
	blank: (body: string) => string,
): number {
	const session = data.need(target);
	let count = 0;
	let deltas = 0;
	for (const offset of new Set(offsets)) {
		const event = session.events[offset - session.record.base];
		if (!event) continue;
		// Forks have copies, so other sessions are not affected.
		event.body = blank(event.body);
		if (event.hasDelta) deltas++;
		event.hasDelta = false;
		for (const seen of session.keys.values()) {
			// A hash of erased content would still let somebody confirm a guess.
			if (seen.firstOffset <= offset && offset < seen.firstOffset + seen.count) seen.fingerprint = "";
		}
		count++;
	}
	if (count > 0) {
		session.segments = [];
		session.blanked += 1;
		for (const [key, document] of data.documents) {
			if (document.uid === session.record.uid && holdsContent(document)) data.documents.delete(key);
		}
	}
	if (deltas > 0) {
		const hasUser = session.record.userId !== undefined;
		const kept = session.events.filter((event) => event.hasDelta).map((event) => event.body);
		session.state = ownState(session.baseState, hasUser);
		replayBodies(session.state, kept, hasUser);
	}
	return count;
}
