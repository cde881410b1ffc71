import { z } from "zod";
import type { AgentDefinition, AgentRegistry } from "./agent/index.ts";
import type { Background } from "./background.ts";
import type { DoctorReport } from "./doctor.ts";
import { HoldfastError, parse } from "./error/index.ts";
import { agentId, isObject, tenantId } from "./event/index.ts";
import { createJobs, type Jobs } from "./job/jobs.ts";
import { lazyMemory } from "./memory/lazy-memory.ts";
import type { Memory, MemoryScope } from "./memory/memory.ts";
import { createSpaces, type Spaces } from "./memory/spaces.ts";
import type { EmbeddingModel, LanguageModel } from "./model/index.ts";
import {
	closedError,
	createSessionHandle,
	createSessions,
	DEFAULT_RETENTION_DAYS,
	type ErasureReceipt,
	eraseScope,
	Gate,
	type NewSessionRef,
	type Platform,
	type RetentionDays,
	type SessionHandle,
	type Sessions,
	type SweepReport,
} from "./session/index.ts";
import { memoryStore } from "./store/memory/index.ts";
import type { Store, VectorIndex } from "./store/ports/index.ts";
import { type Agents, createAgents, lazyRuns, type Runs, type Runtime } from "./turn/index.ts";
import { createUsers, type Users } from "./user/index.ts";

export interface HoldfastOptions {
	/** A folder of manifests, or definitions. Without, everything works but running agents. */
	agents?: string | readonly AgentDefinition[] | undefined;
	/** For agents that name no model, and for consolidation. Default: the built-in demo model, and rules. */
	model?: LanguageModel | string | undefined;
	/** Makes vectors for search. Default: the built-in one, which needs no key. false: search by words alone. */
	embedder?: EmbeddingModel | string | false | undefined;
	/** Read manifests again when they change. Default: unless NODE_ENV is `production`. */
	reload?: boolean | undefined;
	/** How long, in milliseconds, a run of a process that is gone keeps its session's turn. Default 10,000. */
	leaseMs?: number | undefined;
	/** Where everything is kept. Default: in memory. */
	store?: Store | undefined;
	/** Finds the facts of owners that have too many to hold them in memory. Default: the store's own, where it has one. */
	index?: VectorIndex | undefined;
	/** The isolation boundary of everything done through this instance. Default `default`. */
	tenant?: string | undefined;
	/** How many days events are kept: for all agents (default 90), and for single ones. */
	retention?: { events?: RetentionDays | undefined; agents?: Record<string, RetentionDays> };
}

/** Agents, sessions, state and users of one tenant. */
export interface Holdfast {
	agents: Agents;
	runs: Runs;
	sessions: Sessions;
	users: Users;
	/** The long-term memory of an agent: of one user, or what is known to all. Does no I/O until it is used. */
	memory(agentId: string, scope?: MemoryScope): Memory;
	/** Memories that several agents share. */
	spaces: Spaces;
	/** Work that is done behind the answers, and what of it was given up. */
	jobs: Jobs;
	/** A session by name. Does no I/O until it is used. */
	session(ref: NewSessionRef): SessionHandle;
	/** Removes events older than the retention allows, and closes runs whose process is gone (`runs` counts these). */
	sweep(options?: { now?: string | Date }): Promise<SweepReport & { runs: number }>;
	/** Erases everything of an agent, or of the whole tenant. */
	erase(scope: { agentId: string } | { everything: true }): Promise<ErasureReceipt>;
	/**
	 * Rewrites the store's files so that no byte of what was erased is left in them. Takes as long as copying the file;
	 * stores without files of their own have nothing to do.
	 */
	compact(): Promise<void>;
	/** Makes all vectors anew with the embedder that this instance was opened with; needed once after it was changed. */
	reembed(): Promise<{ facts: number }>;
	/** How this instance is set up, for the people who operate it: store, schema, roles, search, embedder, work that waits. */
	doctor(): Promise<DoctorReport>;
	/** Resolves when no background work is left to do: sessions that were ended are consolidated. */
	idle(): Promise<void>;
	/**
	 * Ends followers, lets operations under way end, refuses new ones, lets go of the store. A run may take long: with
	 * `cancel` those of this process are cancelled, also when closing has begun already.
	 */
	close(options?: { cancel?: boolean }): Promise<void>;
	/** `await using hf = await holdfast()` closes it at the end of the block. */
	[Symbol.asyncDispose](): Promise<void>;
}

