import type { MemberQuery, SessionMember } from "../../store/ports/index.ts";
import { SPEAKER_KINDS, type SpeakerKind } from "../index/analysed.ts";
import type { MemoryContext } from "../memory-context.ts";
import { type RankMethod, rankMessages, type ScoreParts } from "../rank/index.ts";
import { isOutage } from "../recall/is-outage.ts";
import type { PreparedQuery } from "../recall/prepare-query.ts";

/** Where a line is that fits. */
export interface FoundLine {
	member: SessionMember;
	offset: number;
	score: number;
	parts: ScoreParts;
}

/** Whether a message may be among the lines. */
export type AcceptLine = (member: SessionMember, offset: number, kind: SpeakerKind, at: number) => boolean;

const MOST_LOOKED_AT = 64;

/**
 * The lines of some sessions, those that fit a query best first. What tools gave is never among them. `english`: most of what users
 * said there is in English.
 */
export async function findLines(
	context: MemoryContext,
	scope: readonly MemberQuery[],
	prepared: PreparedQuery,
	accept: AcceptLine,
): Promise<{ lines: FoundLine[]; method: RankMethod; english: boolean }> {
	const find = async ({ query, method, embedder }: PreparedQuery) => {
		const all: FoundLine[] = [];
		let english = 0;
		let messages = 0;
		for (const members of scope) {
			const { view, members: sessions } = await context.views.messages(members, embedder);
			for (const { kind, ...said } of view.sessions.flatMap(({ participants }) => participants)) {
				if (SPEAKER_KINDS[kind] !== "user") continue;
				english += said.english;
				messages += said.messages;
			}
			const ranked = rankMessages(view, query, {
				limit: MOST_LOOKED_AT,
				method,
				// Also what the ranker itself would pass over: how little is too little depends on what asks.
				threshold: Number.NEGATIVE_INFINITY,
				accept(uid, offset, kind, at) {
					const member = sessions.get(uid);
					return member !== undefined && kind !== "tool" && accept(member, offset, kind, at);
				},
			});
			for (const { session, offset, score, parts } of ranked) {
				const member = sessions.get(session);
				if (member) all.push({ member, offset, score, parts });
			}
		}
		return { lines: all.sort((a, b) => b.score - a.score), method, english: english >= messages / 2 };
	};
	try {
		return await find(prepared);
	} catch (error) {
		// Messages that cannot be embedded now are found by their words.
		if (!prepared.embedder || !isOutage(error)) throw error;
		return find({ query: prepared.query, method: "keyword", embedder: undefined });
	}
}
