import { z } from "zod";
import { lazyKeys, lazyTokens } from "./access/lazy-access.ts";
import type { Background } from "./background.ts";
import { HoldfastError, parse } from "./error/index.ts";
import { agentId, type TenantId } from "./event/index.ts";
import { type Foundation, openRegistry } from "./foundation.ts";
import type { Holdfast } from "./interface.ts";
import { toIdleReport } from "./job/idle-report.ts";
import { createJobs } from "./job/jobs.ts";
import { lazyMemory } from "./memory/lazy-memory.ts";
import type { Memory, MemoryScope } from "./memory/memory.ts";
import { createSpaces } from "./memory/spaces.ts";
import { createQuietMs } from "./quiet-ms.ts";
import {
	closedError,
	createSessionHandle,
	createSessions,
	eraseScope,
	Gate,
	type JobFailure,
	type NewSessionRef,
	type Platform,
	type SweepOptions,
} from "./session/index.ts";
import type { TenantImportOptions, TenantSource } from "./transfer/index.ts";
import { createAgents, createServedAgents, lazyRuns, type Runtime, type ServedAgents } from "./turn/index.ts";
import { createUsers } from "./user/index.ts";
import type { Deliverer } from "./webhook/deliverer.ts";
import { lazyWebhooks } from "./webhook/lazy-webhooks.ts";

/** One open tenant of a process. */
export interface OpenTenant {
	readonly hf: Holdfast;
	/** What a server needs in addition to the public interface. */
	readonly served: ServedAgents;
	/** Call this when there may be background jobs. */
	nudge(): void;
	/** Whether jobs of this tenant wait in the store, or its worker is loaded. */
	isAnythingLeft(): Promise<boolean>;
	/** Resolves the configured embedder, so that an invalid one fails now and not at the first user's request. */
	checkEmbedder(): Promise<void>;
	/** How many of its runs are active in this process. */
	runs(): Promise<number>;
	/** Whether this process has operations, runs or jobs that closing would interrupt or lose track of. */
	isBusy(): boolean;
	/** Aborted when the tenant closes. */
	readonly closing: AbortSignal;
	readonly platform: Platform;
	/** Call this when there may be events to deliver. */
	deliver(): void;
}

const scopeSchema = z.union([z.strictObject({ agentId }), z.strictObject({ everything: z.literal(true) })], {
	error: "must be { agentId } or { everything: true }",
});

/** Loads the code for exports when the export is first read. */
async function* exported(platform: Platform): AsyncGenerator<string, void, undefined> {
	const { exportTenant } = await import("./transfer/export-tenant.ts");
	yield* exportTenant(platform);
}

