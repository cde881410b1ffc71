import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type {
	FactChange,
	FactChanges,
	FactListQuery,
	FactOwner,
	FactRecord,
	FactSourceQuery,
	FactStatus,
	IndexedFact,
	NamedSource,
	SpaceCount,
	WholeSpace,
} from "../ports/index.ts";
import { rows, type Sql, type SqlValue, tuples } from "./call.ts";
import { bySize, each, toChunks } from "./chunks.ts";
import { findOwner, type OwnerRow, sessionOf } from "./fact-owners.ts";
import { MAX_OFFSET } from "./read-events.ts";

interface FactRow {
	no: number;
	id: string;
	space: string;
	user_id: string;
	uid: string | null;
	agent_id: string;
	floating: number;
	content: string;
	digest: string;
	status: string;
	importance: number;
	confidence: number;
	pinned: number;
	detail: string;
	created_at: number;
	updated_at: number;
	rev: number;
	vector: number;
	entry: Uint8Array | null;
}

const SELECT = `SELECT f.no, f.id, p.space, o.user_id, s.uid, f.agent_id, f.floating, f.content, f.digest, f.status,
	f.importance, f.confidence, f.pinned, f.detail, f.created_at, f.updated_at, f.rev, f.vector, f.entry
	FROM {facts} f JOIN {fact_owners} o ON {mine:o} AND o.no = f.owner_no
	JOIN {fact_spaces} p ON {mine:p} AND p.no = f.space_no
	LEFT JOIN {sessions} s ON {mine:s} AND s.no = o.session_no`;

type SourceColumns = [
	fact: number,
	offset: number,
	uid: SessionUid,
	agent: AgentId,
	user: UserId | null,
	session: SessionId,
];

const SOURCES = bySize(
	(numbers) => `SELECT c.fact_no, c."offset", s.uid, s.agent_id, s.user_id, s.session_id FROM {fact_sources} c
	JOIN {sessions} s ON {mine:s} AND s.no = c.session_no
	WHERE {mine:c} AND c.fact_no IN (${each(numbers, "?")}) ORDER BY c.fact_no, c.session_no, c."offset"`,
);

/** The sources of facts, by the facts' numbers. */
function* sourcesOf(facts: readonly FactRow[]): Sql<Map<number, NamedSource[]>> {
	const sources = new Map<number, NamedSource[]>(facts.map(({ no }) => [no, []]));
	for (const numbers of toChunks([...sources.keys()])) {
		const found = yield* tuples<SourceColumns>(SOURCES(numbers), ...numbers);
		for (const [fact, offset, uid, agentId, userId, sessionId] of found) {
			sources.get(fact)?.push({ uid, offset, agentId, userId: userId ?? undefined, sessionId });
		}
	}
	return sources;
}

function* toRecords(tenant: TenantId, facts: readonly FactRow[]): Sql<FactRecord[]> {
	const sources = yield* sourcesOf(facts);
	return facts.map((fact) => toRecord(tenant, fact, sources.get(fact.no) ?? []));
}

function toRecord(tenant: TenantId, fact: FactRow, sources: NamedSource[]): FactRecord {
	const userId = fact.user_id === "" ? undefined : (fact.user_id as UserId);
	const uid = (fact.uid ?? undefined) as SessionUid | undefined;
	return {
		no: fact.no,
		id: fact.id,
		rev: fact.rev,
		owner: { tenant, space: fact.space, userId, uid },
		agentId: fact.agent_id as AgentId,
		floating: fact.floating === 1,
		content: fact.content,
		digest: fact.digest,
		status: fact.status as FactStatus,
		importance: fact.importance,
		confidence: fact.confidence,
		pinned: fact.pinned === 1,
		detail: JSON.parse(fact.detail),
		createdAt: fact.created_at,
		updatedAt: fact.updated_at,
		entry: fact.entry ?? undefined,
		vector: fact.vector === 1,
		sources,
	};
}

const BY_IDS = bySize((ids) => `${SELECT} WHERE f.tenant = ? AND f.id IN (${each(ids, "?")})`);

export function* getFacts(tenant: TenantId, ids: readonly string[]): Sql<FactRecord[]> {
	const found = new Map<string, FactRow>();
	for (const chunk of toChunks(ids)) {
		for (const fact of yield* rows<FactRow>(BY_IDS(chunk), tenant, ...chunk)) found.set(fact.id, fact);
	}
	return yield* toRecords(
		tenant,
		ids.flatMap((id) => found.get(id) ?? []),
	);
}

