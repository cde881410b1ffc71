import { HoldfastError } from "../../error/index.ts";
import { type Capabilities, SCANS, type Store } from "../ports/index.ts";
import { Watchers } from "../watchers.ts";
import { appendEvents } from "./append-events.ts";
import { forkSession, loadSession, pruneSession, stateAsOf } from "./copy-sessions.ts";
import { MemoryData } from "./data.ts";
import {
	advanceDelivery,
	claimDeliveries,
	listDeliveries,
	redriveDelivery,
	settleDelivery,
	waitingDeliveries,
} from "./deliveries.ts";
import { getDocument, listDocuments, putDocument, removeDocument, sweepDocuments } from "./documents.ts";
import { blankEvents, countScope, eraseScope } from "./erase.ts";
import {
	factsFrom,
	getFacts,
	indexedFacts,
	listFacts,
	listSpaces,
	readChanges,
	readHistory,
} from "./find-facts.ts";
import { copyRecord, countByAgent, listSessions } from "./list-sessions.ts";
import { readEvents } from "./read-events.ts";
import { readOpenings } from "./read-openings.ts";
import { readSharedState, readState } from "./read-state.ts";
import { readStretches } from "./read-stretches.ts";
import { rekeySession, rekeyUser } from "./rekey-sessions.ts";
import {
	deleteRun,
	lineOf,
	listRuns,
	readSpans,
	renewRun,
	toRecord as toRunRecord,
	waitInLine,
} from "./runs.ts";
import { listMembers, putSegment, readSegments, setEmbedder } from "./segments.ts";
import { listSubscriptions, putSubscription, removeSubscription } from "./subscriptions.ts";
import { transferPort } from "./transfer/index.ts";
import { findUsers, listUsers, putUserChange } from "./users.ts";
import { claimJobs, enqueueJob, findJob, listJobs, listWaiting, renewJob, settleJob } from "./work.ts";
import { commitFacts, indexFacts } from "./write-facts.ts";

const capabilities: Capabilities = {
	durable: false,
	shared: false,
	limits: { eventBytes: 1024 * 1024, batchEvents: 1000 },
	search: SCANS,
};

/**
 * Keeps everything in this process. It is the default store, and the reference for the other stores. The data
 * lives as long as the store object, across `close` and `open`.
 *
 * @example
 * ```ts
 * import { holdfast, memoryStore } from "holdfast";
 *
 * const store = memoryStore();
 * const hf = await holdfast({ store });
 * ```
 */
