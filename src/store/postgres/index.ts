import "../../error/require-node.ts";

import { HoldfastError } from "../../error/index.ts";
import {
	addCounts,
	type Capabilities,
	type ErasureCounts,
	type ErasureScope,
	noCounts,
	SCANS,
	type SessionTarget,
	type Store,
} from "../ports/index.ts";
import { forkSession, loadSession, pruneSession } from "../sql/copy-sessions.ts";
import {
	advanceDelivery,
	claimDeliveries,
	listDeliveries,
	redriveDelivery,
	settleDelivery,
	waitingDeliveries,
} from "../sql/deliveries.ts";
import {
	getDocument,
	listDocuments,
	putDocument,
	removeDocument,
	sweepSomeDocuments,
} from "../sql/documents.ts";
import { blankEvents, countScope, eraseShared, eraseSomeSessions } from "../sql/erase.ts";
import { eraseSomeFacts } from "../sql/erase-facts.ts";
import {
	factsFrom,
	getFacts,
	listFacts,
	listSpaces,
	noChanges,
	readChanges,
	readHistory,
} from "../sql/find-facts.ts";
import { getRun, lineOf } from "../sql/find-run.ts";
import { getSession } from "../sql/find-session.ts";
import { countByAgent, listSessions } from "../sql/list-sessions.ts";
import { listWaiting } from "../sql/list-work.ts";
import { readOpenings } from "../sql/read-openings.ts";
import { readSharedState, readState, readStateAsOf } from "../sql/read-state.ts";
import { rekeySession, rekeyUser } from "../sql/rekey-sessions.ts";
import { deleteRun, listRuns, readSpans, renewRun, waitInLine } from "../sql/runs.ts";
import { listMembers, putSegment, readEmbedder, readSegments, setEmbedder } from "../sql/segments.ts";
import { listSubscriptions, putSubscription, removeSubscription } from "../sql/subscriptions.ts";
import { KINDS, listTenants, loadFacts, readOwners } from "../sql/transfer/index.ts";
import { findUser, findUsers, listUsers, putUserChange } from "../sql/users.ts";
import { claimJobs, enqueueJob, findJob, listJobs, renewJob, settleJob } from "../sql/work.ts";
import { commitFacts, indexFacts } from "../sql/write-facts.ts";
import { AppendQueue, tenantOf } from "./append-queue.ts";
import { awaitWriters } from "./await-writers.ts";
import { compactTables } from "./compact.ts";
import { examineServer } from "./examine.ts";
import { findIndexed } from "./find-indexed.ts";
import { type Make, PostgresLink } from "./link.ts";
import { migrate } from "./migrate.ts";
import { type PostgresOptions, readPostgresOptions } from "./options/postgres-options.ts";
import { readLog } from "./read-log.ts";
import { readStretches } from "./read-stretches.ts";
import { prepareRoles, type Roles } from "./roles.ts";
import { openSearch, type Searching } from "./search-index/open-search.ts";
import { prepareSearch } from "./search-index/prepare-search.ts";
import { PostgresWatch } from "./watch.ts";

const LIMITS: Capabilities["limits"] = { eventBytes: 1024 * 1024, batchEvents: 1000 };

/**
 * A store on a PostgreSQL server (15 or newer). Any number of processes, on any number of machines, may use it at once and
 * behave as one. Needs the package `pg`.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 * import { postgres } from "holdfast/postgres";
 *
 * const hf = await holdfast({ store: postgres("postgres://app:secret@db.example.com/app") });
 * ```
 */