export function* listFacts(query: FactListQuery): Sql<FactRecord[]> {
	const { tenant, space, userId, uid, statuses, pinned, after } = query;
	if (statuses?.length === 0) return [];
	const where = ["{mine:f}"];
	const params: SqlValue[] = [];
	const demand = (text: string, ...values: SqlValue[]): void => {
		where.push(text);
		params.push(...values);
	};
	if (uid !== undefined || userId !== undefined) {
		const owner = yield* findOwner({ tenant, space, uid, userId: userId ?? undefined });
		if (!owner) return [];
		demand("f.owner_no = ?", owner.no);
	} else {
		const whole = yield* findOwner({ tenant, space, everybody: true });
		if (!whole) return [];
		demand("f.space_no = ?", whole.spaceNo);
	}
	if (statuses) demand(`f.status IN (${statuses.map(() => "?").join(", ")})`, ...statuses);
	if (pinned !== undefined) demand("f.pinned = ?", pinned ? 1 : 0);
	if (after !== undefined) demand("f.no < ?", after);
	const page = `SELECT f.no FROM {facts} f WHERE ${where.join(" AND ")} ORDER BY f.no DESC LIMIT ?`;
	const found = yield* rows<FactRow>(
		`${SELECT} WHERE {mine:f} AND f.no IN (${page}) ORDER BY f.no DESC`,
		...params,
		query.limit,
	);
	return yield* toRecords(tenant, found);
}

export type IndexColumns = [
	no: number,
	id: string,
	rev: number,
	status: FactStatus,
	importance: number,
	confidence: number,
	pinned: number,
	createdAt: number,
	updatedAt: number,
	vector: number,
	entry: Uint8Array | null,
	content: string | null,
];

export const INDEXED = `f.no, f.id, f.rev, f.status, f.importance, f.confidence, f.pinned, f.created_at, f.updated_at, f.vector,
	f.entry, CASE WHEN f.entry IS NULL THEN f.content END`;

export function toIndexed(fact: IndexColumns): IndexedFact {
	return {
		no: fact[0],
		id: fact[1],
		rev: fact[2],
		status: fact[3],
		importance: fact[4],
		confidence: fact[5],
		pinned: fact[6] === 1,
		createdAt: fact[7],
		updatedAt: fact[8],
		vector: fact[9] === 1,
		entry: fact[10] ?? undefined,
		content: fact[11] ?? undefined,
	};
}

const none = (rev: number, reset: boolean): FactChanges => ({
	rev,
	facts: [],
	removed: [],
	more: false,
	reset,
});

/** The result if nothing has changed, which is nearly always the case. Undefined: something has changed. */
export function* noChanges(owner: FactOwner | WholeSpace, since: number): Sql<FactChanges | undefined> {
	const found = yield* findOwner(owner);
	if (!found) return none(0, since > 0);
	return found.rev === since ? none(since, false) : undefined;
}

/** For one owner, by its number; for a space, the owners with changes. */
function* changedFacts({ no, spaceNo }: OwnerRow, since: number, limit: number): Sql<IndexColumns[]> {
	const tail = "f.rev > ? ORDER BY f.rev LIMIT ?";
	if (no !== 0) {
		const text = `SELECT ${INDEXED} FROM {facts} f WHERE {mine:f} AND f.owner_no = ? AND ${tail}`;
		return yield* tuples<IndexColumns>(text, no, since, limit);
	}
	return yield* tuples<IndexColumns>(
		`SELECT ${INDEXED} FROM {fact_owners} o CROSS JOIN {facts} f
		WHERE {mine:o} AND {mine:f} AND f.owner_no = o.no AND o.space_no = ? AND o.rev > ? AND ${tail}`,
		spaceNo,
		since,
		since,
		limit,
	);
}

function* removedSince({ no, spaceNo }: OwnerRow, since: number): Sql<number[]> {
	const [column, key] = no === 0 ? ["space_no", spaceNo] : ["owner_no", no];
	const found = yield* tuples<[number]>(
		`SELECT DISTINCT r.fact_no FROM {fact_removals} r WHERE {mine:r} AND r.${column} = ? AND r.rev > ?
		AND NOT EXISTS (SELECT 1 FROM {facts} f WHERE {mine:f} AND f.no = r.fact_no AND f.${column} = r.${column})
		ORDER BY r.fact_no`,
		key as number,
		since,
	);
	return found.map(([fact]) => fact);
}

