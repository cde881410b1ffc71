import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { type AgentId, agentId, type SessionId, type UserId, userId } from "../event/index.ts";
import {
	type ErasureReceipt,
	eraseScope,
	eraseSession,
	type FactEvent,
	type Page,
	type Platform,
	type SearchOptions,
	type SearchResult,
	type WriteOptions,
} from "../session/index.ts";
import type { FactRecord, FactSource, SessionRecord } from "../store/ports/index.ts";
import { openLedger } from "./consolidate/ledger.ts";
import { type RebuildOptions, type RebuildReport, rebuild } from "./consolidate/rebuild.ts";
import { type FactPatch, forgetFact, updateFact } from "./facts/change-facts.ts";
import { type Contradiction, findContradicted } from "./facts/contradictions.ts";
import type { Fact } from "./facts/fact.ts";
import { eventRef } from "./facts/fact-schema.ts";
import {
	type FactHistoryEntry,
	type FactListOptions,
	listFacts,
	parseListOptions,
	present,
	readHistory,
} from "./facts/read-facts.ts";
import { type FactReadOptions, inWording, parseReadOptions } from "./facts/wording.ts";
import { type NewFact, writeFact, writeFacts } from "./facts/write-facts.ts";
import type { AgentRules, MemoryContext } from "./memory-context.ts";
import { search } from "./recall/search.ts";
import { parseSearch } from "./recall/search-options.ts";
import { findSession, listed, makeRoom, type Room } from "./room.ts";

/**
 * Which part of an agent's memory a handle covers. Default: facts that all users share, and messages of sessions
 * without a user.
 */
export interface MemoryScope {
	/** The facts of this user, the facts that all users share, and the messages of the user's sessions. */
	userId?: string | undefined;
	/**
	 * For operators: all facts and messages of the agent, or with `userId` of that user, including facts of single
	 * sessions.
	 */
	everybody?: true | undefined;
	/**
	 * true accepts any agent id, and the first fact starts its memory. By default, if your instance defines agents,
	 * an id that is neither defined nor has any memory is rejected with `not_found`.
	 */
	create?: boolean | undefined;
}

/** The long-term memory of an agent. */
export interface Memory {
	/**
	 * Stores a fact and returns its id. The owner is the user of this memory; without a user, all users share the
	 * fact. A search finds it immediately. A fact that is already stored word for word is confirmed, and its id is
	 * returned.
	 */
	write(content: string, options?: WriteOptions): Promise<string>;
	/** Stores up to 10,000 facts in a few transactions. Returns an id for each. */
	writeMany(facts: readonly (string | NewFact)[]): Promise<string[]>;
	/** Finds facts, best first. With `include`, also messages, or messages only. */
	search(query: string, options?: SearchOptions): Promise<SearchResult>;
	/** Lists facts. */
	list(options?: FactListOptions): Promise<Page<Fact>>;
	/** Returns one fact. With `wording`, in the words that it had in the prompt of an earlier run. */
	get(id: string, options?: FactReadOptions): Promise<Fact>;
	/** The changes of a fact, oldest first. */
	history(id: string): Promise<FactHistoryEntry[]>;
	/** Returns the facts that came from an event. */
	from(event: FactEvent): Promise<Fact[]>;
	/**
	 * Changes a fact. A fact that becomes active supersedes the active facts of the same owner that it contradicts,
	 * unless you set `contradictions: "keep"`.
	 */
	update(id: string, patch: FactPatch): Promise<Fact>;
	/** The active facts of the same owner that this fact contradicts. They are superseded when you make it active. */
	contradictions(id: string): Promise<Contradiction[]>;
	/**
	 * Pins a fact, or unpins it with `false`. A pinned fact is recalled in every run, and consolidation does not
	 * supersede it.
	 */
	pin(id: string, pinned?: boolean): Promise<Fact>;
	/** Permanently deletes a fact and its history. */
	forget(id: string): Promise<ErasureReceipt>;
	/** Deletes a session, or a user's sessions with this agent and the user's facts. The user's record stays. */
	delete(scope: { userId?: string; sessionId?: string }): Promise<ErasureReceipt>;
	/** Extracts the facts from the log again, and returns what that changes. */
	rebuild(options?: RebuildOptions): Promise<RebuildReport>;
}

