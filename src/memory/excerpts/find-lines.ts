import type { MemberQuery, SessionMember } from "../../store/ports/index.ts";
import { FLAG, type MessageView, SPEAKER_KINDS, type SpeakerKind } from "../index/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { type Query, rankMessages, type ScoreParts } from "../rank/index.ts";
import { isOutage } from "../recall/is-outage.ts";
import type { PreparedQuery } from "../recall/prepare-query.ts";
import type { SessionMessages } from "../recall/views.ts";

/** Where a line is that fits. */
export interface FoundLine {
	member: SessionMember;
	offset: number;
	kind: SpeakerKind;
	at: number;
	score: number;
	parts: ScoreParts;
	/** The stretch of the log with the line and those around it that may be needed to understand it. */
	from: number;
	to: number;
}

/** Whether a message may be among the lines. */
export type AcceptLine = (member: SessionMember, offset: number, kind: SpeakerKind, at: number) => boolean;

const MOST_LOOKED_AT = 64;

/** The sessions of a scope, opened once for all that is looked for in them, and the query as it can be asked there. */
export interface OpenedScope {
	sessions: SessionMessages[];
	prepared: PreparedQuery;
}

export async function openScope(
	context: MemoryContext,
	scope: readonly MemberQuery[],
	prepared: PreparedQuery,
): Promise<OpenedScope> {
	const open = async (asked: PreparedQuery): Promise<OpenedScope> => {
		const sessions: SessionMessages[] = [];
		for (const members of scope) sessions.push(await context.views.messages(members, asked.embedder));
		return { sessions, prepared: asked };
	};
	try {
		return await open(prepared);
	} catch (error) {
		// Messages that cannot be embedded now are found by their words.
		if (!prepared.embedder || !isOutage(error)) throw error;
		return open({ query: prepared.query, method: "keyword", embedder: undefined });
	}
}

/** The lines of some sessions, those that fit a query best first. What tools gave is never among them. */
export function findLines(
	sessions: readonly SessionMessages[],
	{ query, method }: Pick<PreparedQuery, "query" | "method">,
	accept: AcceptLine,
): FoundLine[] {
	const all: FoundLine[] = [];
	const asksAssistant = isAboutAssistant(query);
	for (const { view, members } of sessions) {
		const ranked = rankMessages(view, query, {
			limit: MOST_LOOKED_AT,
			method,
			// Also what the ranker itself would pass over: how little is too little depends on what asks.
			threshold: Number.NEGATIVE_INFINITY,
			accept(uid, offset, kind, at) {
				const member = members.get(uid);
				return member !== undefined && kind !== "tool" && accept(member, offset, kind, at);
			},
		});
		for (const { doc, session, offset, score, parts } of ranked) {
			const member = members.get(session);
			if (!member) continue;
			const kind = SPEAKER_KINDS[view.columns.kind[doc] as number] as SpeakerKind;
			const at = view.columns.at[doc] as number;
			all.push({ member, offset, kind, at, score, parts, ...stretchOf(view, doc, asksAssistant) });
		}
	}
	return all.sort((a, b) => b.score - a.score);
}

/** Whether a query asks what the assistant said: then whatever it answered is needed. */
export const isAboutAssistant = ({ about }: Pick<Query, "about">): boolean => about?.kind === "assistant";

/** Whether most of what users said in some sessions is in English. */
export function isMostlyEnglish(sessions: readonly SessionMessages[]): boolean {
	let english = 0;
	let messages = 0;
	for (const { view } of sessions) {
		for (const { participants } of view.sessions) {
			for (const one of participants) {
				if (one.kind !== USER) continue;
				english += one.english;
				messages += one.messages;
			}
		}
	}
	return english >= messages / 2;
}

/** How far around a message others count as being next to it: other kinds of events stand between messages. */
const AROUND = 6;
const [USER, TOOL] = ["user", "tool"].map((kind) => SPEAKER_KINDS.indexOf(kind as SpeakerKind));

/** Which of a message's neighbours can be needed shows in the view; the others are not read. See `explainingLines`. */
function stretchOf(
	{ columns }: MessageView,
	doc: number,
	asksAssistant: boolean,
): { from: number; to: number } {
	const { kind, flags, offset, prev, next } = columns;
	const own = offset[doc] as number;
	const isUsers = kind[doc] === USER;
	const asks = (at: number): boolean => ((flags[at] as number) & FLAG.question) !== 0;
	/** The next one that is no tool's; -1 if there is none near. */
	const nearest = (links: Int32Array): number => {
		let at = links[doc] as number;
		while (at >= 0 && kind[at] === TOOL) at = links[at] as number;
		return at >= 0 && Math.abs((offset[at] as number) - own) <= AROUND ? at : -1;
	};
	const before = nearest(prev);
	const after = isUsers && (asksAssistant || asks(doc)) ? nearest(next) : -1;
	return {
		from: before >= 0 && (!isUsers || asks(before)) ? (offset[before] as number) : own,
		to: after >= 0 ? (offset[after] as number) : own,
	};
}
