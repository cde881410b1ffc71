import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, keyText, sessionId, userId } from "../event/index.ts";
import {
	decodeCursor,
	encodeCursor,
	nameOf,
	type Page,
	type Platform,
	resolveName,
} from "../session/index.ts";
import {
	isOpen,
	RUN_STATUSES,
	type RunListQuery,
	type RunRecord,
	type RunStatus,
} from "../store/ports/index.ts";
import { type LiveSpan, type Span, toSpan } from "../trace/index.ts";
import { cancelRun, closeDeadRun } from "./close-runs.ts";
import { isErased } from "./is-erased.ts";
import { lastEvent } from "./last-event.ts";
import { lazyIterator } from "./lazy-iterator.ts";
import { noSuchRun, notStreamed, readSharedFeed, saidErased } from "./read-shared-feed.ts";
import { type Run, toRun } from "./run.ts";
import type { RunEvent } from "./run-input.ts";
import type { Runtime } from "./turn.ts";

/** Filters and page of a list of runs. */
export interface RunListOptions {
	/** Only runs of this agent. */
	agentId?: string | undefined;
	/** Only runs of this user. */
	userId?: string | undefined;
	/**
	 * Only runs of this session. Give its `agentId` too and, if it has a user, its `userId`. Without
	 * `agentId`, the id must be unique.
	 */
	sessionId?: string | undefined;
	/** Only runs of the tree with this root. */
	rootRunId?: string | undefined;
	/** Only runs with this status, or one of these. */
	status?: RunStatus | readonly RunStatus[] | undefined;
	/** Maximum number of items. Default 50, at most 1,000. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

/** Runs of the tenant. */
export interface Runs {
	/** Reads a run. Throws `not_found` if it does not exist. */
	get(id: string): Promise<Run>;
	/** Lists runs, newest first. */
	list(options?: RunListOptions): Promise<Page<Run>>;
	/** Ends a run immediately, in whichever process it runs. A run that has ended stays as it is. */
	cancel(id: string): Promise<Run>;
	/**
	 * The spans of a run and of the runs below it, in order of their start. For a run that is active in this
	 * process: all spans up to now, with the status `running` for open ones. For a run elsewhere: the stored
	 * spans. A run stores them at every step.
	 */
	trace(id: string): Promise<Span[]>;
	/**
	 * Streams the events of a run after the number `after`. The run may be in this process, or on servers
	 * that share the store. If it ended a while ago, or was not streamed, only its last event is available.
	 */
	stream(
		id: string,
		options?: { after?: number | undefined },
	): AsyncIterableIterator<RunEvent, void, undefined>;
	/** Deletes the record and the spans of an ended run. Its messages stay in the session. */
	delete(id: string): Promise<void>;
}

const status = z.enum(RUN_STATUSES);
const listSchema = z.strictObject({
	agentId: agentId.optional(),
	userId: userId.optional(),
	sessionId: sessionId.optional(),
	rootRunId: keyText.optional(),
	status: z.union([status.transform((one) => [one]), z.array(status)]).optional(),
	limit: z.number().int().min(1).max(1_000).default(50),
	cursor: z.string().optional(),
});
const cursorSchema = z.object({ at: z.int(), id: keyText });
const streamSchema = z.strictObject({ after: z.number().int().min(-1).default(-1) });

/** The current record. If the process of the run died, the run is closed first. */
async function settled(platform: Platform, run: RunRecord): Promise<RunRecord> {
	if (!run.expired) return run;
	await closeDeadRun(platform, run);
	return (await platform.store.runs.get(platform.tenant, run.id)) ?? run;
}

async function need(platform: Platform, id: string): Promise<RunRecord> {
	const runId = parse(keyText, id, "run id");
	const run = await platform.store.runs.get(platform.tenant, runId);
	if (!run) throw noSuchRun(runId);
	return settled(platform, run);
}

async function toQuery(platform: Platform, given: RunListOptions): Promise<RunListQuery | undefined> {
	const options = parse(listSchema, given, "options");
	const query: RunListQuery = {
		tenant: platform.tenant,
		agentId: options.agentId,
		userId: options.userId,
		rootId: options.rootRunId,
		statuses: options.status,
		limit: options.limit + 1,
		after: options.cursor === undefined ? undefined : decodeCursor(cursorSchema, options.cursor),
	};
	if (options.sessionId === undefined) return query;
	const { agentId: agent, userId: user, sessionId: id } = options;
	const name =
		agent === undefined
			? await resolveName(platform, id)
			: nameOf(platform, { agentId: agent, sessionId: id, ...(user !== undefined && { userId: user }) });
	const session = await platform.store.sessions.get({ name });
	return session && { ...query, agentId: undefined, userId: undefined, uid: session.uid };
}

type LoadRuntime = () => Promise<Runtime>;

/** The runtime, if anything has run in this process. */
type Running = () => Promise<Runtime | undefined>;

/** The active runs of this process; undefined if the given run has ended. */
const activeFor = async (running: Running, run: RunRecord): Promise<Runtime["active"] | undefined> =>
	isOpen(run.status) ? (await running())?.active : undefined;

/**
 * The spans of a run and of the runs below it. For runs in this process also spans that are not stored yet.
 */
async function traceOf(platform: Platform, running: Running, run: RunRecord): Promise<Span[]> {
	const { tenant, store } = platform;
	const active = await activeFor(running, run);
	const live = (): LiveSpan[] =>
		active
			? [...active.values()].flatMap(({ rootId, live }) =>
					rootId === run.rootId && live ? live.recorder.live() : [],
				)
			: [];
	// Read before and after the store: a span that is being stored right now is in one of the two.
	const before = live();
	const stored = await store.runs.spans(tenant, run.rootId);
	const wanted = run.id === run.rootId ? undefined : await familyOf(platform, run);
	const spans = new Map<string, LiveSpan>();
	for (const span of [...before, ...live(), ...stored]) spans.set(span.id, span);
	return [...spans.values()]
		.filter(({ runId }) => wanted?.has(runId) ?? true)
		.sort((a, b) => a.startedAt - b.startedAt)
		.map(toSpan);
}

/** A run for callers. If it is active in this process, with what it has recalled so far. */
async function tell(platform: Platform, running: Running, record: RunRecord): Promise<Run> {
	const recalled = (await activeFor(running, record))?.get(record.id)?.live?.recalled;
	const run = await toRun(platform, record);
	return recalled && !run.recalled ? { ...run, recalled } : run;
}

async function familyOf(platform: Platform, run: RunRecord): Promise<Set<string>> {
	const { tenant, store } = platform;
	const tree = await store.runs.list({ tenant, rootId: run.rootId, limit: 1_000 });
	const family = new Set([run.id]);
	// Oldest first: a run comes before the runs that it calls.
	for (const { id, parentId } of tree.toReversed()) if (parentId && family.has(parentId)) family.add(id);
	return family;
}

export function createRuns(platform: Platform, runtime: LoadRuntime, running: Running): Runs {
	return {
		get: async (id) => tell(platform, running, await need(platform, id)),
		list: async (options = {}) => {
			const query = await toQuery(platform, options);
			const found = query ? await platform.store.runs.list(query) : [];
			const page = found.slice(0, (query?.limit ?? 1) - 1);
			const items = await Promise.all(
				page.map(async (run) => tell(platform, running, await settled(platform, run))),
			);
			const last = page.at(-1);
			if (found.length === page.length || !last) return { items };
			return { items, next: encodeCursor({ at: last.createdAt, id: last.id }) };
		},
		cancel: async (id) => {
			const run = await need(platform, id);
			if (isOpen(run.status)) {
				const own = (await runtime()).active.get(run.id);
				if (own) {
					own.cancel(new HoldfastError("cancelled", "the run was cancelled"));
					await own.done;
				} else await cancelRun(platform, run);
			}
			return toRun(platform, await need(platform, id));
		},
		trace: async (id) => traceOf(platform, running, await need(platform, id)),
		stream: (id, options = {}) => streamOf(platform, runtime, id, options),
		delete: async (id) => {
			const run = await need(platform, id);
			if (isOpen(run.status))
				throw new HoldfastError("busy", `run "${run.id}" has not ended; cancel it first`);
			await platform.store.runs.delete(platform.tenant, run.id);
		},
	};
}

/** For a run that this process has not streamed, or not recently, only the last event is available. */
async function* tellEnd(platform: Platform, runId: string, after: number): AsyncGenerator<RunEvent, void> {
	const run = await need(platform, runId);
	if (isOpen(run.status)) throw notStreamed(runId);
	if (await isErased(platform, runId)) throw saidErased(runId);
	yield { seq: after + 1, ...(await lastEvent(platform, run)) } as RunEvent;
}

function streamOf(
	platform: Platform,
	runtime: LoadRuntime,
	id: string,
	options: { after?: number | undefined },
): AsyncIterableIterator<RunEvent, void, undefined> {
	return lazyIterator(async () => {
		const { after } = parse(streamSchema, options, "options");
		const { feeds, shareFeeds } = await runtime();
		const runId = parse(keyText, id, "run id");
		const feed = feeds.get(runId);
		if (!feed && shareFeeds) return readSharedFeed(platform, runId, after);
		if (!feed) return tellEnd(platform, runId, after);
		if (feed.ended && feed.tells && (await isErased(platform, feed.runId))) {
			feeds.drop(runId);
			throw saidErased(runId);
		}
		return feed.read(after);
	});
}
