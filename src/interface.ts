import type { About } from "./about.ts";
import type { Keys, Tokens } from "./access/access.ts";
import type { AgentDefinition, MemorySettings } from "./agent/index.ts";
import type { DoctorReport } from "./doctor.ts";
import type { IdleReport, Jobs } from "./job/index.ts";
import type { Memory, MemoryScope, Spaces } from "./memory/index.ts";
import type { EmbeddingModel, LanguageModel } from "./model/index.ts";
import type { AgentOverview } from "./overview.ts";
import type {
	ErasureReceipt,
	NewSessionRef,
	RetentionDays,
	SessionHandle,
	Sessions,
	SweepOptions,
	SweepReport,
} from "./session/index.ts";
import type { Store, VectorIndex } from "./store/ports/index.ts";
import type { TenantImportOptions, TenantImportReport, TenantSource } from "./transfer/index.ts";
import type { Agents, Runs } from "./turn/index.ts";
import type { Users } from "./user/index.ts";
import type { Webhooks } from "./webhook/webhooks.ts";

/** Options of `holdfast()` for an instance in this process. */
export interface HoldfastOptions {
	/** A folder of manifests, or agent definitions. Without agents, everything works except running agents. */
	agents?: string | readonly AgentDefinition[] | undefined;
	/**
	 * The model for agents that name none, and for consolidation. Default: the built-in demo model for agents, and
	 * the built-in rules for consolidation.
	 */
	model?: LanguageModel | string | undefined;
	/**
	 * Memory settings for agents that do not set them, e.g. `{ excerptBudget: 0 }`. false: such agents have no
	 * memory.
	 */
	memory?: MemorySettings | false | undefined;
	/** Creates vectors for search. Default: the built-in embedder, which needs no key. false: search by words only. */
	embedder?: EmbeddingModel | string | false | undefined;
	/** Whether to reload manifests when they change. Default: true, unless NODE_ENV is `production`. */
	reload?: boolean | undefined;
	/** How long the run of a dead process keeps its session locked, in milliseconds. Default 10,000. */
	leaseMs?: number | undefined;
	/** The store that holds everything. Default: in memory. */
	store?: Store | undefined;
	/**
	 * Searches the facts of owners that have too many to hold in memory. Default: the index of the store, if it has
	 * one.
	 */
	index?: VectorIndex | undefined;
	/**
	 * Which addresses may be reached. HTTP tools, MCP servers, webhooks and callbacks cannot reach private
	 * addresses, unless `allow` lists them: a host, `*.suffix`, `host:port`, an address or a block of addresses
	 * such as `10.0.0.0/8`.
	 */
	network?: { allow?: readonly string[] | undefined } | undefined;
	/** The tenant of this instance; tenants are isolated from each other. Default `default`. */
	tenant?: string | undefined;
	/** How many days events are kept: `events` for all agents (default 90), `agents` for single ones. */
	retention?: { events?: RetentionDays | undefined; agents?: Record<string, RetentionDays> };
}

/** Agents, sessions, state, users and memory of one tenant. */
export interface Holdfast {
	/** Runs agents, and changes their memory settings. */
	agents: Agents;
	/** The runs of agents: read, list, cancel. */
	runs: Runs;
	/** Lists, searches, exports, imports and deletes sessions. */
	sessions: Sessions;
	/** Users with their variables and metadata. */
	users: Users;
	/** The long-term memory of an agent: of one user, or shared by all users. Does no I/O until you use it. */
	memory(agentId: string, scope?: MemoryScope): Memory;
	/** Memory spaces that several agents share. */
	spaces: Spaces;
	/** Background jobs, including those that failed permanently. */
	jobs: Jobs;
	/** Webhooks: subscriptions, deliveries and the signing secret. */
	webhooks: Webhooks;
	/** Keys of this tenant, for programs that call a server. */
	keys: Keys;
	/** Tokens of single users, for callers of a server. */
	tokens: Tokens;
	/** A session by its name. Does no I/O until you use it. */
	session(ref: NewSessionRef): SessionHandle;
	/** Version, store and search of this instance, and what the caller may do. */
	about(): Promise<About>;
	/**
	 * The number of sessions, messages, facts and users of every agent that has memory, ordered by id. Includes
	 * agents that are not defined any more. The cost depends on the number of sessions and facts, not on the length
	 * of the logs.
	 */
	overview(): Promise<AgentOverview[]>;
	/**
	 * Exports the tenant as JSON Lines, each ending in a line feed: sessions with their events and state, users,
	 * `user:` and `app:` state, facts with their history, and memory settings of agents. Runs, jobs, keys, tokens
	 * and secrets are not included. The same content gives the same bytes, also after an import elsewhere.
	 */
	export(): AsyncIterable<string>;
	/**
	 * Imports the output of `export`. Each session, user, owner of facts, owner of state and setting is stored
	 * completely or not at all. An error names the line and has a `report` of what was imported before it. Facts
	 * keep their ids, times and history.
	 */
	import(source: TenantSource, options?: TenantImportOptions): Promise<TenantImportReport>;
	/**
	 * Deletes events that are past their retention and closes runs whose process died (`runs` counts these). With a
	 * durable store, this happens automatically every six hours while a server or program is running.
	 */
	sweep(options?: SweepOptions): Promise<SweepReport & { runs: number }>;
	/** Deletes all data of an agent, or of the whole tenant. */
	erase(scope: { agentId: string } | { everything: true }): Promise<ErasureReceipt>;
	/**
	 * Rewrites the store's files so that no deleted byte is left in them. Takes as long as copying the file. Does
	 * nothing for stores without files of their own.
	 */
	compact(): Promise<void>;
	/** Re-embeds all facts with the embedder of this instance. Needed once after you change the embedder. */
	reembed(): Promise<{ facts: number }>;
	/** Checks how this instance is set up: store, schema, roles, search, embedder and waiting jobs. */
	doctor(): Promise<DoctorReport>;
	/**
	 * Resolves when no background job is due any more. Sessions that were ended are consolidated by then. `failed`
	 * lists the jobs whose last attempt failed. Later attempts are not awaited.
	 */
	idle(): Promise<IdleReport>;
	/**
	 * Ends followers, waits for operations in progress, rejects new ones and closes the store. Runs can take long:
	 * with `cancel`, runs of this process are cancelled, even if closing has begun already.
	 */
	close(options?: { cancel?: boolean }): Promise<void>;
	/** Closes the instance at the end of the block: `await using hf = await holdfast()`. */
	[Symbol.asyncDispose](): Promise<void>;
}