const days = z.union([z.number().min(0), z.literal("forever")], {
	error: 'must be a number of days, or "forever"',
});
const optionsSchema = z.strictObject({
	agents: z
		.union([z.string().min(1), z.array(z.unknown())], {
			error: "must be the path of a folder, or a list of definitions",
		})
		.optional(),
	reload: z.boolean().optional(),
	leaseMs: z.number().int().min(100).max(3_600_000).default(10_000),
	index: z
		.custom<VectorIndex>((value) => isObject(value) && "statistics" in value, {
			error: "must be an index, e.g. postgresIndex(url)",
		})
		.optional(),
	model: z
		.union(
			[
				z.string().min(1),
				z.custom<LanguageModel>((value) => isObject(value) && "specificationVersion" in value),
			],
			{ error: 'must be a model of the AI SDK, or "provider/model"' },
		)
		.default("demo"),
	embedder: z
		.union(
			[
				z.string().min(1),
				z.literal(false),
				z.custom<EmbeddingModel>((value) => isObject(value) && "specificationVersion" in value),
			],
			{ error: 'must be an embedding model of the AI SDK, "provider/model", or false' },
		)
		.optional(),
	store: z
		.custom<Store>((value) => isObject(value) && "log" in value, {
			error: "must be a store, e.g. sqlite(path)",
		})
		.optional(),
	tenant: tenantId.default("default" as z.output<typeof tenantId>),
	retention: z
		.object({ events: days.default(DEFAULT_RETENTION_DAYS), agents: z.record(z.string(), days).default({}) })
		.default({ events: DEFAULT_RETENTION_DAYS, agents: {} }),
});
const scopeSchema = z.union([z.strictObject({ agentId }), z.strictObject({ everything: z.literal(true) })], {
	error: "must be { agentId } or { everything: true }",
});

/** The agents that were given. What is wrong with them is said now, not at their first run. */
async function openRegistry(
	agents: HoldfastOptions["agents"],
	reload = process.env.NODE_ENV !== "production",
): Promise<AgentRegistry> {
	const { openAgents } = await import("./agent/open-agents.ts");
	return openAgents(agents, { reload });
}

async function loadRuntime(
	platform: Platform,
	registry: AgentRegistry | undefined,
	background: () => Promise<Background>,
	{ model, leaseMs }: { model: LanguageModel | string; leaseMs: number },
): Promise<Runtime> {
	const { createRuntime } = await import("./turn/runtime.ts");
	const agents = registry ?? (await openRegistry(undefined));
	const memory = async () => (await background()).memory;
	return createRuntime({ platform, agents, defaultModel: model, leaseMs, memory });
}

/**
 * Opens Holdfast in this process.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 *
 * const hf = await holdfast();
 * const session = hf.session({ agentId: "support", sessionId: "user-42:billing" });
 * await session.history.append({ role: "user", content: "Hello" });
 * console.log(await session.history.last(10));
 * await hf.close();
 * ```
 */