const scopeSchema = z.strictObject({
	userId: userId.optional(),
	everybody: z.literal(true).optional(),
	create: z.boolean().optional(),
});
const deleteSchema = z.strictObject({ userId: userId.optional(), sessionId: z.string().min(1).optional() });

/** Creates a memory handle. */
export function createMemory(
	context: MemoryContext,
	givenAgent: string,
	givenScope: MemoryScope = {},
	/** Set by a run: the source of new facts, and, without a user, the session that owns the memory. */
	run: {
		source?: FactSource | undefined;
		session?(): Promise<SessionRecord>;
		/** The agent's settings when the run began. Default: the current ones. */
		rules?(): Promise<AgentRules>;
		/** Rejects an unknown agent. */
		known?(agent: AgentId): Promise<void>;
	} = {},
): Memory {
	/** The arguments are checked at the first call. Like a session handle, creating a memory never throws. */
	const open = async (): Promise<Room> => {
		const agent = parse(agentId, givenAgent, "agent id");
		const scope = parse(scopeSchema, givenScope, "scope");
		if (scope.create !== true) await run.known?.(agent);
		const whose = {
			userId: scope.userId,
			everybody: scope.everybody === true,
			session: await run.session?.(),
		};
		const rules = await (run.rules?.() ?? context.rules(agent));
		return makeRoom(context, agent, { ...whose, source: run.source }, rules);
	};
	return {
		write: async (content, options) => {
			const room = await open();
			return writeFact(room.context, async () => room.target, content, options);
		},
		writeMany: async (facts) => {
			const room = await open();
			return writeFacts(room.context, room.target, facts);
		},
		search: async (query, options) => {
			const asked = parseSearch(query, options, ["facts"]);
			const room = await open();
			return search(room.context, await room.scope(), asked);
		},
		list: async (options) => {
			const parsed = parseListOptions(options);
			const room = await open();
			const { fromSession } = parsed;
			if (fromSession !== undefined) return listFrom(room, fromSession, parsed);
			return listFacts(room.context, await listed(room, parsed), parsed);
		},
		get: async (id, options) => {
			const { wording } = parseReadOptions(options);
			const room = await open();
			const record = await room.find(id);
			const fact = await presentOne(room, record);
			return wording === undefined ? fact : inWording(room.context, record, fact, wording);
		},
		history: async (id) => {
			const room = await open();
			return readHistory(room.context, (await room.find(id)).id);
		},
		from: async (event) => factsFrom(await open(), event),
		update: async (id, patch) => {
			const room = await open();
			return presentOne(room, await updateFact(room.context, room.rules, id, room.find, patch));
		},
		contradictions: async (id) => {
			const room = await open();
			return contradictionsOf(room, await room.find(id));
		},
		pin: async (id, pinned = true) => {
			const room = await open();
			return presentOne(room, await updateFact(room.context, room.rules, id, room.find, { pinned }));
		},
		forget: async (id) => {
			const room = await open();
			return forgetFact(room.context, await room.find(id));
		},
		delete: async (scope) => deleteSlice(await open(), scope),
		rebuild: async (options) => {
			const room = await open();
			const of = { agent: room.agent, rules: room.rules, scope: await room.scope() };
			return rebuild(room.context, of, options);
		},
	};
}

async function presentOne({ context }: Room, record: FactRecord): Promise<Fact> {
	const [fact] = await present(context, [record]);
	return fact as Fact;
}

async function contradictionsOf({ context }: Room, record: FactRecord): Promise<Contradiction[]> {
	const { tenant, store } = context.platform;
	const found = await findContradicted(await openLedger(context, record.owner), record);
	const records = await store.facts.get(
		tenant,
		found.map(({ id }) => id),
	);
	const facts = await present(context, records);
	return facts.flatMap((fact) => {
		const reason = found.find(({ id }) => id === fact.id)?.reason;
		return reason === undefined || fact.status !== "active" ? [] : [{ fact, reason }];
	});
}

