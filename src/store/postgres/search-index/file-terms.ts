import { rows, type Sql, tell } from "../../sql/call.ts";
import { bytesList, numberList } from "./array-literal.ts";
import { type Block, changeBlock, eachPosting, type Posting, packPostings } from "./postings-block.ts";

/**
 * The changes for each term: facts with their counts, ascending by number. Count 0: the fact no longer
 * contains the term.
 */
export type TermChanges = Map<number, Posting[]>;

export function noteTerm(changes: TermChanges, term: number, no: number, count: number): void {
	const known = changes.get(term);
	if (!known) changes.set(term, [{ no, count }]);
	else if (known[known.length - 1]?.no === no) known[known.length - 1] = { no, count };
	else known.push({ no, count });
}

/** Larger than every number. */
const END = Number.MAX_SAFE_INTEGER;

interface StoredBlock {
	term: number;
	first: number;
	body: Uint8Array;
}

/**
 * Changes the postings of an owner. The caller has locked the owner's row: nobody else changes them. `last`
 * is the largest number that any fact here ever had.
 */
export function* fileTerms(ownerNo: number, changes: TermChanges, last: number): Sql<void> {
	if (changes.size === 0) return;
	const stored = yield* affectedBlocks(ownerNo, changes, last);
	const put: { term: number; block: Block }[] = [];
	const gone: { term: number; first: number }[] = [];
	for (const [term, postings] of changes) {
		for (const { block, part } of shareOut(stored.get(term) ?? [], postings)) {
			const after = changeBlock(block, part);
			for (const one of after) put.push({ term, block: one });
			if (after.length === 0) gone.push({ term, first: block.first });
		}
	}
	if (gone.length > 0) {
		yield tell(
			`DELETE FROM {index_postings} p USING unnest(CAST(? AS INTEGER[]), CAST(? AS BIGINT[])) AS g (term, first)
			WHERE {mine:p} AND p.owner_no = ? AND p.term = g.term AND p.first = g.first`,
			numberList(gone.map(({ term }) => term)),
			numberList(gone.map(({ first }) => first)),
			ownerNo,
		);
	}
	if (put.length === 0) return;
	yield tell(
		`INSERT INTO {index_postings} (owner_no, term, first, size, body)
		SELECT CAST(? AS BIGINT), n.term, n.first, n.size, n.body
		FROM unnest(CAST(? AS INTEGER[]), CAST(? AS BIGINT[]), CAST(? AS INTEGER[]), CAST(? AS BYTEA[])) AS n (term, first, size, body)
		ON CONFLICT (tenant, owner_no, term, first) DO UPDATE SET size = excluded.size, body = excluded.body`,
		ownerNo,
		numberList(put.map(({ term }) => term)),
		numberList(put.map(({ block }) => block.first)),
		numberList(put.map(({ block }) => block.postings.length)),
		bytesList(put.map(({ block }) => packPostings(block.first, block.postings))),
	);
}

/** The blocks that the changes fall into, by term, ascending. */
function* affectedBlocks(ownerNo: number, changes: TermChanges, last: number): Sql<Map<number, Block[]>> {
	const found = new Map<number, Block[]>();
	if (last < 0) return found;
	const terms: number[] = [];
	const nos: number[] = [];
	for (const [term, postings] of changes) {
		for (const { no } of postings) {
			terms.push(term);
			nos.push(no > last ? END : no);
			// All new facts go into the last block: one query is enough.
			if (no > last) break;
		}
	}
	const stored = yield* rows<StoredBlock>(
		`SELECT p.term, p.first, p.body FROM (
			SELECT DISTINCT w.term, b.first FROM unnest(CAST(? AS INTEGER[]), CAST(? AS BIGINT[])) AS w (term, no)
			CROSS JOIN LATERAL (SELECT x.first FROM {index_postings} x WHERE {mine:x} AND x.owner_no = ? AND x.term = w.term
				AND x.first <= w.no ORDER BY x.first DESC LIMIT 1) b
		) f JOIN {index_postings} p ON {mine:p} AND p.owner_no = ? AND p.term = f.term AND p.first = f.first
		ORDER BY p.term, p.first`,
		numberList(terms),
		numberList(nos),
		ownerNo,
		ownerNo,
	);
	for (const { term, first, body } of stored) {
		const postings: Posting[] = [];
		eachPosting(first, body, (no, count) => postings.push({ no, count }));
		const blocks = found.get(term);
		if (blocks) blocks.push({ first, postings });
		else found.set(term, [{ first, postings }]);
	}
	return found;
}

/**
 * Assigns changes to blocks: each to the last block that does not begin after it. Changes before all blocks
 * create a new one.
 */
function shareOut(
	blocks: readonly Block[],
	changes: readonly Posting[],
): { block: Block; part: Posting[] }[] {
	const shares: { block: Block; part: Posting[] }[] = blocks.map((block) => ({ block, part: [] }));
	let before: { block: Block; part: Posting[] } | undefined;
	let at = -1;
	for (const change of changes) {
		while (at + 1 < blocks.length && (blocks[at + 1] as Block).first <= change.no) at++;
		const share = shares[at];
		if (share) share.part.push(change);
		else if (before) before.part.push(change);
		else before = { block: { first: change.no, postings: [] }, part: [change] };
	}
	return [...(before ? [before] : []), ...shares.filter(({ part }) => part.length > 0)];
}
