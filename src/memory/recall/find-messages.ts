import type { SessionUid } from "../../event/index.ts";
import type { MemberQuery, SessionMember } from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { type RankMethod, rankMessages, type ScoreParts } from "../rank/index.ts";
import { isOutage } from "./is-outage.ts";
import { type PreparedQuery, prepareQuery } from "./prepare-query.ts";

/** The position of a message that was found. */
export interface FoundMessage {
	uid: SessionUid;
	sessionId: string;
	offset: number;
	score: number;
	parts: ScoreParts;
}

/** The messages of some sessions that match a text, best first, without their contents. */
export async function findMessages(
	context: MemoryContext,
	members: MemberQuery,
	text: string,
	options: { limit: number; accept(member: SessionMember, offset: number): boolean },
): Promise<{ found: FoundMessage[]; method: RankMethod }> {
	const find = async ({ query, method, embedder }: PreparedQuery) => {
		const { view, members: sessions } = await context.views.messages(members, embedder);
		const accept = (uid: string, offset: number): boolean => {
			const member = sessions.get(uid);
			return member !== undefined && options.accept(member, offset);
		};
		const hits = rankMessages(view, query, { limit: options.limit, accept, method });
		const found = hits.flatMap(({ session, offset, score, parts }) => {
			const member = sessions.get(session);
			return member ? [{ uid: member.uid, sessionId: member.sessionId, offset, score, parts }] : [];
		});
		return { found, method };
	};
	const prepared = await prepareQuery(text, await context.embedder());
	try {
		return await find(prepared);
	} catch (error) {
		if (!prepared.embedder || !isOutage(error)) throw error;
		return find({ query: prepared.query, method: "keyword", embedder: undefined });
	}
}