/** The number of facts, for callers that only want to know that. */
function* countFacts({ no, spaceNo, rev }: OwnerRow): Sql<FactChanges> {
	const [column, key] = no === 0 ? ["space_no", spaceNo] : ["owner_no", no];
	const text = `SELECT count(*) FROM {facts} f WHERE {mine:f} AND f.${column} = ?`;
	const [[total] = [0]] = yield* tuples<[number]>(text, key as number);
	return { ...none(rev, false), more: total > 0, total };
}

/** Facts of an owner or of a whole space by their numbers. */
export function* indexedFacts(owner: FactOwner | WholeSpace, nos: readonly number[]): Sql<IndexedFact[]> {
	const mine = yield* findOwner(owner);
	if (!mine) return [];
	const [column, key] = mine.no === 0 ? ["space_no", mine.spaceNo] : ["owner_no", mine.no];
	const found: IndexedFact[] = [];
	for (const chunk of toChunks(nos)) {
		const text = `SELECT ${INDEXED} FROM {facts} f WHERE {mine:f} AND f.${column} = ? AND f.no IN (${each(chunk, "?")})`;
		for (const fact of yield* tuples<IndexColumns>(text, key as number, ...chunk))
			found.push(toIndexed(fact));
	}
	return found;
}

export function* readChanges(owner: FactOwner | WholeSpace, since: number, limit: number): Sql<FactChanges> {
	const found = yield* findOwner(owner);
	if (!found) return none(0, since > 0);
	if (since === 0 && limit === 0) return yield* countFacts(found);
	const reset = since > 0 && since < found.born;
	const facts = (yield* changedFacts(found, since, limit + 1)).map(toIndexed);
	const more = facts.length > limit;
	if (more) facts.length = limit;
	// A reader that starts from 0 has no facts that could have been removed.
	const removed = reset || since === 0 ? [] : yield* removedSince(found, since);
	return { rev: found.rev, facts, removed, more, reset };
}

export function* readHistory(tenant: TenantId, id: string): Sql<FactChange[]> {
	const found = yield* tuples<[number, string]>(
		`SELECT c.at, c.body FROM {facts} f JOIN {fact_changes} c ON {mine:c} AND c.fact_no = f.no
		WHERE f.tenant = ? AND f.id = ? ORDER BY c.at, c.n`,
		tenant,
		id,
	);
	return found.map(([at, body]) => ({ at, body: JSON.parse(body) }));
}

export function* factsFrom({ tenant, uid, offsets, limit }: FactSourceQuery): Sql<string[]> {
	const session = yield* sessionOf(uid, tenant);
	if (!session) return [];
	const from = `FROM {fact_sources} c JOIN {facts} f ON {mine:f} AND f.no = c.fact_no
		WHERE {mine:c} AND c.session_no = ?`;
	if (!offsets) {
		const text = `SELECT DISTINCT f.no, f.id ${from} ORDER BY f.no LIMIT ?`;
		return (yield* tuples<[number, string]>(text, session.no, limit)).map(([, id]) => id);
	}
	const found = new Map<number, string>();
	// A larger offset does not exist, and may not fit into the column.
	const possible = offsets.filter((offset) => offset <= MAX_OFFSET);
	for (const chunk of toChunks([...new Set(possible)])) {
		const text = `SELECT f.no, f.id ${from} AND c."offset" IN (${each(chunk, "?")})`;
		for (const [no, id] of yield* tuples<[number, string]>(text, session.no, ...chunk)) found.set(no, id);
	}
	return [...found]
		.sort(([a], [b]) => a - b)
		.slice(0, limit)
		.map(([, id]) => id);
}

export function* listSpaces(tenant: TenantId): Sql<SpaceCount[]> {
	const found = yield* tuples<[string, number, number, number]>(
		`SELECT p.space, count(*), count(CASE WHEN f.status = 'active' THEN 1 END),
			count(CASE WHEN f.status = 'quarantined' THEN 1 END)
		FROM {fact_spaces} p JOIN {facts} f ON {mine:f} AND f.space_no = p.no
		WHERE p.tenant = ? GROUP BY p.no, p.space ORDER BY p.space`,
		tenant,
	);
	return found.map(([space, facts, active, quarantined]) => {
		const factsByStatus = { active, quarantined, superseded: facts - active - quarantined };
		return { space, facts, factsByStatus };
	});
}
