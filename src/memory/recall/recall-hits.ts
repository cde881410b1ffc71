import type { Hit } from "../../session/index.ts";
import type { FactOwner, FactRecord, MemberQuery } from "../../store/ports/index.ts";
import { evidence } from "../excerpts/choose-lines.ts";
import { clipText } from "../excerpts/clip-text.ts";
import { type AcceptLine, type FoundLine, findLines, openScope } from "../excerpts/find-lines.ts";
import { detailOf } from "../facts/fact.ts";
import type { SpeakerKind } from "../index/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { RankMethod, ScoreParts } from "../rank/index.ts";
import { isOutage } from "./is-outage.ts";
import { type PreparedQuery, prepareQuery } from "./prepare-query.ts";
import { rankOwners } from "./rank-owners.ts";
import { readEvent } from "./read-event.ts";
import { readMessage } from "./read-message.ts";

/** A fact or a message, as a model reads it in the result of the recall tool. */
export interface RecalledHit extends Pick<Hit, "kind" | "id" | "content" | "score" | "parts" | "sources"> {
	/** When a message was said, or when a fact was last confirmed. In milliseconds. */
	at: number;
	/** Messages only: the speaker. */
	said?: { kind: SpeakerKind; speaker: string | undefined };
}

export interface RecallScope {
	facts: readonly FactOwner[];
	messages: readonly MemberQuery[];
	/** Filters the messages. */
	accept: AcceptLine;
}

export interface RecallLimits {
	hits: number;
	/** Maximum characters of one hit (`content`) and of all hits together (`characters`). */
	content: number;
	characters: number;
}

/** How many more facts are ranked than requested, because some may have been deleted since. */
const SPARE = 16;
/** Messages with less evidence match by chance. */
const LEAST_EVIDENCE = 0.05;

/** The facts and messages of a scope that match a text, best first, cut to the limits. */
export async function recallHits(
	context: MemoryContext,
	scope: RecallScope,
	text: string,
	limits: RecallLimits,
): Promise<{ hits: RecalledHit[]; method: RankMethod }> {
	const prepared = await prepareQuery(text, await context.embedder());
	const facts = await findFacts(context, scope.facts, prepared, limits.hits + SPARE);
	const opened = await openScope(context, scope.messages, prepared);
	const lines = findLines(opened.sessions, opened.prepared, scope.accept);
	const fitting = lines.filter((line) => evidence(line) >= LEAST_EVIDENCE);
	const found: Found[] = [...facts, ...fitting].sort((a, b) => b.score - a.score);
	const terms = new Set(prepared.query.terms.map(({ hash }) => hash));
	const hits: RecalledHit[] = [];
	let left = limits.characters;
	for (const one of found) {
		if (hits.length === limits.hits) break;
		const read = "record" in one ? readFact(one) : await readLine(context, one);
		if (!read) continue;
		const hit = { ...read, content: clipText(read.content, terms, limits.content) };
		if (hit.content.length > left) break;
		left -= hit.content.length;
		hits.push(hit);
	}
	return { hits, method: opened.prepared.method };
}

interface FoundFact {
	record: FactRecord;
	score: number;
	parts: ScoreParts;
}

type Found = FoundFact | FoundLine;

async function findFacts(
	context: MemoryContext,
	owners: readonly FactOwner[],
	{ query, method, embedder }: PreparedQuery,
	limit: number,
): Promise<FoundFact[]> {
	const { store, tenant } = context.platform;
	try {
		const options = { limit, method, now: Date.now() };
		const { hits } = await rankOwners(context, owners, embedder, query, options);
		const ids = hits.flatMap(({ name }) => name ?? []);
		const records = new Map(
			(ids.length > 0 ? await store.facts.get(tenant, ids) : []).map((record) => [record.id, record]),
		);
		return hits.flatMap(({ name, score, parts }) => {
			const record = name === undefined ? undefined : records.get(name);
			// The store decides, because the fact may have changed since it was indexed.
			return record?.status === "active" ? [{ record, score, parts }] : [];
		});
	} catch (error) {
		// The embedder is unreachable: search by words only.
		if (!embedder || !isOutage(error)) throw error;
		return findFacts(context, owners, { query, method: "keyword", embedder: undefined }, limit);
	}
}

function readFact({ record, score, parts }: FoundFact): RecalledHit {
	return {
		kind: "fact",
		id: record.id,
		content: record.content,
		score,
		parts,
		sources: record.sources.map(({ sessionId, userId, offset }) => ({
			sessionId,
			offset,
			...(userId !== undefined && { userId }),
		})),
		at: detailOf(record).observedAt,
	};
}

async function readLine(
	{ platform }: MemoryContext,
	{ member: { uid, sessionId, userId }, offset, score, parts }: FoundLine,
): Promise<RecalledHit | undefined> {
	const event = await readEvent(platform, uid, offset);
	const line = event && readMessage(event);
	if (!event || !line) return undefined;
	return {
		kind: "message",
		id: event.id,
		content: line.text,
		score,
		parts,
		at: line.at,
		sources: [{ sessionId, offset, ...(userId !== undefined && { userId }) }],
		said: { kind: line.kind, speaker: line.speaker },
	};
}
