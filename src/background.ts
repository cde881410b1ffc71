import {
	type AgentRegistry,
	DEFAULT_MEMORY,
	memoryNow,
	readMemoryOverride,
	readMemoryOverrides,
} from "./agent/index.ts";
import type { AgentId } from "./event/index.ts";
import { startWorker, type Worker } from "./job/index.ts";
import { recordOf } from "./memory/embedder-guard.ts";
import { structuredModel } from "./memory/extract/index.ts";
import { type AgentRules, namedSpace, ownSpace } from "./memory/index.ts";
import { sessionMemory } from "./memory/memory-door.ts";
import { consolidateJob } from "./memory/memory-jobs.ts";
import { type OpenMemory, openMemory } from "./memory/open-memory.ts";
import { type EmbeddingModel, type LanguageModel, resolveModel } from "./model/index.ts";
import type { MemoryDoor, Platform } from "./session/index.ts";
import { sweepJob } from "./sweep-job.ts";
import { type Runtime, triggerJobs } from "./turn/index.ts";

/*
 * The memory and the worker of one `holdfast()`: what is not needed before somebody searches, writes a fact or ends a
 * session. Loaded then.
 */

export interface BackgroundOptions {
	platform: Platform;
	registry: AgentRegistry | undefined;
	/** For consolidation; undefined: by rules. */
	model: LanguageModel | string | undefined;
	embedder: EmbeddingModel | string | false | undefined;
	/** What runs share, loaded at its first use: work behind the answers may be a run's. */
	runtime(): Promise<Runtime>;
}

export interface Background extends Pick<MemoryDoor, "search" | "write"> {
	memory: OpenMemory;
	worker: Worker;
	/** Makes all vectors anew with the embedder that is configured now; tells of how many facts. */
	reembed(): Promise<{ facts: number }>;
	close(): Promise<void>;
}

export async function openBackground(options: BackgroundOptions): Promise<Background> {
	const { platform, registry, model, embedder } = options;
	const { store, tenant } = platform;
	const memory = openMemory({
		platform,
		embedder,
		model: model === undefined ? undefined : async () => structuredModel(await resolveModel(model)),
		rules: (agentId) => rulesOf(platform, registry, agentId),
	});
	const worker = both(
		startWorker({
			store,
			tenant,
			handlers: new Map([
				["consolidate", consolidateJob(async () => memory)],
				["sweep", sweepJob(platform)],
			]),
		}),
		// Its own: a receiver that does not answer holds up no memory.
		startWorker({ store, tenant, handlers: triggerJobs(options.runtime) }),
	);
	return {
		...sessionMemory(memory),
		memory,
		worker,
		reembed: () => reembed(memory),
		async close() {
			await worker.close();
			await memory.settled();
		},
	};
}

/** Two workers as one. */
const both = (one: Worker, other: Worker): Worker => ({
	nudge() {
		one.nudge();
		other.nudge();
	},
	async idle() {
		await Promise.all([one.idle(), other.idle()]);
	},
	isBusy: () => one.isBusy() || other.isBusy(),
	async close() {
		await Promise.all([one.close(), other.close()]);
	},
});

/** What an agent's settings say; agents that are not defined have the defaults. */
async function rulesOf(
	platform: Platform,
	registry: AgentRegistry | undefined,
	agentId: AgentId,
): Promise<AgentRules> {
	const [agents, override] = await Promise.all([
		registry?.list() ?? [],
		readMemoryOverride(platform, agentId),
	]);
	const defined = agents.find(({ id }) => id === agentId)?.memory ?? DEFAULT_MEMORY;
	const { space, facts, untrusted, redact } = memoryNow(defined, override);
	if (space === undefined) return { space: ownSpace(agentId), agents: [agentId], facts, untrusted, redact };
	const overrides = await readMemoryOverrides(platform);
	const sharing = agents
		.filter(({ id, memory }) => memoryNow(memory, overrides.get(id)).space === space)
		.map(({ id }) => id);
	// One that is not defined in this process shares it all the same.
	return { space: namedSpace(space), agents: [...new Set([...sharing, agentId])], facts, untrusted, redact };
}

async function reembed(memory: OpenMemory): Promise<{ facts: number }> {
	const { store, tenant } = memory.platform;
	const embedder = await memory.configured();
	if (!embedder) return { facts: 0 };
	await memory.settled();
	const record = await recordOf(embedder);
	// Whoever else does the same at this moment comes to the same end.
	for (;;) {
		const stored = await store.index.embedder(tenant);
		if (await store.index.setEmbedder(tenant, record, stored, true)) break;
	}
	memory.views.clear();
	let facts = 0;
	for (const { space } of await store.facts.spaces(tenant)) {
		facts += (await memory.views.facts({ tenant, space, everybody: true }, embedder)).view.size;
	}
	await memory.settled();
	return { facts };
}
