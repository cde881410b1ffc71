import type { IndexOwner, WantedTerm } from "../../ports/index.ts";
import { type Sql, tell, tuples } from "../../sql/call.ts";
import { numberList, vectorText } from "./array-literal.ts";
import { ownerKey } from "./index-owner.ts";
import { bestByWords } from "./score-words.ts";

const OWNER = "(SELECT o.no FROM {index_owners} o WHERE {mine:o} AND o.key = ?)";

/** The best of an owner's facts by their words: exact. */
export function* findByWords(owner: IndexOwner, terms: readonly WantedTerm[], limit: number): Sql<number[]> {
	const hashes = new Set(terms.flatMap(({ hash, near }) => [hash, ...near.map((one) => one.hash)]));
	if (hashes.size === 0) return [];
	const found = yield* tuples<[term: number, first: number, body: Uint8Array]>(
		`SELECT p.term, p.first, p.body FROM {index_postings} p WHERE {mine:p} AND p.owner_no = ${OWNER}
		AND p.term = ANY (CAST(? AS INTEGER[]))`,
		ownerKey(owner),
		numberList([...hashes]),
	);
	const blocks = new Map<number, { first: number; body: Uint8Array }[]>();
	for (const [term, first, body] of found) {
		const known = blocks.get(term);
		if (known) known.push({ first, body });
		else blocks.set(term, [{ first, body }]);
	}
	return bestByWords(terms, blocks, limit);
}

/** How vectors of one length are stored on the server. */
export interface VectorKind {
	dimensions: number;
	/** The column as it is indexed, in parentheses, and its type. */
	expression: string;
	type: string;
	/** The operator for cosine distance. */
	distance: string;
}

/** A statement for each of a few limits: the plan depends on it. */
const LIMITS = [64, 256, 1_024, 4_096];
const MOST = 16_384;
/** How many candidates the graph search keeps. More finds more, and takes longer. */
const LEAST_SIGHT = 64;
const MOST_SIGHT = 1_000;
/** The maximum number of rows of other owners to skip during a search. */
const MOST_MET = 40_000;
/** The number of facts in a sample. */
const SAMPLE = 256;

/**
 * The facts of an owner that are nearest to a vector, by the graph if there is one. If the graph search ends
 * before it has enough (because nearly all vectors belong to others), all vectors of the owner are compared.
 */
export function* findByMeaning(
	owner: IndexOwner,
	vector: Int8Array,
	wanted: number,
	kind: VectorKind,
): Sql<{ nos: number[]; usual: number[] }> {
	const limit = LIMITS.find((one) => one >= wanted) ?? MOST;
	const sight = Math.min(MOST_SIGHT, Math.max(LEAST_SIGHT, wanted));
	yield tell(
		`SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', ?, true),
		set_config('hnsw.max_scan_tuples', ?, true), set_config('plan_cache_mode', 'force_custom_plan', true),
		set_config('enable_sort', 'off', true)`,
		String(sight),
		String(Math.max(MOST_MET, 4 * limit)),
	);
	const key = ownerKey(owner);
	const text = vectorText(vector);
	const { dimensions, expression, type, distance } = kind;
	const mine = `{mine:f} AND f.owner_no = ${OWNER} AND f.dimensions = ${dimensions}`;
	const asked = `CAST(? AS ${type})`;
	// Two queries, one round trip.
	const answer = yield* tuples<[no: number | null, cosine: number | null]>(
		`(SELECT f.fact_no, NULL::DOUBLE PRECISION FROM {index_facts} f WHERE ${mine}
			ORDER BY ${expression} ${distance} ${asked} LIMIT ${limit})
		UNION ALL SELECT NULL, 1 - (${expression} ${distance} ${asked}) FROM (SELECT f.embedding FROM {index_facts} f WHERE ${mine}
			ORDER BY f.tenant, f.owner_no, f.dimensions, f.spread LIMIT ${SAMPLE}) f`,
		key,
		text,
		text,
		key,
	);
	const near: [number][] = [];
	const usual: number[] = [];
	for (const [no, cosine] of answer) {
		if (no !== null) near.push([no]);
		else if (cosine !== null) usual.push(cosine);
	}
	const found = near.length < Math.min(limit, wanted) ? yield* compareAll(key, text, kind, limit) : near;
	return {
		nos: found.slice(0, wanted).map(([no]) => no),
		usual,
	};
}

function* compareAll(
	key: Uint8Array,
	text: string,
	{ dimensions, expression, type, distance }: VectorKind,
	limit: number,
): Sql<[number][]> {
	return yield* tuples<[number]>(
		`WITH f AS MATERIALIZED (SELECT f.fact_no, f.embedding FROM {index_facts} f WHERE {mine:f} AND f.owner_no = ${OWNER}
			AND f.dimensions = ${dimensions})
		SELECT f.fact_no FROM f ORDER BY ${expression} ${distance} CAST(? AS ${type}) LIMIT ${limit}`,
		key,
		text,
	);
}