/** Opens one tenant. Calls `release` when it has closed. */
export function openTenant(
	foundation: Foundation,
	tenant: TenantId,
	release: () => Promise<void>,
): OpenTenant {
	const { store, registry, network, networkOfCallers, retention } = foundation;
	const gate = new Gate();
	const ending = new AbortController();
	let open = true;
	let behind: Promise<Background> | undefined;
	let worker: Background["worker"] | undefined;
	/** Memory and worker, loaded at their first use. */
	const background = (): Promise<Background> => {
		behind ??= import("./background.ts").then(async ({ openBackground }) => {
			const opened = await openBackground({
				platform,
				registry,
				embedder: foundation.embedder,
				runtime: () => runtime(),
				model: foundation.model,
			});
			worker = opened.worker;
			return opened;
		});
		return behind;
	};
	const nudge = (): void => {
		// If the worker cannot be loaded here, the next process that opens the store runs the jobs.
		if (!ending.signal.aborted)
			background().then(
				({ worker }) => worker.nudge(),
				() => {},
			);
	};
	const isAnythingLeft = async (): Promise<boolean> =>
		behind !== undefined || (await store.work.jobs({ tenant, limit: 1 })).length > 0;
	let delivering: Promise<Deliverer> | undefined;
	const deliver: Platform["deliver"] = (uid, subscribed) => {
		if (ending.signal.aborted) return;
		if (foundation.deliver) {
			foundation.deliver({ tenant, uid }, subscribed);
			return;
		}
		// Called after each commit. Most programs have no webhooks, so the code is not loaded for them.
		if (!delivering && uid !== undefined && !subscribed) return;
		delivering ??= import("./webhook/deliverer.ts").then(({ startDeliverer }) =>
			startDeliverer({ store, network: networkOfCallers, tenants: tenant }),
		);
		delivering.then(
			(deliverer) => deliverer.nudge({ tenant, uid }, subscribed),
			() => {},
		);
	};
	const platform: Platform = {
		tenant,
		retention,
		network,
		networkOfCallers,
		deliver,
		onAppend: foundation.onAppend,
		closing: ending.signal,
		get store() {
			if (open) return store;
			throw closedError();
		},
		get index() {
			return foundation.index ?? store.search;
		},
		memory: {
			search: async (...args) => (await background()).search(...args),
			write: async (...args) => (await background()).write(...args),
			writeMany: async (agentId, userId, facts) => {
				await memory(agentId, { create: true, ...(userId !== undefined && { userId }) }).writeMany([
					...facts,
				]);
			},
			nudge,
			quietMs: createQuietMs(() => platform, registry),
			settled: async (jobId) => (await background()).worker.settled(jobId),
		},
	};
	let loading: Promise<Runtime> | undefined;
	const runtime = async (): Promise<Runtime> => {
		// The gate does not count streams as operations, so they are rejected here.
		if (ending.signal.aborted) throw closedError();
		loading ??= loadRuntime(foundation, platform, background);
		return loading;
	};
	/** Undefined if nothing has run yet: the runtime is not loaded to find that out. */
	const running = async (): Promise<Runtime | undefined> => loading?.catch(() => undefined);
	const cancelRuns = (): void => {
		const reason = new HoldfastError("cancelled", "the run was cancelled: Holdfast is closing");
		const cancel = (loaded: Runtime): void => {
			loaded.stopping = reason;
			for (const run of loaded.active.values()) run.cancel(reason);
		};
		// A runtime that failed to load has no runs.
		loading?.then(cancel, () => {});
	};
	let closed: Promise<void> | undefined;
	const close = async (): Promise<void> => {
		const left = gate.close();
		// Followers are ended first: they would wait forever.
		ending.abort();
		await left;
		try {
			await (await delivering?.catch(() => undefined))?.close();
			await (await behind?.catch(() => undefined))?.close();
		} finally {
			open = false;
			await release();
		}
	};
	const memory = (agent: string, scope?: MemoryScope): Memory =>
		lazyMemory(async () => {
			const [{ createMemory }, { memory: context }] = await Promise.all([
				import("./memory/memory.ts"),
				background(),
			]);
			return createMemory(context, agent, scope, {
				known: async (id) => (await import("./known-agent.ts")).checkKnownAgent(platform, registry, id),
			});
		});
	const guarded = gate.guard({
		agents: createAgents(runtime, (work) => gate.count(work)),
		runs: lazyRuns(async () => (await import("./turn/runs.ts")).createRuns(platform, runtime, running)),
		sessions: createSessions(platform),
		users: createUsers(platform),
		session: (ref: NewSessionRef) => gate.guard(createSessionHandle(platform, ref)),
		memory: (agent: string, scope?: MemoryScope) => gate.guard(memory(agent, scope)),
		spaces: createSpaces(platform),
		jobs: createJobs(platform, nudge),
		webhooks: lazyWebhooks(platform),
		keys: lazyKeys(platform),
		tokens: lazyTokens(platform),
		about: async () => {
			const { about } = await import("./about.ts");
			return about(platform, async () => (await background()).memory.configured());
		},
		overview: async () => (await import("./overview.ts")).overview(platform),
		export: () => exported(platform),
		import: async (source: TenantSource, given?: TenantImportOptions) =>
			(await import("./transfer/import-tenant.ts")).importTenant(platform, source, given),
		sweep: async (given?: SweepOptions) => (await background()).sweep(given),
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
			return examine(platform, {
				embedder: async () => (await background()).memory.configured(),
				openedAt: foundation.openedAt,
				models: async () => ({
					agents: (await registry?.list()) ?? [],
					defaultModel: foundation.model,
				}),
			});
		},
		async idle() {
			let failures: JobFailure[] = [];
			if (await isAnythingLeft()) {
				const { worker, memory } = await background();
				failures = await worker.idle();
				await memory.settled();
			}
			await (await delivering)?.idle();
			return toIdleReport(platform, failures);
		},
		close: (given?: { cancel?: boolean }) => {
			if (given?.cancel) cancelRuns();
			closed ??= close();
			return closed;
		},
	});
	return {
		served: gate.guard(createServedAgents(runtime, (work) => gate.count(work))),
		hf: { ...guarded, [Symbol.asyncDispose]: () => guarded.close() },
		nudge,
		isAnythingLeft,
		deliver,
		platform,
		closing: ending.signal,
		// An embedder other than the one that created the stored vectors is accepted here. The operations that need
		// it throw, and `reembed()` must stay callable.
		async checkEmbedder() {
			if (foundation.embedder !== undefined) await (await background()).memory.configured();
		},
		// Every run is an operation or part of a job.
		isBusy: () => gate.isBusy || worker?.isBusy() === true,
		runs: async () => (await running())?.active.size ?? 0,
	};
}

async function loadRuntime(
	{ registry, model, leaseMs, shareFeeds }: Foundation,
	platform: Platform,
	background: () => Promise<Background>,
): Promise<Runtime> {
	const { createRuntime } = await import("./turn/runtime.ts");
	const agents = registry ?? (await openRegistry({}));
	const memory = async () => (await background()).memory;
	return createRuntime({ platform, agents, defaultModel: model, leaseMs, memory, shareFeeds });
}
