import type { MemberQuery, SessionMember } from "../../store/ports/index.ts";
import { FLAG, type MessageView, SPEAKER_KINDS, type SpeakerKind } from "../index/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { type Query, rankMessages, type ScoreParts } from "../rank/index.ts";
import { isOutage } from "../recall/is-outage.ts";
import type { PreparedQuery } from "../recall/prepare-query.ts";
import type { SessionMessages } from "../recall/views.ts";

/** A message that was found, and its place. */
export interface FoundLine {
	from: SessionMessages;
	/** The number of the message in the view. */
	doc: number;
	member: SessionMember;
	offset: number;
	kind: SpeakerKind;
	at: number;
	score: number;
	parts: ScoreParts;
	/** The messages next to it that may be needed to understand it; -1 where there is none. */
	before: number;
	after: number;
}

/** Whether a message may be among the lines. */
export type AcceptLine = (member: SessionMember, offset: number, kind: SpeakerKind, at: number) => boolean;

const MOST_LOOKED_AT = 40;

/**
 * The sessions of a scope, opened once for all searches in them, and the query in the form that they can
 * answer.
 */
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
		// The messages cannot be embedded now, so they are searched by words.
		if (!prepared.embedder || !isOutage(error)) throw error;
		return open({ query: prepared.query, method: "keyword", embedder: undefined });
	}
}

/** The lines of some sessions, best first. Tool results are never among them. */
export function findLines(
	sessions: readonly SessionMessages[],
	{ query, method }: Pick<PreparedQuery, "query" | "method">,
	accept: AcceptLine,
): FoundLine[] {
	const all: FoundLine[] = [];
	const asksAssistant = isAboutAssistant(query);
	for (const from of sessions) {
		const { view, members } = from;
		const ranked = rankMessages(view, query, {
			limit: MOST_LOOKED_AT,
			method,
			// Includes messages that the ranker would leave out by default. `chooseBar` sets the minimum
			// score.
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
			all.push({
				from,
				doc,
				member,
				offset,
				kind,
				at,
				score,
				parts,
				...neighboursOf(view, doc, asksAssistant),
			});
		}
	}
	return all.sort((a, b) => b.score - a.score);
}

/** Whether a query asks what the assistant said. The answers of the assistant are then needed too. */
export const isAboutAssistant = ({ about }: Pick<Query, "about">): boolean => about?.kind === "assistant";

/** Whether at least half of what users said in some sessions is in English. */
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

/**
 * How many offsets away a message may be and still count as a neighbour: there are other events between
 * messages.
 */
const AROUND = 6;
const [USER, TOOL] = ["user", "tool"].map((kind) => SPEAKER_KINDS.indexOf(kind as SpeakerKind));

/**
 * The neighbours of a message that can be needed. The view shows which, so the others are not read. See
 * `explainingLines`.
 */
export function neighboursOf(
	{ columns }: MessageView,
	doc: number,
	asksAssistant: boolean,
): { before: number; after: number } {
	const { kind, flags, offset, prev, next } = columns;
	const own = offset[doc] as number;
	const isUsers = kind[doc] === USER;
	const asks = (at: number): boolean => ((flags[at] as number) & FLAG.question) !== 0;
	/** The nearest message that is not from a tool; -1 if none is near. */
	const nearest = (links: Int32Array): number => {
		let at = links[doc] as number;
		while (at >= 0 && kind[at] === TOOL) at = links[at] as number;
		return at >= 0 && Math.abs((offset[at] as number) - own) <= AROUND ? at : -1;
	};
	const before = nearest(prev);
	return {
		before: before >= 0 && (!isUsers || asks(before)) ? before : -1,
		after: isUsers && (asksAssistant || asks(doc)) ? nearest(next) : -1,
	};
}
