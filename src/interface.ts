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

export interface HoldfastOptions {
	/** A folder of manifests, or definitions. Without, everything works but running agents. */
	agents?: string | readonly AgentDefinition[] | undefined;
	/** For agents that name no model, and for consolidation. Default: the built-in demo model, and rules. */
	model?: LanguageModel | string | undefined;
	/** The memory settings of agents that leave them open, e.g. `{ excerptBudget: 0 }`; false: they have no memory. */
	memory?: MemorySettings | false | undefined;
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
	/**
	 * What may be reached over the network. HTTP tools, MCP servers, webhooks and callbacks never reach private addresses,
	 * unless `allow` names them: a host, `*.suffix`, `host:port`, an address or a block of addresses such as `10.0.0.0/8`.
	 */
	network?: { allow?: readonly string[] | undefined } | undefined;
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
	/** Deliveries of events to URLs: who has subscribed, what is owed, and the secret. */
	webhooks: Webhooks;
	/** The keys of this tenant, for callers of a server. */
	keys: Keys;
	/** Tokens for single users, for callers of a server. */
	tokens: Tokens;
	/** A session by name. Does no I/O until it is used. */
	session(ref: NewSessionRef): SessionHandle;
	/** Who asks, whom, and what can be had there: version, rights, store, ways to search. */
	about(): Promise<About>;
	/**
	 * Every agent that has memory, by id, also those that are not defined any more: how many sessions, messages, facts and
	 * users it has. Costs what counting the sessions and facts does, however long the logs are.
	 */
	overview(): Promise<AgentOverview[]>;
	/**
	 * Everything of the tenant as JSON Lines, each ending in a line feed: sessions with their events and state, users, `user:`
	 * and `app:` state, facts with their history, and settings of agents' memories. Not in it: runs, jobs, keys, tokens and
	 * secrets. The same content gives the same bytes, also after an import elsewhere.
	 */
	export(): AsyncIterable<string>;
	/**
	 * Takes in what `export` wrote. Each session, user, owner of facts, owner of state and setting is stored whole or not at
	 * all; an error names the line and carries the `report` of what is in already. Facts keep ids, times and history.
	 */
	import(source: TenantSource, options?: TenantImportOptions): Promise<TenantImportReport>;
	/**
	 * Removes events that were stored longer ago than the retention allows, and closes runs whose process died (`runs`
	 * counts these). A server does it by itself every six hours; a program that uses the library calls it.
	 */
	sweep(options?: SweepOptions): Promise<SweepReport & { runs: number }>;
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
	/**
	 * Resolves when no background work is left that is due. Sessions that were ended are consolidated then; `failed` lists the
	 * jobs that were not done because an attempt failed. Later attempts are not waited for.
	 */
	idle(): Promise<IdleReport>;
	/**
	 * Ends followers, lets operations under way end, refuses new ones, lets go of the store. A run may take long: with
	 * `cancel` those of this process are cancelled, also when closing has begun already.
	 */
	close(options?: { cancel?: boolean }): Promise<void>;
	/** `await using hf = await holdfast()` closes it at the end of the block. */
	[Symbol.asyncDispose](): Promise<void>;
}
