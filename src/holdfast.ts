import { z } from "zod";
import { parse } from "./error/index.ts";
import { agentId, isObject, tenantId } from "./event/index.ts";
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
import type { Store } from "./store/ports/index.ts";
import { createUsers, type Users } from "./user/index.ts";

export interface HoldfastOptions {
	/** Where everything is kept. Default: in memory. */
	store?: Store | undefined;
	/** The isolation boundary of everything done through this instance. Default `default`. */
	tenant?: string | undefined;
	/** How many days events are kept: for all agents (default 90), and for single ones. */
	retention?: { events?: RetentionDays | undefined; agents?: Record<string, RetentionDays> };
}

/** Sessions, state and users of one tenant. */
export interface Holdfast {
	sessions: Sessions;
	users: Users;
	/** A session by name. Does no I/O until it is used. */
	session(ref: NewSessionRef): SessionHandle;
	/** Removes events older than the retention allows. */
	sweep(options?: { now?: string | Date }): Promise<SweepReport>;
	/** Erases everything of an agent, or of the whole tenant. */
	erase(scope: { agentId: string } | { everything: true }): Promise<ErasureReceipt>;
	/**
	 * Rewrites the store's files so that no byte of what was erased is left in them. Takes as long as copying the file;
	 * stores without files of their own have nothing to do.
	 */
	compact(): Promise<void>;
	/** Resolves when no background work runs in this process. */
	idle(): Promise<void>;
	/** Ends followers, lets operations under way end, refuses new ones, lets go of the store. */
	close(): Promise<void>;
	/** `await using hf = await holdfast()` closes it at the end of the block. */
	[Symbol.asyncDispose](): Promise<void>;
}

const days = z.union([z.number().min(0), z.literal("forever")], {
	error: 'must be a number of days, or "forever"',
});
/** Options that have a meaning only once agents run and facts are kept; until then they change nothing. */
const LATER = z.unknown().optional();
const optionsSchema = z.strictObject({
	agents: LATER,
	index: LATER,
	model: LATER,
	embedder: LATER,
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
	const { store = memoryStore(), tenant, retention } = parse(optionsSchema, options, "options");
	await store.open();
	const gate = new Gate();
	const ending = new AbortController();
	let open = true;
	const platform: Platform = {
		tenant,
		retention,
		closing: ending.signal,
		get store() {
			if (open) return store;
			throw closedError();
		},
	};
	let closed: Promise<void> | undefined;
	const close = async (): Promise<void> => {
		const left = gate.close();
		// Followers are told at once: they would wait for ever.
		ending.abort();
		await left;
		open = false;
		await store.close();
	};
	const guarded = gate.guard({
		sessions: createSessions(platform),
		users: createUsers(platform),
		session: (ref: NewSessionRef) => gate.guard(createSessionHandle(platform, ref)),
		sweep: async (sweep?: { now?: string | Date }) =>
			(await import("./session/retention.ts")).sweepRetention(platform, sweep),
		async erase(given: Parameters<Holdfast["erase"]>[0]) {
			const scope = parse(scopeSchema, given, "scope");
			return eraseScope(
				platform,
				"agentId" in scope ? { tenant, agent: scope.agentId } : { tenant, everything: true },
			);
		},
		compact: async () => platform.store.erasure.compact(),
		async idle() {},
		close: () => {
			closed ??= close();
			return closed;
		},
	});
	return { ...guarded, [Symbol.asyncDispose]: guarded.close };
}