export function memoryStore(): Store {
	const data = new MemoryData();
	const watchers = new Watchers();
	let opened = 0;

	/** Runs a function as one step. Its result is returned asynchronously, as from any other store. */
	async function step<T>(run: () => T): Promise<T> {
		if (opened === 0) throw new HoldfastError("unavailable", "the store is closed");
		return run();
	}
	const touch = (uid: string, nameKey?: string): void => {
		watchers.wake(uid);
		if (nameKey !== undefined) watchers.wake(nameKey);
	};

	return {
		name: "memory",
		capabilities,
		async open() {
			opened += 1;
		},
		async close() {
			opened = Math.max(0, opened - 1);
			if (opened === 0) watchers.wakeAll();
		},
		examine: () =>
			step(() => [
				{
					about: "store",
					status: "warning" as const,
					message: "in memory: all data is lost when the process ends; pass a store to keep it",
				},
			]),
		log: {
			append: (unit) =>
				step(() => {
					const outcome = appendEvents(data, unit);
					touch(outcome.uid, outcome.created && "name" in unit.target ? unit.target.name.key : undefined);
					return outcome;
				}),
			read: (target, query) => step(() => readEvents(data, target, query)),
			stretches: (tenant, stretches, kinds) => step(() => readStretches(data, tenant, stretches, kinds)),
			openings: (tenant, uids) => step(() => readOpenings(data, tenant, uids)),
			watch: (target, wake) => watchers.add(target, wake),
		},
		sessions: {
			get: (target) =>
				step(() => {
					const session = data.find(target);
					return session && copyRecord(session.record);
				}),
			list: (query) => step(() => listSessions(data, query)),
			agents: (tenant) => step(() => countByAgent(data, tenant)),
			fork: (plan) =>
				step(() => {
					const record = forkSession(data, plan);
					touch(record.uid, plan.to.key);
					return copyRecord(record);
				}),
			rekey: (plan) =>
				step(() => {
					const session = rekeySession(data, plan);
					touch(session.record.uid, plan.to.key);
					watchers.wakeAll();
					return copyRecord(session.record);
				}),
			load: (plan) =>
				step(() => {
					const result = loadSession(data, plan);
					// Includes followers of the session that was replaced.
					watchers.wakeAll();
					return result;
				}),
			prune: (target, limits) => step(() => pruneSession(data, target, limits)),
			stateAsOf: (target, offset) => step(() => stateAsOf(data, target, offset)),
		},
		state: {
			read: (target) => step(() => readState(data, target)),
			shared: ({ tenant, agentId, userId }) => step(() => readSharedState(data, tenant, agentId, userId)),
		},
		users: {
			get: (tenant, userId) =>
				step(() => structuredClone(data.users.get(data.userKey(tenant, userId))?.record)),
			change: (update) => step(() => putUserChange(data, update)),
			list: (tenant, { after, limit }) => step(() => listUsers(data, tenant, after, limit)),
			find: (query) => step(() => findUsers(data, query)),
			rekey: (plan) =>
				step(() => {
					const sessions = rekeyUser(data, plan);
					watchers.wakeAll();
					return { sessions };
				}),
		},
		work: {
			jobs: (query) => step(() => listJobs(data, query)),
			job: (tenant, id) => step(() => findJob(data, tenant, id)),
			waiting: (limit) => step(() => listWaiting(data, limit)),
			enqueue: (addition) => step(() => enqueueJob(data, addition)),
			claim: (claim) => step(() => claimJobs(data, claim)),
			renew: (renewal) => step(() => renewJob(data, renewal)),
			settle: (settlement) => step(() => settleJob(data, settlement)),
		},
		deliveries: {
			list: (query) => step(() => listDeliveries(data, query)),
			waiting: (limit) => step(() => waitingDeliveries(data, limit)),
			claim: (tenant, aliveMs, which) => step(() => claimDeliveries(data, tenant, aliveMs, which)),
			advance: (progress) => step(() => advanceDelivery(data, progress)),
			settle: (settlement) => step(() => settleDelivery(data, settlement)),
			redrive: (retry) => step(() => redriveDelivery(data, retry)),
		},
		subscriptions: {
			put: (record) => step(() => putSubscription(data, record)),
			list: (query) => step(() => listSubscriptions(data, query)),
			remove: (tenant, id) => step(() => removeSubscription(data, tenant, id)),
		},
		documents: {
			get: (tenant, kind, id) => step(() => getDocument(data, tenant, kind, id)),
			list: (query) => step(() => listDocuments(data, query)),
			put: (put) => step(() => putDocument(data, put)),
			remove: (removal) => step(() => removeDocument(data, removal)),
			sweep: (tenant, now) => step(() => sweepDocuments(data, tenant, now)),
		},
		runs: {
			get: (tenant, id) =>
				step(() => {
					const run = data.run(tenant, id);
					return run && toRunRecord(run);
				}),
			list: (query) => step(() => listRuns(data, query)),
			line: (target) =>
				step(() => {
					const session = data.find(target);
					return session ? lineOf(session) : [];
				}),
			wait: (wait) => step(() => waitInLine(data, wait)),
			renew: (tenant, id, aliveMs) => step(() => renewRun(data, tenant, id, aliveMs)),
			spans: (tenant, rootId) => step(() => readSpans(data, tenant, rootId)),
			delete: (tenant, id) => step(() => deleteRun(data, tenant, id)),
		},
		facts: {
			commit: (unit) => step(() => commitFacts(data, unit)),
			get: (tenant, ids) => step(() => getFacts(data, tenant, ids)),
			list: (query) => step(() => listFacts(data, query)),
			changes: (owner, since, limit) => step(() => readChanges(data, owner, since, limit)),
			history: (tenant, id) => step(() => readHistory(data, tenant, id)),
			from: (query) => step(() => factsFrom(data, query)),
			spaces: (tenant) => step(() => listSpaces(data, tenant)),
			index: (tenant, entries, embedder) => step(() => indexFacts(data, tenant, entries, embedder)),
		},
		index: {
			members: (query) => step(() => listMembers(data, query)),
			segments: (uids, tenant) => step(() => readSegments(data, uids, tenant)),
			put: (put) => step(() => putSegment(data, put)),
			facts: (owner, nos) => step(() => indexedFacts(data, owner, nos)),
			embedder: (tenant) => step(() => structuredClone(data.facts.tenants.get(tenant)?.embedder)),
			setEmbedder: (change) => step(() => setEmbedder(data, change)),
		},
		erasure: {
			erase: (scope) =>
				step(() => {
					const counts = eraseScope(data, scope);
					watchers.wakeAll();
					return counts;
				}),
			count: (scope) => step(() => countScope(data, scope)),
			compact: () => step(() => {}),
			blank: (target, offsets, blank) => step(() => blankEvents(data, target, offsets, blank)),
		},
		transfer: transferPort(data, step, () => watchers.wakeAll()),
	};
}
