import "../../error/require-node.ts";

import { resolve } from "node:path";
import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import {
	addCounts,
	type Capabilities,
	type ErasureCounts,
	noCounts,
	SCANS,
	type Store,
} from "../ports/index.ts";
import { appendEvents } from "../sql/append-events.ts";
import type { Sql } from "../sql/call.ts";
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
	indexedFacts,
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
import { readEvents } from "../sql/read-events.ts";
import { readOpenings } from "../sql/read-openings.ts";
import { readSharedState, readState, readStateAsOf } from "../sql/read-state.ts";
import { readStretches } from "../sql/read-stretches.ts";
import { rekeySession, rekeyUser } from "../sql/rekey-sessions.ts";
import { deleteRun, listRuns, readSpans, renewRun, waitInLine } from "../sql/runs.ts";
import { listMembers, putSegment, readEmbedder, readSegments, setEmbedder } from "../sql/segments.ts";
import { listSubscriptions, putSubscription, removeSubscription } from "../sql/subscriptions.ts";
import { KINDS, listTenants, loadFacts, readOwners } from "../sql/transfer/index.ts";
import { findUser, findUsers, listUsers, putUserChange } from "../sql/users.ts";
import { claimJobs, enqueueJob, findJob, listJobs, renewJob, settleJob } from "../sql/work.ts";
import { commitFacts, indexFacts } from "../sql/write-facts.ts";
import { IN_MEMORY, SqliteConnection } from "./connection.ts";
import { examineFile } from "./examine.ts";
import { migrate } from "./migrate.ts";
import { SqliteWatch } from "./watch.ts";
import { SqliteWriter } from "./writer.ts";

export interface SqliteOptions {
	/**
	 * What an acknowledged append survives. `full` (default): the loss of power. `normal`: the end of the process,
	 * however sudden; a power loss may take the last moments, never the integrity of the file.
	 */
	durability?: "full" | "normal";
	/** How long a write waits for other processes before it fails with `unavailable`. Default 30,000. */
	busyTimeoutMs?: number;
	/** How often followers look for commits of other processes. Default 5. */
	pollIntervalMs?: number;
	/** Put before each table's name, for a file shared with other software. Default `holdfast_`. */
	tablePrefix?: string;
}

const filePath = z
	.string({ error: "must be a path" })
	.min(1, { error: "must not be empty" })
	.refine((path) => !path.includes("\0"), { error: "must not contain NUL" });

const options = z.strictObject({
	durability: z.enum(["full", "normal"]).default("full"),
	busyTimeoutMs: z.number().int().min(0).default(30_000),
	pollIntervalMs: z.number().int().min(1).default(5),
	tablePrefix: z
		.string()
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, { error: "must be letters, digits and _, at most 63" })
		.default("holdfast_"),
});

/** A database without a file ends with its connection, and no other process can find it. */
const capabilitiesOf = (file: string): Capabilities => ({
	durable: file !== IN_MEMORY,
	shared: file !== IN_MEMORY,
	limits: { eventBytes: 1024 * 1024, batchEvents: 1000 },
	search: SCANS,
});

/**
 * A store in one SQLite file, on Node's own engine. Any number of processes may use the file at once. The path `:memory:` is
 * a database without a file: it ends when the store closes.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 * import { sqlite } from "holdfast/sqlite";
 *
 * const hf = await holdfast({ store: sqlite("./holdfast.db", { durability: "full" }) });
 * ```
 */
