import type { TenantId } from "../../event/index.ts";
import {
	addCounts,
	type DocumentPort,
	type ErasurePort,
	type ErasureScope,
	type LogPort,
	noCounts,
	type Store,
} from "../ports/index.ts";
import type { Sql } from "./call.ts";
import { forkSession, loadSession, pruneSession } from "./copy-sessions.ts";
import {
	advanceDelivery,
	claimDeliveries,
	listDeliveries,
	redriveDelivery,
	settleDelivery,
	waitingDeliveries,
} from "./deliveries.ts";
import { getDocument, listDocuments, putDocument, removeDocument, sweepSomeDocuments } from "./documents.ts";
import { blankEvents, countScope, eraseShared, eraseSomeSessions } from "./erase.ts";
import { eraseSomeFacts } from "./erase-facts.ts";
import {
	factsFrom,
	getFacts,
	indexedFacts,
	listFacts,
	listSpaces,
	noChanges,
	readChanges,
	readHistory,
} from "./find-facts.ts";
import { getRun, lineOf } from "./find-run.ts";
import { getSession } from "./find-session.ts";
import { countByAgent, listSessions } from "./list-sessions.ts";
import { listWaiting } from "./list-work.ts";
import { readEvents } from "./read-events.ts";
import { readOpenings } from "./read-openings.ts";
import { readSharedState, readState, readStateAsOf } from "./read-state.ts";
import { readStretches } from "./read-stretches.ts";
import { rekeySession, rekeyUser } from "./rekey-sessions.ts";
import { deleteRun, listRuns, readSpans, renewRun, waitInLine } from "./runs.ts";
import { listMembers, putSegment, readEmbedder, readSegments, setEmbedder } from "./segments.ts";
import { listSubscriptions, putSubscription, removeSubscription } from "./subscriptions.ts";
import { tenantOf } from "./tenant-of.ts";
import { KINDS, listTenants, loadFacts, readOwners } from "./transfer/index.ts";
import { findUser, findUsers, listUsers, putUserChange } from "./users.ts";
import { claimJobs, enqueueJob, findJob, listJobs, renewJob, settleJob } from "./work.ts";
import { commitFacts, indexFacts } from "./write-facts.ts";

/** Runs an operation for a tenant. `make` is called again if the engine has to repeat the operation. */
type Run = <T>(tenant: TenantId, make: () => Sql<T>) => Promise<T>;

/** How an SQL engine runs the shared operations. */
export interface SqlEngine {
	/** One statement, or several that need no common snapshot. */
	read: Run;
	/** Reads that see the same point in time. */
	snapshot: Run;
	/** A transaction that is rolled back if it fails. */
	write: Run;
	/** A transaction that makes all its checks before its first change. */
	writeChecked: Run;
	/** Reads rows of all tenants. */
	spanning<T>(make: () => Sql<T>): Promise<T>;
	/** Wakes all followers: sessions were moved, replaced or deleted. */
	wakeAll(): void;
}

type Port = Exclude<keyof Store, "name" | "capabilities" | "open" | "close" | "examine" | "search">;

/** The ports of a store except for the methods that every engine has its own of. */
export interface SqlPorts extends Omit<Pick<Store, Port>, "log" | "erasure"> {
	log: Omit<LogPort, "append" | "watch">;
	erasure: Omit<ErasurePort, "compact">;
}

/**
 * The ports of an SQL store: which operation each method runs, and how. An engine that does something else in
 * a method replaces the method.
 */
