import {
	type Agent,
	type AgentMemory,
	type AgentRegistry,
	DEFAULT_MEMORY,
	memoryNow,
	readMemoryOverride,
	readMemoryOverrides,
} from "./agent/index.ts";
import type { AgentId } from "./event/index.ts";
import { startWorker, type Worker } from "./job/index.ts";
import { recordOf } from "./memory/embedder-guard.ts";
import { type Extractor, modelExtractor, rulesExtractor, structuredModel } from "./memory/extract/index.ts";
import { type AgentRules, namedSpace, ownSpace } from "./memory/index.ts";
import { sessionMemory } from "./memory/memory-door.ts";
import { consolidateJob } from "./memory/memory-jobs.ts";
import { type OpenMemory, openMemory } from "./memory/open-memory.ts";
import { type EmbeddingModel, type LanguageModel, resolveModel } from "./model/index.ts";
import type { MemoryDoor, Platform, SweepOptions, SweepReport } from "./session/index.ts";
import { sweep, sweepJob } from "./sweep-job.ts";
import { type Runtime, triggerJobs } from "./turn/index.ts";

/* Memory and worker of one `holdfast()`. Loaded when a caller first searches, writes a fact or ends a session. */

export interface BackgroundOptions {
	platform: Platform;
	registry: AgentRegistry | undefined;
	/** The model of agents that name none. It also extracts facts, unless the agent has another extractor. */
	model: LanguageModel | string;
	embedder: EmbeddingModel | string | false | undefined;
	/** What runs share, loaded at its first use. Some background jobs are runs. */
	runtime(): Promise<Runtime>;
}

export interface Background extends Pick<MemoryDoor, "search" | "write"> {
	memory: OpenMemory;
	worker: Worker;
	/** Re-embeds all facts with the configured embedder and returns their number. */
	reembed(): Promise<{ facts: number }>;
	/** Applies the retention now. */
	sweep(options?: SweepOptions): Promise<SweepReport & { runs: number }>;
	close(): Promise<void>;
}

export async function openBackground(options: BackgroundOptions): Promise<Background> {
	const { platform, registry, model, embedder } = options;
	const { store, tenant } = platform;
	const memory = openMemory({
		platform,
		embedder,
		extractor: (agentId) => extractorOf(platform, registry, agentId, model),
		rules: (agentId) => rulesOf(platform, registry, agentId),
	});
	const sweepNow: Background["sweep"] = (given) =>
		sweep(platform, async (agentId) => (await memory.rules(agentId)).facts !== false, given);
	const worker = both(
		startWorker({
			store,
			tenant,
			handlers: new Map([
				["consolidate", consolidateJob(async () => memory)],
				["sweep", sweepJob(() => sweepNow())],
			]),
		}),
		// Triggers have a worker of their own: a callback URL that does not respond must not delay memory.
		startWorker({ store, tenant, handlers: triggerJobs(options.runtime) }),
	);
	return {
		...sessionMemory(memory),
		memory,
		worker,
		reembed: () => reembed(memory),
		sweep: sweepNow,
		async close() {
			await worker.close();
			await memory.settled();
		},
	};
}

/** Combines two workers into one. */
const both = (one: Worker, other: Worker): Worker => ({
	nudge() {
		one.nudge();
		other.nudge();
	},
	idle: async () => (await Promise.all([one.idle(), other.idle()])).flat(),
	// Only consolidation jobs are awaited by id, and they belong to the first worker.
	settled: (id) => one.settled(id),
	isBusy: () => one.isBusy() || other.isBusy(),
	async close() {
		await Promise.all([one.close(), other.close()]);
	},
});

/** The memory settings of an agent. Agents that are not defined have the defaults. */
async function rulesOf(
	platform: Platform,
	registry: AgentRegistry | undefined,
	agentId: AgentId,
): Promise<AgentRules> {
	const [agents, override] = await Promise.all([
		registry?.list() ?? [],
		readMemoryOverride(platform, agentId),
	]);
	const defined = agents.find(({ id }) => id === agentId)?.memory ?? registry?.memory ?? DEFAULT_MEMORY;
	const { space, facts, untrusted, redact, consolidateAfter } = memoryNow(defined, override);
	const rest = { facts, untrusted, redact, consolidateAfter };
	if (space === undefined) return { space: ownSpace(agentId), agents: [agentId], ...rest };
	const overrides = await readMemoryOverrides(platform);
	const sharing = agents
		.filter(({ id, memory }) => memoryNow(memory, overrides.get(id)).space === space)
		.map(({ id }) => id);
	// An agent that is not defined in this process shares the space, too.
	return { space: namedSpace(space), agents: [...new Set([...sharing, agentId])], ...rest };
}

/** The extractor that an agent's settings name. */
async function extractorOf(
	platform: Platform,
	registry: AgentRegistry | undefined,
	agentId: AgentId,
	defaultModel: LanguageModel | string,
): Promise<Extractor> {
	const [agents, override] = await Promise.all([
		registry?.list() ?? [],
		readMemoryOverride(platform, agentId),
	]);
	const agent = agents.find(({ id }) => id === agentId);
	const memory = memoryNow(agent?.memory ?? registry?.memory ?? DEFAULT_MEMORY, override);
	const model = extractingModel(memory, agent, defaultModel);
	if (model === undefined) return rulesExtractor();
	const instructions = memory.extractInstructions;
	return modelExtractor(structuredModel(await resolveModel(model)), { instructions });
}

/** Undefined: use the built-in rules. The demo model answers from memory but extracts no facts. */
function extractingModel(
	{ extractor }: AgentMemory,
	agent: Agent | undefined,
	defaultModel: LanguageModel | string,
): LanguageModel | string | undefined {
	const isModel = (model: LanguageModel | string | undefined): boolean =>
		model !== undefined && !(typeof model === "string" && /^demo(?:\/|$)/.test(model));
	if (extractor === "rules") return undefined;
	const named = extractor === undefined || extractor === "model" ? undefined : extractor;
	const own = agent?.model;
	const inOrder = extractor === "model" ? [own, defaultModel] : [named, defaultModel, own];
	return inOrder.find(isModel);
}

async function reembed(memory: OpenMemory): Promise<{ facts: number }> {
	const { store, tenant } = memory.platform;
	const embedder = await memory.configured();
	if (!embedder) return { facts: 0 };
	await memory.settled();
	const record = await recordOf(embedder);
	// Another process that does the same at this moment sets the same record.
	for (;;) {
		const stored = await store.index.embedder(tenant);
		if (await store.index.setEmbedder({ tenant, embedder: record, expected: stored, clear: true })) break;
	}
	memory.views.clear();
	let facts = 0;
	for (const { space } of await store.facts.spaces(tenant)) {
		facts += (await memory.views.facts({ tenant, space, everybody: true }, embedder)).view.size;
	}
	await memory.settled();
	return { facts };
}
