import { crc32 } from "node:zlib";
import type { IndexChange, IndexEntry, IndexMark, IndexOwner } from "../../ports/index.ts";
import { rows, type Sql, tell } from "../../sql/call.ts";
import { bytesList, numberList, vectorList } from "./array-literal.ts";
import { fileTerms, noteTerm, type TermChanges } from "./file-terms.ts";
import { addOwner, lockOwner, type OwnerRow } from "./index-owner.ts";

const isAt = (mark: IndexMark, other: IndexMark): boolean =>
	mark.rev === other.rev && mark.embedder === other.embedder;

/**
 * Applies an update. Returns false and changes nothing if the index is not at its `from` mark. `type`: the
 * type of vectors here.
 */
export function* writeChange(
	{ from, to, clear, put, remove }: IndexChange,
	owner: IndexOwner,
	type: string,
): Sql<boolean> {
	const found = yield* lockOwner(owner);
	if (from === undefined ? found : !found || !isAt(found.mark, from)) return false;
	const known = found ?? (yield* addOwner(owner, to));
	if (!known) return false;
	if (clear && found) yield* clearOwner(known.no);
	const empty = clear || !found;
	const { facts, last } = yield* changeFacts(
		empty ? { ...known, facts: 0, last: -1 } : known,
		put,
		remove,
		type,
	);
	yield tell(
		"UPDATE {index_owners} SET rev = ?, embedder = ?, facts = ?, last = ? WHERE {mine} AND no = ?",
		to.rev,
		to.embedder ?? null,
		facts,
		last,
		known.no,
	);
	return true;
}

/** Removes single facts, whatever the mark is. */
export function* removeFacts(owner: IndexOwner, nos: readonly number[], type: string): Sql<void> {
	const known = yield* lockOwner(owner);
	if (!known) return;
	const { facts } = yield* changeFacts(known, [], nos, type);
	yield tell("UPDATE {index_owners} SET facts = ? WHERE {mine} AND no = ?", facts, known.no);
}

/** Removes all entries of an owner; the owner stays. */
export function* clearOwner(no: number): Sql<void> {
	yield tell("DELETE FROM {index_postings} WHERE {mine} AND owner_no = ?", no);
	yield tell("DELETE FROM {index_facts} WHERE {mine} AND owner_no = ?", no);
}

interface FiledFact {
	no: number;
	print: number;
	terms: Uint8Array;
}

function* changeFacts(
	owner: OwnerRow,
	put: readonly IndexEntry[],
	remove: readonly number[],
	type: string,
): Sql<{ facts: number; last: number }> {
	const filed = new Map<number, FiledFact>();
	const wanted = [...put.map(({ no }) => no).filter((no) => no <= owner.last), ...remove];
	if (wanted.length > 0 && owner.last >= 0) {
		const found = yield* rows<FiledFact>(
			`SELECT fact_no AS no, print, terms FROM {index_facts}
			WHERE {mine} AND owner_no = ? AND fact_no = ANY (CAST(? AS BIGINT[]))`,
			owner.no,
			numberList(wanted),
		);
		for (const fact of found) filed.set(fact.no, fact);
	}
	// A fact whose entry is unchanged has changed in something that is not indexed.
	const fresh = put.filter((fact) => filed.get(fact.no)?.print !== printOf(fact)).sort((a, b) => a.no - b.no);
	const replaced = new Set(fresh.map(({ no }) => no));
	const gone = remove.filter((no) => filed.has(no) && !replaced.has(no));
	yield* fileTerms(owner.no, termChanges(filed, fresh, gone), owner.last);
	if (gone.length > 0) {
		yield tell(
			"DELETE FROM {index_facts} WHERE {mine} AND owner_no = ? AND fact_no = ANY (CAST(? AS BIGINT[]))",
			owner.no,
			numberList(gone),
		);
	}
	if (fresh.length > 0) yield* putFacts(owner.no, fresh, type);
	return {
		facts: owner.facts - gone.length + fresh.filter(({ no }) => !filed.has(no)).length,
		last: fresh.reduce((most, { no }) => Math.max(most, no), owner.last),
	};
}

/** Removals come first, then the new terms. */
function termChanges(
	filed: ReadonlyMap<number, FiledFact>,
	fresh: readonly IndexEntry[],
	gone: readonly number[],
): TermChanges {
	const changes: TermChanges = new Map();
	const byNo = new Map(fresh.map((fact) => [fact.no, fact]));
	for (const no of [...byNo.keys(), ...gone].sort((a, b) => a - b)) {
		for (const term of readTerms(filed.get(no)?.terms)) noteTerm(changes, term, no, 0);
		const fact = byNo.get(no);
		fact?.terms.forEach((term, i) => {
			noteTerm(changes, term, no, fact.counts[i] as number);
		});
	}
	return changes;
}

function* putFacts(ownerNo: number, facts: readonly IndexEntry[], type: string): Sql<void> {
	yield tell(
		`INSERT INTO {index_facts} (owner_no, fact_no, spread, print, dimensions, terms, embedding)
		SELECT CAST(? AS BIGINT), n.no, n.spread, n.print, n.dimensions, n.terms, CAST(n.embedding AS ${type})
		FROM unnest(CAST(? AS BIGINT[]), CAST(? AS INTEGER[]), CAST(? AS BIGINT[]), CAST(? AS INTEGER[]), CAST(? AS BYTEA[]), CAST(? AS TEXT[]))
			AS n (no, spread, print, dimensions, terms, embedding)
		ON CONFLICT (tenant, owner_no, fact_no) DO UPDATE SET print = excluded.print, dimensions = excluded.dimensions,
			terms = excluded.terms, embedding = excluded.embedding`,
		ownerNo,
		numberList(facts.map(({ no }) => no)),
		numberList(facts.map(({ no }) => spreadOf(no))),
		numberList(facts.map(printOf)),
		numberList(facts.map(({ vector }) => vector?.length ?? 0)),
		bytesList(facts.map(({ terms }) => bytesOf(terms))),
		vectorList(facts.map(({ vector }) => vector)),
	);
}

const bytesOf = (array: Int32Array | Int8Array | Uint8Array): Uint8Array =>
	new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function printOf({ terms, counts, vector }: IndexEntry): number {
	const words = crc32(counts, crc32(bytesOf(terms)));
	return vector ? crc32(bytesOf(vector), words) : words;
}

/** The stored terms, in the byte order of this machine: all platforms that Node supports have the same. */
function readTerms(bytes: Uint8Array | undefined): Int32Array {
	return bytes ? new Int32Array(bytes.slice().buffer) : new Int32Array(0);
}

/** Spreads consecutive numbers far apart. */
function spreadOf(no: number): number {
	let hash = Math.imul((no ^ (no / 4_294_967_296)) | 0, 0x9e3779b1);
	hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) | 0;
}