export function sqlPorts(engine: SqlEngine): SqlPorts {
	const { read, snapshot, write, writeChecked, spanning } = engine;
	/** A write that moves, replaces or deletes sessions. */
	const move: Run = async (tenant, make) => {
		const value = await write(tenant, make);
		engine.wakeAll();
		return value;
	};

	return {
		log: {
			read: (target, query) => read(tenantOf(target), () => readEvents(target, query)),
			stretches: (tenant, stretches, kinds) => read(tenant, () => readStretches(tenant, stretches, kinds)),
			openings: (tenant, uids) => read(tenant, () => readOpenings(tenant, uids)),
		},
		sessions: {
			get: (target) => read(tenantOf(target), () => getSession(target)),
			list: (query) => read(query.tenant, () => listSessions(query)),
			agents: (tenant) => read(tenant, () => countByAgent(tenant)),
			fork: (plan) => move(plan.to.tenant, () => forkSession(plan)),
			rekey: (plan) => move(plan.to.tenant, () => rekeySession(plan)),
			load: (plan) => move(plan.name.tenant, () => loadSession(plan)),
			prune: (target, limits) => write(tenantOf(target), () => pruneSession(target, limits)),
			stateAsOf: (target, offset) => snapshot(tenantOf(target), () => readStateAsOf(target, offset)),
		},
		state: {
			read: (target) => snapshot(tenantOf(target), () => readState(target)),
			shared: ({ tenant, agentId, userId }) =>
				snapshot(tenant, () => readSharedState(tenant, agentId, userId)),
		},
		users: {
			get: (tenant, userId) => read(tenant, () => findUser(tenant, userId)),
			change: (update) => write(update.tenant, () => putUserChange(update)),
			list: (tenant, { after, limit }) => read(tenant, () => listUsers(tenant, after, limit)),
			find: (query) => read(query.tenant, () => findUsers(query)),
			rekey: (plan) => move(plan.tenant, () => rekeyUser(plan)),
		},
		work: {
			jobs: (query) => read(query.tenant, () => listJobs(query)),
			job: (tenant, id) => read(tenant, () => findJob(tenant, id)),
			waiting: (limit) => spanning(() => listWaiting(limit)),
			enqueue: (addition) => writeChecked(addition.tenant, () => enqueueJob(addition)),
			claim: (claim) => writeChecked(claim.tenant, () => claimJobs(claim)),
			renew: (renewal) => writeChecked(renewal.tenant, () => renewJob(renewal)),
			settle: (settlement) => writeChecked(settlement.tenant, () => settleJob(settlement)),
		},
		deliveries: {
			list: (query) => read(query.tenant, () => listDeliveries(query)),
			waiting: (limit) => spanning(() => waitingDeliveries(limit)),
			claim: (tenant, aliveMs, which) => writeChecked(tenant, () => claimDeliveries(tenant, aliveMs, which)),
			advance: (progress) => writeChecked(progress.tenant, () => advanceDelivery(progress)),
			settle: (settlement) => writeChecked(settlement.tenant, () => settleDelivery(settlement)),
			redrive: (retry) => writeChecked(retry.tenant, () => redriveDelivery(retry)),
		},
		subscriptions: {
			put: (record) => writeChecked(record.tenant, () => putSubscription(record)),
			list: (query) => read(query.tenant, () => listSubscriptions(query)),
			remove: (tenant, id) => writeChecked(tenant, () => removeSubscription(tenant, id)),
		},
		documents: {
			get: (tenant, kind, id) => read(tenant, () => getDocument(tenant, kind, id)),
			list: (query) => read(query.tenant, () => listDocuments(query)),
			put: (put) => writeChecked(put.tenant, () => putDocument(put)),
			remove: (removal) => writeChecked(removal.tenant, () => removeDocument(removal)),
			sweep: sweepDocuments(engine),
		},
		runs: {
			get: (tenant, id) => read(tenant, () => getRun(tenant, id)),
			list: (query) => read(query.tenant, () => listRuns(query)),
			line: (target) => snapshot(tenantOf(target), () => lineOf(target)),
			wait: (wait) => writeChecked(tenantOf(wait.target), () => waitInLine(wait)),
			renew: (tenant, id, aliveMs) => writeChecked(tenant, () => renewRun(tenant, id, aliveMs)),
			spans: (tenant, rootId) => read(tenant, () => readSpans(tenant, rootId)),
			delete: (tenant, id) => writeChecked(tenant, () => deleteRun(tenant, id)),
		},
		facts: {
			commit: (unit) => write(unit.tenant, () => commitFacts(unit)),
			get: (tenant, ids) => snapshot(tenant, () => getFacts(tenant, ids)),
			list: (query) => snapshot(query.tenant, () => listFacts(query)),
			changes: async (owner, since, limit) =>
				(await read(owner.tenant, () => noChanges(owner, since))) ??
				snapshot(owner.tenant, () => readChanges(owner, since, limit)),
			history: (tenant, id) => read(tenant, () => readHistory(tenant, id)),
			from: (query) => snapshot(query.tenant, () => factsFrom(query)),
			spaces: (tenant) => read(tenant, () => listSpaces(tenant)),
			index: (tenant, entries, embedder) => writeChecked(tenant, () => indexFacts(tenant, entries, embedder)),
		},
		index: {
			members: (query) => read(query.tenant, () => listMembers(query)),
			segments: (uids, tenant) => read(tenant, () => readSegments(uids, tenant)),
			put: (put) => writeChecked(put.tenant, () => putSegment(put)),
			facts: (owner, nos) => read(owner.tenant, () => indexedFacts(owner, nos)),
			embedder: (tenant) => read(tenant, () => readEmbedder(tenant)),
			setEmbedder: (change) => writeChecked(change.tenant, () => setEmbedder(change)),
		},
		erasure: {
			erase: (scope) => erase(write, move, scope),
			count: (scope) => snapshot(scope.tenant, () => countScope(scope)),
			blank: (target, offsets, blank) => write(tenantOf(target), () => blankEvents(target, offsets, blank)),
		},
		transfer: {
			tenants: (after, limit) => spanning(() => listTenants(after, limit)),
			read: (tenant, kind, query) => snapshot(tenant, () => KINDS[kind].read(tenant, query)),
			get: (tenant, kind, keys) => snapshot(tenant, () => KINDS[kind].get(tenant, keys)),
			load: ({ tenant, kind, rows, absent = false }) =>
				move(tenant, () => KINDS[kind].load(tenant, rows, absent)),
			remove: (tenant, kind, keys) => move(tenant, () => KINDS[kind].remove(tenant, keys)),
			owners: (tenant, query) => read(tenant, () => readOwners(tenant, query)),
			loadFacts: (plan) => write(plan.owner.tenant, () => loadFacts(plan)),
		},
	};
}

/** Removes expired documents in several steps. */
const sweepDocuments =
	({ writeChecked }: SqlEngine): DocumentPort["sweep"] =>
	async (tenant, now) => {
		let total = 0;
		for (let done = false; !done; ) {
			const step = await writeChecked(tenant, () => sweepSomeDocuments(tenant, now));
			total += step.count;
			done = step.done;
		}
		return total;
	};

/** Erases sessions, then facts, then shared data. Each step is a transaction. */
async function erase(write: Run, move: Run, scope: ErasureScope): ReturnType<ErasurePort["erase"]> {
	const { tenant } = scope;
	let counts = noCounts();
	for (let done = false; !done; ) {
		const step = await move(tenant, () => eraseSomeSessions(scope));
		counts = addCounts(counts, step.counts);
		done = step.done;
	}
	for (let done = false; !done; ) {
		const step = await write(tenant, () => eraseSomeFacts(scope));
		counts = addCounts(counts, { ...noCounts(), ...step.counts });
		done = step.done;
	}
	return addCounts(counts, await write(tenant, () => eraseShared(scope)));
}
