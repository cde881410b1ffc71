import { canonicalJson, type Json, type JsonObject } from "../../event/index.ts";
import type { Hit, SearchResult } from "../../session/index.ts";
import type {
	FactOwner,
	FactRecord,
	MemberQuery,
	SessionMember,
	WholeSpace,
} from "../../store/ports/index.ts";
import { detailOf } from "../facts/fact.ts";
import type { MemoryContext } from "../memory-context.ts";
import { rankMessages, type ScoreParts } from "../rank/index.ts";
import { isOutage } from "./is-outage.ts";
import { type PreparedQuery, prepareQuery } from "./prepare-query.ts";
import { rankOwners } from "./rank-owners.ts";
import { readEvent } from "./read-event.ts";
import { readMessage } from "./read-message.ts";
import type { ParsedSearch } from "./search-options.ts";

/** The facts and messages that a search covers. */
export interface SearchScope {
	facts: readonly (FactOwner | WholeSpace)[];
	messages: MemberQuery | undefined;
}

/** A hit before its text is read from the store. */
interface Found {
	score: number;
	parts: ScoreParts;
	fact: string | undefined;
	message: { member: SessionMember; offset: number } | undefined;
}

/** How many more hits are ranked than requested, because some may have been deleted since. */
const SPARE = 16;
/** With a filter: how many hits are ranked first, and the factor for each further attempt. */
const FILTERED = 1_000;
const GROWTH = 8;
/** With a filter: how many facts are read together. */
const STEP = 200;

/**
 * Finds the best hits for a query in a scope. Facts and messages outside of the scope affect neither the hits nor
 * the scores.
 */
export async function search(
	context: MemoryContext,
	scope: SearchScope,
	asked: ParsedSearch,
): Promise<SearchResult> {
	const started = performance.now();
	asked.signal?.throwIfAborted();
	const embedder = await context.embedder();
	const prepared = await prepareQuery(asked.query, embedder, asked.signal);
	for (let most = asked.filter ? FILTERED : asked.limit + SPARE; ; most *= GROWTH) {
		const { found, method, more } = await rank(context, scope, asked, prepared, most);
		const hits = await readHits(context, found, asked);
		// Without a filter, another attempt would find no more hits.
		if (hits.length === asked.limit || !more || !asked.filter)
			return { hits, method, latencyMs: Math.round((performance.now() - started) * 1_000) / 1_000 };
	}
}

/** The hits among facts and messages together, best first. */
async function rank(
	context: MemoryContext,
	scope: SearchScope,
	asked: ParsedSearch,
	prepared: PreparedQuery,
	limit: number,
): Promise<{ found: Found[]; method: PreparedQuery["method"]; more: boolean }> {
	const { query, method, embedder } = prepared;
	const options = { limit, method, ...(asked.threshold !== undefined && { threshold: asked.threshold }) };
	try {
		const found: Found[] = [];
		if (asked.include.includes("facts")) {
			const { hits } = await rankOwners(context, scope.facts, embedder, query, {
				...options,
				now: Date.now(),
			});
			for (const { score, parts, name } of hits) found.push({ score, parts, fact: name, message: undefined });
		}
		if (asked.include.includes("messages") && scope.messages) {
			const { view, members } = await context.views.messages(scope.messages, embedder);
			const only = asked.filter?.sessionId;
			const accept = (uid: string): boolean => members.get(uid)?.sessionId === only;
			for (const hit of rankMessages(view, query, only === undefined ? options : { ...options, accept })) {
				const member = members.get(hit.session);
				const message = member && { member, offset: hit.offset };
				found.push({ score: hit.score, parts: hit.parts, fact: undefined, message });
			}
		}
		return { found: found.sort((a, b) => b.score - a.score), method, more: found.length >= limit };
	} catch (error) {
		// The embedder is unreachable: search by words only.
		if (!embedder || !isOutage(error)) throw error;
		return rank(context, scope, asked, { query, method: "keyword", embedder: undefined }, limit);
	}
}

/** Reads hits from the store until there are enough. Skips those that the store no longer has. */
async function readHits(
	context: MemoryContext,
	found: readonly Found[],
	asked: ParsedSearch,
): Promise<Hit[]> {
	const { store, tenant } = context.platform;
	const hits: Hit[] = [];
	const size = asked.filter ? Math.max(asked.limit, STEP) : asked.limit;
	for (let at = 0; at < found.length && hits.length < asked.limit; at += size) {
		const step = found.slice(at, at + size);
		const ids = step.flatMap(({ fact }) => fact ?? []);
		const records = ids.length > 0 ? await store.facts.get(tenant, ids) : [];
		const facts = new Map(records.map((record) => [record.id, record]));
		for (const { fact, message, score, parts } of step) {
			if (hits.length === asked.limit) break;
			const record = fact === undefined ? undefined : facts.get(fact);
			const hit = record
				? factHit(record, score, parts, asked)
				: message && (await messageHit(context, message, score, parts, asked));
			if (hit) hits.push(hit);
		}
	}
	return hits;
}

type Filter = ParsedSearch["filter"];

function factHit(
	record: FactRecord,
	score: number,
	parts: ScoreParts,
	{ filter }: ParsedSearch,
): Hit | undefined {
	if (record.status !== "active") return undefined;
	const { metadata, observedAt } = detailOf(record);
	if (filter) {
		if (!inTime(observedAt, filter) || record.importance < (filter.importance ?? 0)) return undefined;
		const { sessionId } = filter;
		if (sessionId !== undefined && !record.sources.some((source) => source.sessionId === sessionId))
			return undefined;
		if (!holdsAll(metadata, filter)) return undefined;
	}
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
		at: new Date(observedAt).toISOString(),
		importance: record.importance,
		confidence: record.confidence,
	};
}

async function messageHit(
	{ platform }: MemoryContext,
	{ member, offset }: { member: SessionMember; offset: number },
	score: number,
	parts: ScoreParts,
	{ filter }: ParsedSearch,
): Promise<Hit | undefined> {
	if (filter?.sessionId !== undefined && filter.sessionId !== member.sessionId) return undefined;
	const event = await readEvent(platform, member.uid, offset);
	const line = event && readMessage(event);
	if (!event || !line) return undefined;
	if (filter && !(inTime(line.at, filter) && holdsAll(event.metadata, filter))) return undefined;
	return {
		kind: "message",
		id: event.id,
		content: line.text,
		score,
		parts,
		sources: [
			{ sessionId: member.sessionId, offset, ...(member.userId !== undefined && { userId: member.userId }) },
		],
		at: event.at,
		role: line.role,
		...(line.speaker !== undefined && { displayName: line.speaker }),
	};
}

const inTime = (at: number, { from, to }: NonNullable<Filter>): boolean =>
	(from === undefined || at >= from) && (to === undefined || at < to);

function holdsAll(metadata: JsonObject | undefined, { metadata: wanted }: NonNullable<Filter>): boolean {
	if (!wanted) return true;
	return Object.entries(wanted).every(
		([key, value]) =>
			metadata !== undefined &&
			Object.hasOwn(metadata, key) &&
			canonicalJson(metadata[key] as Json) === canonicalJson(value as Json),
	);
}