export function postgres(urlOrOptions: string | PostgresOptions, more?: PostgresOptions): Store {
	const settings = readPostgresOptions(urlOrOptions, more);
	const link = new PostgresLink(settings);
	const watch = new PostgresWatch(link);
	const appends = new AppendQueue(link);
	const busy = new Set<Promise<unknown>>();
	let holders = 0;
	let opening: Promise<Roles> | undefined;
	let searching: Searching = { capability: SCANS };
	const capabilities: Capabilities = {
		durable: true,
		shared: true,
		limits: LIMITS,
		get search() {
			return searching.capability;
		},
	};

	const needOpen = (): void => {
		if (holders > 0) return;
		throw new HoldfastError("unavailable", `the store on PostgreSQL at ${settings.label} is closed`);
	};
	/** What is under way is waited for when the store closes. */
	const during = async <T>(work: () => Promise<T>): Promise<T> => {
		needOpen();
		const doing = work();
		busy.add(doing);
		try {
			return await doing;
		} finally {
			busy.delete(doing);
		}
	};
	const read = <T>(tenant: string, make: Make<T>): Promise<T> => during(() => link.read(tenant, make));
	const snapshot = <T>(tenant: string, make: Make<T>): Promise<T> =>
		during(() => link.snapshot(tenant, make));
	const write = <T>(tenant: string, make: Make<T>): Promise<T> => during(() => link.write(tenant, make));
	const wakeAll = <T>(value: T): T => {
		watch.touchAll();
		return value;
	};
	const wake = (target: SessionTarget): void => {
		if ("uid" in target) watch.touch(target.uid);
	};

	const start = async (): Promise<Roles> => {
		await link.open();
		try {
			await migrate(link);
			const extension = await prepareSearch(link);
			const roles = await prepareRoles(link);
			searching = openSearch(link, extension, during);
			await link.takeRole(roles.working === roles.login ? undefined : roles.working);
			watch.open();
			return roles;
		} catch (error) {
			await link.close();
			throw error;
		}
	};

	const ready = async (): Promise<Roles> => {
		needOpen();
		return opening as Promise<Roles>;
	};

	return {
		name: "postgres",
		capabilities,
		async open() {
			holders += 1;
			opening ??= start();
			try {
				await opening;
			} catch (error) {
				holders -= 1;
				opening = undefined;
				throw link.translate(error);
			}
		},
		async close() {
			while (busy.size > 0) await Promise.allSettled(busy);
			// Asked only now: whoever closes too may have been faster.
			if (holders === 0) return;
			holders -= 1;
			if (holders > 0) return;
			opening = undefined;
			await watch.close();
			await searching.search?.close();
			searching = { capability: SCANS };
			await link.close();
		},
		get search() {
			return searching.index;
		},
		examine: () =>
			during(async () =>
				examineServer({
					link,
					roles: await ready(),
					search: capabilities.search,
					listening: watch.listening,
				}),
			),
		log: {
			append: (unit) =>
				during(async () => {
					const outcome = await appends.append(unit);
					watch.touch(outcome.uid);
					if (outcome.created && "name" in unit.target) watch.touch(unit.target.name.key);
					return outcome;
				}),
			read: (target, query) => read(tenantOf({ target }), () => readLog(target, query)),
			stretches: (tenant, stretches, kinds) => read(tenant, () => readStretches(stretches, kinds)),
			openings: (tenant, uids) => read(tenant, () => readOpenings(tenant, uids)),
			watch(target, wake) {
				needOpen();
				return watch.add(target, wake);
			},
		},
		sessions: {
			get: (target) => read(tenantOf({ target }), () => getSession(target)),
			list: (query) => read(query.tenant, () => listSessions(query)),
			agents: (tenant) => read(tenant, () => countByAgent(tenant)),
			fork: (plan) => write(plan.to.tenant, () => forkSession(plan)).then(wakeAll),
			rekey: (plan) => write(plan.to.tenant, () => rekeySession(plan)).then(wakeAll),
			load: (plan) => write(plan.name.tenant, () => loadSession(plan)).then(wakeAll),
			prune: (target, limits) => write(tenantOf({ target }), () => pruneSession(target, limits)),
			stateAsOf: (target, offset) => snapshot(tenantOf({ target }), () => readStateAsOf(target, offset)),
		},
		state: {
			read: (target) => snapshot(tenantOf({ target }), () => readState(target)),
			shared: ({ tenant, agentId, userId }) =>
				snapshot(tenant, () => readSharedState(tenant, agentId, userId)),
		},
		users: {
			get: (tenant, userId) => read(tenant, () => findUser(tenant, userId)),
			change: (tenant, userId, change, at) => write(tenant, () => putUserChange(tenant, userId, change, at)),
			list: (tenant, { after, limit }) => read(tenant, () => listUsers(tenant, after, limit)),
			find: (tenant, match, limit, after) => read(tenant, () => findUsers(tenant, match, limit, after)),
			rekey: (plan) => write(plan.tenant, () => rekeyUser(plan)).then(wakeAll),
		},
		work: {
			jobs: (query) => read(query.tenant, () => listJobs(query)),
			job: (tenant, id) => read(tenant, () => findJob(tenant, id)),
			waiting: (limit) => during(async () => link.spanning((await ready()).worker, () => listWaiting(limit))),
			enqueue: (tenant, job, at, uid) => write(tenant, () => enqueueJob(tenant, job, at, uid)),
			claim: (tenant, kinds, aliveMs, limit) => write(tenant, () => claimJobs(tenant, kinds, aliveMs, limit)),
			renew: (tenant, id, attempt, aliveMs) => write(tenant, () => renewJob(tenant, id, attempt, aliveMs)),
			settle: (tenant, id, attempt, outcome) => write(tenant, () => settleJob(tenant, id, attempt, outcome)),
		},
		deliveries: {
			list: (query) => read(query.tenant, () => listDeliveries(query)),
			waiting: (limit) =>
				during(async () => link.spanning((await ready()).worker, () => waitingDeliveries(limit))),
			claim: (tenant, aliveMs, which) => write(tenant, () => claimDeliveries(tenant, aliveMs, which)),
			advance: (tenant, key, token, nextOffset, aliveMs) =>
				write(tenant, () => advanceDelivery(tenant, key, token, nextOffset, aliveMs)),
			settle: (tenant, key, token, outcome) =>
				write(tenant, () => settleDelivery(tenant, key, token, outcome)),
			redrive: (tenant, key, options, at) => write(tenant, () => redriveDelivery(tenant, key, options, at)),
		},
		subscriptions: {
			put: async (record) => {
				const stored = await write(record.tenant, () => putSubscription(record));
				await during(() => awaitWriters(link, record.tenant));
				return stored;
			},
			list: (query) => read(query.tenant, () => listSubscriptions(query)),
			remove: (tenant, id) => write(tenant, () => removeSubscription(tenant, id)),
		},
		documents: {
			get: (tenant, kind, id) => read(tenant, () => getDocument(tenant, kind, id)),
			list: (query) => read(query.tenant, () => listDocuments(query)),
			put: (tenant, document, expect, at) => write(tenant, () => putDocument(tenant, document, expect, at)),
			remove: (tenant, kind, id, rev) => write(tenant, () => removeDocument(tenant, kind, id, rev)),
			async sweep(tenant, now) {
				let total = 0;
				for (let done = false; !done; ) {
					const step = await write(tenant, () => sweepSomeDocuments(tenant, now));
					total += step.count;
					done = step.done;
				}
				return total;
			},
		},
		runs: {
			get: (tenant, id) => read(tenant, () => getRun(tenant, id)),
			list: (query) => read(query.tenant, () => listRuns(query)),
			line: (target) => snapshot(tenantOf({ target }), () => lineOf(target)),
			wait: async (target, seed, queued, aliveMs) => {
				await write(tenantOf({ target }), () => waitInLine(target, seed, queued, aliveMs));
				wake(target);
			},
			renew: (tenant, id, aliveMs) => write(tenant, () => renewRun(tenant, id, aliveMs)),
			spans: (tenant, rootId) => read(tenant, () => readSpans(tenant, rootId)),
			delete: (tenant, id) => write(tenant, () => deleteRun(tenant, id)),
		},
		facts: {
			commit: (unit) => write(unit.tenant, () => commitFacts(unit)),
			get: (tenant, ids) => snapshot(tenant, () => getFacts(tenant, ids)),
			list: (query) => snapshot(query.tenant, () => listFacts(query)),
			changes: async (owner, since, limit) =>
				(await read(owner.tenant, () => noChanges(owner, since))) ??
				snapshot(owner.tenant, () => readChanges(owner, since, limit)),
			history: (tenant, id) => read(tenant, () => readHistory(tenant, id)),
			from: (uid, tenant, offsets, limit) => snapshot(tenant, () => factsFrom(uid, tenant, offsets, limit)),
			spaces: (tenant) => read(tenant, () => listSpaces(tenant)),
			index: (tenant, entries, embedder) => write(tenant, () => indexFacts(tenant, entries, embedder)),
		},
		index: {
			members: (query) => read(query.tenant, () => listMembers(query)),
			segments: (uids, tenant) => read(tenant, () => readSegments(uids, tenant)),
			put: (uid, tenant, segment, blanked, embedder) =>
				write(tenant, () => putSegment(uid, tenant, segment, blanked, embedder)),
			facts: (owner, nos) => read(owner.tenant, () => findIndexed(owner, nos)),
			embedder: (tenant) => read(tenant, () => readEmbedder(tenant)),
			setEmbedder: (tenant, embedder, expected, clear) =>
				write(tenant, () => setEmbedder(tenant, embedder, expected, clear)),
		},
		erasure: {
			erase: (scope) => during(() => erase(link, scope, () => watch.touchAll())),
			compact: () => during(() => compactTables(link)),
			count: (scope) => snapshot(scope.tenant, () => countScope(scope)),
			blank: (target, offsets, blank) =>
				write(tenantOf({ target }), () => blankEvents(target, offsets, blank)),
		},
		transfer: {
			tenants: (after, limit) =>
				during(async () => link.spanning((await ready()).worker, () => listTenants(after, limit))),
			read: (tenant, kind, query) => snapshot(tenant, () => KINDS[kind].read(tenant, query)),
			get: (tenant, kind, keys) => snapshot(tenant, () => KINDS[kind].get(tenant, keys)),
			load: (tenant, kind, rows, { absent = false } = {}) =>
				write(tenant, () => KINDS[kind].load(tenant, rows, absent)).then(wakeAll),
			remove: (tenant, kind, keys) => write(tenant, () => KINDS[kind].remove(tenant, keys)).then(wakeAll),
			owners: (tenant, query) => read(tenant, () => readOwners(tenant, query)),
			loadFacts: (plan) => write(plan.owner.tenant, () => loadFacts(plan)),
		},
	};
}

/** Sessions, then facts, then what sessions share; each step a transaction of its own. */
async function erase(link: PostgresLink, scope: ErasureScope, gone: () => void): Promise<ErasureCounts> {
	const { tenant } = scope;
	let counts: ErasureCounts = noCounts();
	for (let done = false; !done; ) {
		const step = await link.write(tenant, () => eraseSomeSessions(scope));
		gone();
		counts = addCounts(counts, step.counts);
		done = step.done;
	}
	for (let done = false; !done; ) {
		const step = await link.write(tenant, () => eraseSomeFacts(scope));
		counts = addCounts(counts, { ...noCounts(), ...step.counts });
		done = step.done;
	}
	return addCounts(counts, await link.write(tenant, () => eraseShared(scope)));
}

export type { Store } from "../ports/index.ts";
export type { PostgresOptions } from "./options/postgres-options.ts";
export { postgresIndex } from "./search-index/index.ts";
