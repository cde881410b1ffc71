import type { MemberQuery, SessionMember } from "../../store/ports/index.ts";
import type { SpeakerKind } from "../index/index.ts";
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

/** Which of the lines that were found are taken. */
export interface Bar {
	/** If the best line fits less, none is taken: all of them fit by chance. */
	best: number;
	/** The least that a line must fit. Below 0 also what the ranker itself would pass over. */
	least: number;
	/** The least that a line must fit as a part of the best. */
	part: number;
	/** So many are taken at most, beside those that explain them. */
	most: number;
}

/** Whether a message may be among the lines. */
export type AcceptLine = (member: SessionMember, offset: number, kind: SpeakerKind, at: number) => boolean;

const MOST_LOOKED_AT = 48;

/** The lines of some sessions that fit a query, best first. What tools gave is never among them. */
export async function findLines(
	context: MemoryContext,
	scope: readonly MemberQuery[],
	prepared: PreparedQuery,
	bar: Bar,
	accept: AcceptLine,
): Promise<{ lines: FoundLine[]; method: RankMethod }> {
	const find = async ({ query, method, embedder }: PreparedQuery) => {
		const all: FoundLine[] = [];
		for (const members of scope) {
			const { view, members: sessions } = await context.views.messages(members, embedder);
			const ranked = rankMessages(view, query, {
				limit: MOST_LOOKED_AT,
				method,
				threshold: bar.least,
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
		return { lines: overBar(all, bar), method };
	};
	try {
		return await find(prepared);
	} catch (error) {
		// Messages that cannot be embedded now are found by their words.
		if (!prepared.embedder || !isOutage(error)) throw error;
		return find({ query: prepared.query, method: "keyword", embedder: undefined });
	}
}

function overBar(found: readonly FoundLine[], { best, part }: Bar): FoundLine[] {
	const lines = found.toSorted((a, b) => b.score - a.score);
	const highest = lines[0]?.score ?? 0;
	if (highest < best) return [];
	return part === 0 ? lines : lines.filter(({ score }) => score >= highest * part);
}
