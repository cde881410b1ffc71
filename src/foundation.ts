import { z } from "zod";
import type { AgentRegistry } from "./agent/index.ts";
import { parse } from "./error/index.ts";
import { isObject, tenantId } from "./event/index.ts";
import type { HoldfastOptions } from "./interface.ts";
import type { EmbeddingModel, LanguageModel } from "./model/index.ts";
import { closeNetwork, type NetworkPolicy, parseNetworkPolicy } from "./network/index.ts";
import { DEFAULT_RETENTION_DAYS, type Platform } from "./session/index.ts";
import { memoryStore } from "./store/memory/index.ts";
import type { Store, VectorIndex } from "./store/ports/index.ts";
import type { Deliverer } from "./webhook/deliverer.ts";

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
		.custom<VectorIndex>((value) => isObject(value) && "nearest" in value, {
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
	network: z.unknown().optional(),
	// Checked with the agents. Without agents and memory settings, their code is not loaded.
	memory: z.unknown().optional(),
	tenant: tenantId.default("default" as z.output<typeof tenantId>),
	retention: z
		.object({ events: days.default(DEFAULT_RETENTION_DAYS), agents: z.record(z.string(), days).default({}) })
		.default({ events: DEFAULT_RETENTION_DAYS, agents: {} }),
});

/** What all tenants of a process share: the store, the agents and the settings. */
export interface Foundation
	extends Omit<z.output<typeof optionsSchema>, "agents" | "store" | "network" | "memory"> {
	readonly store: Store;
	/** `network` is for authors of agents, `networkOfCallers` for URLs that callers pass. */
	readonly network: NetworkPolicy;
	readonly networkOfCallers: NetworkPolicy;
	/** Undefined if neither agents nor memory settings were given. */
	readonly registry: AgentRegistry | undefined;
	/** Whether streamed output is written to the store, for readers in other processes. */
	readonly shareFeeds: boolean;
	/** Set by a server, which delivers for all of its tenants. Without it, each tenant delivers its own events. */
	readonly deliver?: Deliverer["nudge"] | undefined;
	/** Observes the appends of all tenants. */
	readonly onAppend: Platform["onAppend"];
	/** When it was opened, in milliseconds since the epoch. */
	readonly openedAt: number;
	/** Closes the agents and the store. */
	close(): Promise<void>;
}

export interface FoundationOptions {
	/** Whether addresses of this machine may be reached. */
	loopback: boolean;
	shareFeeds: boolean;
	/** Called after each append of any tenant with the number of its events. */
	onAppend?: Platform["onAppend"];
}

/** Reads the agents. Throws now if one is invalid, not at its first run. */
export async function openRegistry({
	agents,
	memory,
	reload = process.env.NODE_ENV !== "production",
}: Pick<HoldfastOptions, "agents" | "memory" | "reload">): Promise<AgentRegistry> {
	const { openAgents } = await import("./agent/open-agents.ts");
	return openAgents(agents, { reload, memory });
}

/** Checks the options, reads the agents and opens the store. */
export async function openFoundation(
	options: HoldfastOptions,
	{ loopback, shareFeeds, onAppend }: FoundationOptions,
): Promise<Foundation> {
	const parsed = parse(optionsSchema, options, "options");
	const { index } = parsed;
	const store = parsed.store ?? memoryStore();
	const network = parseNetworkPolicy(options.network, { loopback });
	const networkOfCallers = parseNetworkPolicy(options.network, { loopback: false });
	const { agents, memory } = options;
	const { memory: _, ...settings } = parsed;
	// Without agents, their code is not loaded until it is needed.
	const registry =
		agents === undefined && memory === undefined
			? undefined
			: await openRegistry({ agents, memory, reload: parsed.reload });
	try {
		await openBoth(store, index);
	} catch (error) {
		await registry?.close().catch(() => {});
		throw error;
	}
	return {
		...settings,
		store,
		network,
		networkOfCallers,
		registry,
		onAppend,
		shareFeeds: shareFeeds && store.capabilities.shared,
		openedAt: Date.now(),
		async close() {
			try {
				await registry?.close();
				await Promise.all([closeNetwork(network), closeNetwork(networkOfCallers)]);
			} finally {
				await closeBoth(store, index);
			}
		},
	};
}

/** Opens the store, and the index if it is a separate one. */
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