const MAX_FROM = 1_000;
/** More than one conversation produces. Of more facts, the oldest are listed. */
const MAX_FROM_SESSION = 100_000;
const STEP = 500;

/** A page of the facts that came from a session, including the session's own facts. */
async function listFrom(
	room: Room,
	sessionId: string,
	options: ReturnType<typeof parseListOptions>,
): Promise<Page<Fact>> {
	const { store, tenant } = room.context.platform;
	const session = await findSession(room, sessionId, undefined);
	if (!session) return { items: [] };
	const { uid } = session;
	const isAsked = ({ owner }: FactRecord): boolean => {
		if (options.scope === undefined) return true;
		return (options.scope === "agent") === (owner.userId === undefined && owner.uid === undefined);
	};
	const others: FactRecord[] = [];
	const ids = await store.facts.from({ tenant, uid, offsets: undefined, limit: MAX_FROM_SESSION });
	for (let at = 0; at < ids.length; at += STEP) {
		for (const record of await store.facts.get(tenant, ids.slice(at, at + STEP)))
			if (record.owner.uid !== uid && isAsked(record) && (await room.mayRead(record))) others.push(record);
	}
	const own = options.scope === "agent" ? [] : [{ space: room.rules.space, uid }];
	return listFacts(room.context, own, options, others);
}

async function factsFrom(room: Room, given: FactEvent): Promise<Fact[]> {
	const event = parse(eventRef, given, "event");
	const { store, tenant } = room.context.platform;
	const isForeign = room.userId !== undefined && (event.userId ?? room.userId) !== room.userId;
	const session = isForeign ? undefined : await findSession(room, event.sessionId, event.userId);
	if (!session) return [];
	const ids = await store.facts.from({ tenant, uid: session.uid, offsets: [event.offset], limit: MAX_FROM });
	const records = ids.length > 0 ? await store.facts.get(tenant, ids) : [];
	const own = await Promise.all(records.map((record) => room.mayRead(record)));
	return present(
		room.context,
		records.filter((_, i) => own[i]),
	);
}

/**
 * ME1: `{ sessionId }` alone deletes the only session with that id. `{ userId }` alone deletes the user's sessions
 * and facts.
 */
async function deleteSlice(
	{ context, agent, userId: own, rules }: Room,
	given: { userId?: string; sessionId?: string },
): Promise<ErasureReceipt> {
	const { userId: user = own, sessionId } = parse(deleteSchema, given, "delete");
	if (own !== undefined && user !== own) {
		throw new HoldfastError(
			"forbidden",
			`delete: this memory belongs to user "${own}" and cannot delete data of user "${user}"`,
			{ userId: own },
		);
	}
	const { platform } = context;
	const { tenant } = platform;
	if (sessionId !== undefined) {
		const session = await resolve(platform, agent, sessionId, user);
		return eraseSession(platform, { uid: session, tenant });
	}
	if (given.userId !== undefined && user !== undefined) {
		return eraseScope(platform, { tenant, slice: { agent, user, space: rules.space } });
	}
	throw new HoldfastError(
		"invalid",
		"delete: set sessionId, userId or both; to delete all data of the agent, call hf.erase({ agentId })",
	);
}

async function resolve({ store, tenant }: Platform, agent: AgentId, id: string, user: UserId | undefined) {
	const found = await store.sessions.list({
		tenant,
		agentId: agent,
		sessionId: id as SessionId,
		...(user !== undefined && { userId: user }),
		order: "created",
		limit: 10,
	});
	const [only, other] = found;
	if (!only) {
		throw new HoldfastError("not_found", `there is no session "${id}" of agent "${agent}"`, {
			sessionId: id,
		});
	}
	if (!other) return only.uid;
	const candidates = found.map(({ agentId, userId, sessionId }) => ({ agentId, userId, sessionId }));
	const named = candidates.map((one) => one.userId ?? "no user").join(", ");
	throw new HoldfastError(
		"ambiguous",
		`several sessions have the id "${id}" (users: ${named}); name one with userId`,
		{ candidates },
	);
}
