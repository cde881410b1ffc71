import { HoldfastError, parse } from "../error/index.ts";
import type { AgentId, SessionId, UserId } from "../event/index.ts";
import { nameOf } from "../session/index.ts";
import type { FactOwner, FactRecord, FactSource, MemberQuery, SessionRecord } from "../store/ports/index.ts";
import { noFact } from "./facts/change-facts.ts";
import { factId } from "./facts/fact-schema.ts";
import type { ListedOwner, parseListOptions } from "./facts/read-facts.ts";
import type { WriteTarget } from "./facts/write-facts.ts";
import type { AgentRules, MemoryContext } from "./memory-context.ts";
import type { SearchScope } from "./recall/search.ts";

/** The owner of a memory. */
export interface Whose {
	userId: UserId | undefined;
	/** Covers the facts and messages of all users; with a user, all of that user's. */
	everybody: boolean;
	/** Set for a run without a user: the memory is that of this session. */
	session?: SessionRecord | undefined;
	/** The source of every fact that is written through this handle. */
	source?: FactSource | undefined;
}

/** What a memory handle reads, and where it writes. */
export interface Room extends Whose {
	context: MemoryContext;
	agent: AgentId;
	rules: AgentRules;
	target: WriteTarget;
	scope(): Promise<SearchScope>;
	mayRead(record: FactRecord): Promise<boolean>;
	/** Returns a fact of this memory. Throws `not_found` for other facts. */
	find(id: string): Promise<FactRecord>;
}

export function makeRoom(context: MemoryContext, agent: AgentId, whose: Whose, rules: AgentRules): Room {
	const { tenant, store } = context.platform;
	const { userId: user, everybody, session } = whose;
	const { space } = rules;
	const ofSpace: FactOwner = { tenant, space, userId: undefined, uid: undefined };
	const own: FactOwner = { ...ofSpace, userId: user, uid: session?.uid };
	// With `facts: "agent"` all users share the facts, and so do sessions without a user.
	const isCommon = session !== undefined && rules.facts === "agent";
	const messages: MemberQuery = {
		tenant,
		agents: session ? [agent] : rules.agents,
		...(session ? { uid: session.uid } : everybody && user === undefined ? {} : { userId: user ?? null }),
	};
	const mayRead = async ({ owner }: FactRecord): Promise<boolean> => {
		if (owner.space !== space) return false;
		if (everybody && user === undefined) return true;
		if (owner.uid === undefined) return owner.userId === undefined || owner.userId === user;
		if (session) return owner.uid === session.uid;
		// A session's own fact: only the user of the session may read it.
		const found = await store.sessions.get({ uid: owner.uid, tenant });
		return found !== undefined && found.userId === user;
	};
	const facts = async (): Promise<SearchScope["facts"]> => {
		if (everybody && user === undefined) return [{ tenant, space, everybody }];
		if (user === undefined && !session) return [ofSpace];
		const sessions = everybody ? await sessionOwners(context, messages, ofSpace) : [];
		return [own, ofSpace, ...sessions];
	};
	return {
		...whose,
		context,
		agent,
		rules,
		mayRead,
		target: {
			agentId: agent,
			rules,
			source: whose.source,
			...(isCommon ? { owner: ofSpace } : { owner: own, floating: session !== undefined }),
			speaker: { userId: user, others: user === undefined && !session },
		},
		scope: async () => ({ facts: await facts(), messages }),
		async find(id) {
			const [record] = await store.facts.get(tenant, [parse(factId, id, "fact id")]);
			if (record && (await mayRead(record))) return record;
			throw noFact(id);
		},
	};
}

/** The sessions of a query, as owners of facts. */
async function sessionOwners(
	{ platform }: MemoryContext,
	members: MemberQuery,
	ofSpace: FactOwner,
): Promise<FactOwner[]> {
	const sessions = await platform.store.index.members(members);
	return sessions.map(({ uid }) => ({ ...ofSpace, uid }));
}

/** The owners whose facts a list contains. */
export async function listed(
	room: Room,
	{ scope, sessionId }: ReturnType<typeof parseListOptions>,
): Promise<ListedOwner[]> {
	const { space } = room.rules;
	if (sessionId !== undefined) {
		const session = await findSession(room, sessionId, undefined);
		return session ? [{ space, uid: session.uid }] : [];
	}
	const all = room.everybody && room.userId === undefined;
	if (all && scope === "user") return [{ space, accept: ({ owner }) => owner.userId !== undefined }];
	if (all) return [{ space, ...(scope === "agent" && { userId: null }) }];
	const { facts } = await room.scope();
	return facts.flatMap((owner): ListedOwner[] => {
		if ("everybody" in owner) return [];
		const { userId, uid } = owner;
		const ofAll = userId === undefined && uid === undefined;
		if (scope !== undefined && (scope === "agent") !== ofAll) return [];
		return [uid === undefined ? { space, userId: userId ?? null } : { space, uid }];
	});
}

/**
 * A session of this memory by its id. With `everybody`, throws `ambiguous` if several users have a session with
 * that id.
 */
export async function findSession(
	{ context, agent, userId, everybody }: Room,
	id: string,
	user: string | undefined,
) {
	const { store, tenant } = context.platform;
	if (everybody && (user ?? userId) === undefined) {
		const found = await store.sessions.list({
			tenant,
			agentId: agent,
			sessionId: id as SessionId,
			order: "created" as const,
			limit: 2,
		});
		if (found.length > 1) {
			throw new HoldfastError("ambiguous", `several sessions have the id "${id}"; name one with userId`, {
				sessionId: id,
			});
		}
		return found[0];
	}
	const of = user ?? userId;
	const name = nameOf(context.platform, {
		agentId: agent,
		sessionId: id,
		...(of !== undefined && { userId: of }),
	});
	return store.sessions.get({ name });
}