export function sqlite(path: string, given: SqliteOptions = {}): Store {
	const { durability, busyTimeoutMs, pollIntervalMs, tablePrefix } = parse(options, given, "sqlite options");
	const file = path === IN_MEMORY ? path : resolve(parse(filePath, path, "sqlite path"));
	const connection = new SqliteConnection({ path: file, durability, busyTimeoutMs, tablePrefix });
	const writer = new SqliteWriter(connection, busyTimeoutMs);
	const watch = new SqliteWatch(connection, pollIntervalMs);
	let holders = 0;
	let opening: Promise<void> | undefined;

	const needOpen = (): void => {
		if (holders === 0) throw new HoldfastError("unavailable", `the store ${file} is closed`);
	};
	/** One statement, or several that need not agree. */
	const read = async <T>(make: () => Sql<T>): Promise<T> => {
		needOpen();
		return connection.read(make, { snapshot: false });
	};
	const snapshot = async <T>(make: () => Sql<T>): Promise<T> => {
		needOpen();
		return connection.read(make, { snapshot: true });
	};
	const write = async <T>(make: () => Sql<T>): Promise<T> => {
		needOpen();
		return writer.write(make, false);
	};
	/** A write whose checks all come before its first change. */
	const writeChecked = async <T>(make: () => Sql<T>): Promise<T> => {
		needOpen();
		return writer.write(make, true);
	};
	const wakeAll = <T>(value: T): T => {
		watch.watchers.wakeAll();
		return value;
	};

	return {
		name: "sqlite",
		capabilities: capabilitiesOf(file),
		async open() {
			holders += 1;
			opening ??= connection.open().then(() => migrate(connection, file));
			try {
				await opening;
			} catch (error) {
				holders -= 1;
				opening = undefined;
				if (holders === 0) connection.close();
				throw error;
			}
		},
		async close() {
			await writer.drained();
			// Asked only now: whoever closes too may have been faster.
			if (holders === 0) return;
			holders -= 1;
			if (holders > 0) return;
			watch.close();
			connection.close();
			opening = undefined;
		},
		async examine() {
			needOpen();
			return examineFile(connection, file, durability);
		},
		log: {
			async append(unit) {
				needOpen();
				const outcome = await writer.write(() => appendEvents(unit), true, unit.events.length);
				watch.watchers.wake(outcome.uid);
				if (outcome.created && "name" in unit.target) watch.watchers.wake(unit.target.name.key);
				return outcome;
			},
			read: (target, query) => read(() => readEvents(target, query)),
			stretches: (tenant, stretches, kinds) => read(() => readStretches(tenant, stretches, kinds)),
			openings: (tenant, uids) => read(() => readOpenings(tenant, uids)),
			watch(target, wake) {
				needOpen();
				return watch.add(target, wake);
			},
		},
		sessions: {
			get: (target) => read(() => getSession(target)),
			list: (query) => read(() => listSessions(query)),
			agents: (tenant) => read(() => countByAgent(tenant)),
			fork: (plan) => write(() => forkSession(plan)).then(wakeAll),
			rekey: (plan) => write(() => rekeySession(plan)).then(wakeAll),
			load: (plan) => write(() => loadSession(plan)).then(wakeAll),
			prune: (target, limits) => write(() => pruneSession(target, limits)),
			stateAsOf: (target, offset) => snapshot(() => readStateAsOf(target, offset)),
		},
		state: {
			read: (target) => snapshot(() => readState(target)),
			shared: ({ tenant, agentId, userId }) => snapshot(() => readSharedState(tenant, agentId, userId)),
		},
		users: {
			get: (tenant, userId) => read(() => findUser(tenant, userId)),
			change: (tenant, userId, change, at) => write(() => putUserChange(tenant, userId, change, at)),
			list: (tenant, { after, limit }) => read(() => listUsers(tenant, after, limit)),
			find: (tenant, match, limit, after) => read(() => findUsers(tenant, match, limit, after)),
			rekey: (plan) => write(() => rekeyUser(plan)).then(wakeAll),
		},
		work: {
			jobs: (query) => read(() => listJobs(query)),
			job: (tenant, id) => read(() => findJob(tenant, id)),
			waiting: (limit) => read(() => listWaiting(limit)),
			enqueue: (tenant, job, at, uid) => writeChecked(() => enqueueJob(tenant, job, at, uid)),
			claim: (tenant, kinds, aliveMs, limit) => writeChecked(() => claimJobs(tenant, kinds, aliveMs, limit)),
			renew: (tenant, id, attempt, aliveMs) => writeChecked(() => renewJob(tenant, id, attempt, aliveMs)),
			settle: (tenant, id, attempt, outcome) => writeChecked(() => settleJob(tenant, id, attempt, outcome)),
		},
		deliveries: {
			list: (query) => read(() => listDeliveries(query)),
			waiting: (limit) => read(() => waitingDeliveries(limit)),
			claim: (tenant, aliveMs, which) => writeChecked(() => claimDeliveries(tenant, aliveMs, which)),
			advance: (tenant, key, token, nextOffset, aliveMs) =>
				writeChecked(() => advanceDelivery(tenant, key, token, nextOffset, aliveMs)),
			settle: (tenant, key, token, outcome) =>
				writeChecked(() => settleDelivery(tenant, key, token, outcome)),
			redrive: (tenant, key, options, at) => writeChecked(() => redriveDelivery(tenant, key, options, at)),
		},
		subscriptions: {
			put: (record) => writeChecked(() => putSubscription(record)),
			list: (query) => read(() => listSubscriptions(query)),
			remove: (tenant, id) => writeChecked(() => removeSubscription(tenant, id)),
		},
		documents: {
			get: (tenant, kind, id) => read(() => getDocument(tenant, kind, id)),
			list: (query) => read(() => listDocuments(query)),
			put: (tenant, document, expect, at) => writeChecked(() => putDocument(tenant, document, expect, at)),
			remove: (tenant, kind, id, rev) => writeChecked(() => removeDocument(tenant, kind, id, rev)),
			async sweep(tenant, now) {
				let total = 0;
				for (let done = false; !done; ) {
					const step = await writeChecked(() => sweepSomeDocuments(tenant, now));
					total += step.count;
					done = step.done;
				}
				return total;
			},
		},
		runs: {
			get: (tenant, id) => read(() => getRun(tenant, id)),
			list: (query) => read(() => listRuns(query)),
			line: (target) => snapshot(() => lineOf(target)),
			wait: (target, seed, queued, aliveMs) => writeChecked(() => waitInLine(target, seed, queued, aliveMs)),
			renew: (tenant, id, aliveMs) => writeChecked(() => renewRun(tenant, id, aliveMs)),
			spans: (tenant, rootId) => read(() => readSpans(tenant, rootId)),
			delete: (tenant, id) => writeChecked(() => deleteRun(tenant, id)),
		},
		facts: {
			async commit(unit) {
				needOpen();
				const weight = unit.put.length + unit.remove.length;
				return await writer.write(() => commitFacts(unit), false, weight);
			},
			get: (tenant, ids) => snapshot(() => getFacts(tenant, ids)),
			list: (query) => snapshot(() => listFacts(query)),
			changes: async (owner, since, limit) =>
				(await read(() => noChanges(owner, since))) ?? snapshot(() => readChanges(owner, since, limit)),
			history: (tenant, id) => read(() => readHistory(tenant, id)),
			from: (uid, tenant, offsets, limit) => snapshot(() => factsFrom(uid, tenant, offsets, limit)),
			spaces: (tenant) => read(() => listSpaces(tenant)),
			index: (tenant, entries, embedder) => writeChecked(() => indexFacts(tenant, entries, embedder)),
		},
		index: {
			members: (query) => read(() => listMembers(query)),
			segments: (uids, tenant) => read(() => readSegments(uids, tenant)),
			put: (uid, tenant, segment, blanked, embedder) =>
				writeChecked(() => putSegment(uid, tenant, segment, blanked, embedder)),
			facts: (owner, nos) => read(() => indexedFacts(owner, nos)),
			embedder: (tenant) => read(() => readEmbedder(tenant)),
			setEmbedder: (tenant, embedder, expected, clear) =>
				writeChecked(() => setEmbedder(tenant, embedder, expected, clear)),
		},
		erasure: {
			async erase(scope) {
				let counts: ErasureCounts = noCounts();
				for (let done = false; !done; ) {
					const step = await write(() => eraseSomeSessions(scope)).then(wakeAll);
					counts = addCounts(counts, step.counts);
					done = step.done;
				}
				for (let done = false; !done; ) {
					const step = await write(() => eraseSomeFacts(scope));
					counts = addCounts(counts, { ...noCounts(), ...step.counts });
					done = step.done;
				}
				counts = addCounts(counts, await write(() => eraseShared(scope)));
				connection.truncateLog();
				return counts;
			},
			compact: async () => {
				needOpen();
				await connection.vacuum();
			},
			count: (scope) => snapshot(() => countScope(scope)),
			async blank(target, offsets, blank) {
				const count = await write(() => blankEvents(target, offsets, blank));
				connection.truncateLog();
				return count;
			},
		},
		transfer: {
			tenants: (after, limit) => read(() => listTenants(after, limit)),
			read: (tenant, kind, query) => snapshot(() => KINDS[kind].read(tenant, query)),
			get: (tenant, kind, keys) => snapshot(() => KINDS[kind].get(tenant, keys)),
			load: (tenant, kind, rows, { absent = false } = {}) =>
				write(() => KINDS[kind].load(tenant, rows, absent)).then(wakeAll),
			remove: (tenant, kind, keys) => write(() => KINDS[kind].remove(tenant, keys)).then(wakeAll),
			owners: (tenant, query) => read(() => readOwners(tenant, query)),
			loadFacts: (plan) => write(() => loadFacts(plan)),
		},
	};
}

export type { Store } from "../ports/index.ts";
