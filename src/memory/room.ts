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

/** Whose memory it is. */
export interface Whose {
	userId: UserId | undefined;
	/** Of everybody; with a user, all that is that user's. */
	everybody: boolean;
	/** Without a user: what a conversation with nobody in particular may see and write. */
	session?: SessionRecord | undefined;
	/** The event that all that is written here comes from. */
	source?: FactSource | undefined;
}

/** What a memory handle may see and where it writes. */
export interface Room extends Whose {
	context: MemoryContext;
	agent: AgentId;
	rules: AgentRules;
	target: WriteTarget;
	scope(): Promise<SearchScope>;
	mayRead(record: FactRecord): Promise<boolean>;
	/** A fact of this memory; `not_found` for those of others. */
	find(id: string): Promise<FactRecord>;
}

export function makeRoom(context: MemoryContext, agent: AgentId, whose: Whose, rules: AgentRules): Room {
	const { tenant, store } = context.platform;
	const { userId: user, everybody, session } = whose;
	const { space } = rules;
	const ofSpace: FactOwner = { tenant, space, userId: undefined, uid: undefined };
	const own: FactOwner = { ...ofSpace, userId: user, uid: session?.uid };
	// Where everybody shares what is known, so do visitors without a name.
	const isCommon = session !== undefined && rules.facts === "agent";
	const messages: MemberQuery = {
		...{ tenant, agents: session ? [agent] : rules.agents },
		...(session ? { uid: session.uid } : everybody && user === undefined ? {} : { userId: user ?? null }),
	};
	const mayRead = async ({ owner }: FactRecord): Promise<boolean> => {
		if (owner.space !== space) return false;
		if (everybody && user === undefined) return true;
		if (owner.uid === undefined) return owner.userId === undefined || owner.userId === user;
		if (session) return owner.uid === session.uid;
		// A session's own fact: for whoever the session is of.
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
		...{ context, agent, rules, mayRead },
		target: {
			...{ agentId: agent, rules, source: whose.source },
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

/** Sessions as owners of facts. */
async function sessionOwners(
	{ platform }: MemoryContext,
	members: MemberQuery,
	ofSpace: FactOwner,
): Promise<FactOwner[]> {
	const sessions = await platform.store.index.members(members);
	return sessions.map(({ uid }) => ({ ...ofSpace, uid }));
}

/** Which owners a list is of. */
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

/** A session of this memory by its id; `ambiguous` is for who looks at everybody. */
export async function findSession(
	{ context, agent, userId, everybody }: Room,
	id: string,
	user: string | undefined,
) {
	const { store, tenant } = context.platform;
	if (everybody && (user ?? userId) === undefined) {
		const found = await store.sessions.list({
			...{ tenant, agentId: agent, sessionId: id as SessionId },
			...{ order: "created" as const, limit: 2 },
		});
		if (found.length > 1) {
			throw new HoldfastError("ambiguous", `session id "${id}" is of several users; name one`, {
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