export async function holdfast(options: HoldfastOptions = {}): Promise<Holdfast> {
	const parsed = parse(optionsSchema, options, "options");
	const { store = memoryStore(), tenant, retention } = parsed;
	const { agents } = options;
	// Without agents nothing of theirs is loaded before somebody asks for one.
	const registry = agents === undefined ? undefined : await openRegistry(agents, parsed.reload);
	try {
		await openBoth(store, parsed.index);
	} catch (error) {
		await registry?.close().catch(() => {});
		throw error;
	}
	const gate = new Gate();
	const ending = new AbortController();
	let open = true;
	let behind: Promise<Background> | undefined;
	/** The memory and the worker: loaded by the first who needs them. */
	const background = (): Promise<Background> => {
		behind ??= import("./background.ts").then(({ openBackground }) =>
			openBackground({
				...{ platform, registry, embedder: parsed.embedder },
				// The demo model answers from memory; it makes none.
				model: parsed.model === "demo" ? undefined : parsed.model,
			}),
		);
		return behind;
	};
	const nudge = (): void => {
		// Whoever opens the store next does what could not be begun here.
		if (!ending.signal.aborted)
			background().then(
				({ worker }) => worker.nudge(),
				() => {},
			);
	};
	const isAnythingLeft = async (): Promise<boolean> =>
		behind !== undefined || (await store.work.jobs(tenant, 1)).length > 0;
	const platform: Platform = {
		tenant,
		retention,
		closing: ending.signal,
		get store() {
			if (open) return store;
			throw closedError();
		},
		get index() {
			return parsed.index ?? store.search;
		},
		memory: {
			search: async (...args) => (await background()).search(...args),
			write: async (...args) => (await background()).write(...args),
			nudge,
			idle: async () => (await background()).worker.idle(),
		},
	};
	try {
		// What is no embedder is found out now, not by the first user. One that has not made what is stored is refused by
		// all that needs it: `reembed()` must be within reach.
		if (parsed.embedder !== undefined) await (await background()).memory.configured();
	} catch (error) {
		await registry?.close().catch(() => {});
		await closeBoth(store, parsed.index);
		throw error;
	}
	if (store.capabilities.durable) watchForWork(platform, isAnythingLeft, nudge);
	let loading: Promise<Runtime> | undefined;
	const runtime = async (): Promise<Runtime> => {
		// A stream is no operation that the gate knows: it is refused here.
		if (ending.signal.aborted) throw closedError();
		loading ??= loadRuntime(platform, registry, background, parsed);
		return loading;
	};
	const cancelRuns = (): void => {
		const reason = new HoldfastError("cancelled", "the run was cancelled: Holdfast is closing");
		const cancel = (running: Runtime): void => {
			running.stopping = reason;
			for (const run of running.active.values()) run.cancel(reason);
		};
		// One that could not be loaded has no runs.
		loading?.then(cancel, () => {});
	};
	let closed: Promise<void> | undefined;
	const close = async (): Promise<void> => {
		const left = gate.close();
		// Followers are told at once: they would wait for ever.
		ending.abort();
		await left;
		try {
			await (await behind?.catch(() => undefined))?.close();
			open = false;
			await registry?.close();
		} finally {
			open = false;
			await closeBoth(store, parsed.index);
		}
	};
	const memory = (agent: string, scope?: MemoryScope): Memory =>
		lazyMemory(async () => {
			const [{ createMemory }, { memory: context }] = await Promise.all([
				import("./memory/memory.ts"),
				background(),
			]);
			return createMemory(context, agent, scope);
		});
	const guarded = gate.guard({
		agents: createAgents(runtime, (work) => gate.count(work)),
		runs: lazyRuns(async () => (await import("./turn/runs.ts")).createRuns(platform, runtime)),
		sessions: createSessions(platform),
		users: createUsers(platform),
		session: (ref: NewSessionRef) => gate.guard(createSessionHandle(platform, ref)),
		memory: (agent: string, scope?: MemoryScope) => gate.guard(memory(agent, scope)),
		spaces: createSpaces(platform),
		jobs: createJobs(platform, nudge),
		sweep: async (given?: { now?: string | Date }) => (await import("./sweep-job.ts")).sweep(platform, given),
		async erase(given: Parameters<Holdfast["erase"]>[0]) {
			const scope = parse(scopeSchema, given, "scope");
			return eraseScope(
				platform,
				"agentId" in scope ? { tenant, agent: scope.agentId } : { tenant, everything: true },
			);
		},
		compact: async () => platform.store.erasure.compact(),
		reembed: async () => (await background()).reembed(),
		doctor: async () => {
			const { examine } = await import("./doctor.ts");
			return examine(platform, async () => (await background()).memory.configured());
		},
		async idle() {
			if (!(await isAnythingLeft())) return;
			const { worker, memory } = await background();
			await worker.idle();
			await memory.settled();
		},
		close: (given?: { cancel?: boolean }) => {
			if (given?.cancel) cancelRuns();
			closed ??= close();
			return closed;
		},
	});
	return { ...guarded, [Symbol.asyncDispose]: () => guarded.close() };
}

/** The store, and the index where it is not the store's own. */
async function openBoth(store: Store, index: VectorIndex | undefined): Promise<void> {
	await store.open();
	try {
		await index?.open();
	} catch (error) {
		await store.close();
		throw error;
	}
}

async function closeBoth(store: Store, index: VectorIndex | undefined): Promise<void> {
	try {
		await index?.close();
	} finally {
		await store.close();
	}
}

/** How long a process has been open before it looks for work that others have left, and how often it looks again. */
const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 15_000;

/** Looks for work that another process has left behind. */
function watchForWork(platform: Platform, isAnythingLeft: () => Promise<boolean>, nudge: () => void): void {
	const look = (): void => {
		isAnythingLeft().then(
			(any) => any && nudge(),
			// A store that is away now is there the next time.
			() => {},
		);
	};
	const first = setTimeout(async () => {
		look();
		const { enqueueSweep } = await import("./sweep-job.ts");
		await enqueueSweep(platform).catch(() => {});
	}, FIRST_LOOK_MS);
	const timer = setInterval(look, LOOK_MS);
	first.unref();
	timer.unref();
	platform.closing.addEventListener("abort", () => {
		clearTimeout(first);
		clearInterval(timer);
	});
}
