import type { Analysed } from "./analysed.ts";
import { withRoom } from "./grow.ts";
import { createPostings, MAX_DOCUMENTS, type Postings } from "./postings.ts";
import { createVectors, type Vectors } from "./vectors.ts";

/** A fact as a view keeps it. */
export interface FactEntry extends Pick<Analysed, "terms" | "counts" | "words" | "vector"> {
	/** The number that the caller gave the fact, unique in a view. */
	id: number;
	/** The name that the caller gave the fact. */
	name?: string;
	/** 0 to 1. */
	importance: number;
	pinned: boolean;
	/** When it was last said or confirmed (milliseconds since 1970). */
	at: number;
	/** From this time on the fact is no longer true. Absent if it has no end. */
	validTo?: number;
}

/**
 * The facts, one column per property. Rows of removed facts have `alive` 0. Arrays are replaced when the
 * view grows.
 */
export interface FactColumns {
	id: Float64Array;
	at: Float64Array;
	validTo: Float64Array;
	importance: Float32Array;
	words: Uint16Array;
	pinned: Uint8Array;
	alive: Uint8Array;
	/** Where the terms of a fact start and end in the list of all terms. */
	start: Uint32Array;
	end: Uint32Array;
}

/**
 * The facts of one owner, as the ranker reads them: analysed, never as text. Facts are added, changed and
 * removed one at a time, and the statistics for the ranking are exact after each change. The rows of
 * removed facts are reclaimed when there are many.
 */
export interface FactView {
	/** How many facts there are. */
	readonly size: number;
	/** How many rows are in use, including those of removed facts. */
	readonly rows: number;
	/** How many words all facts have. */
	readonly words: number;
	readonly columns: FactColumns;
	readonly postings: Postings;
	readonly vectors: Vectors;
	/** About how much memory the view uses. */
	readonly bytes: number;
	/** Adds a fact, or replaces the one with the same number. */
	put(fact: FactEntry): void;
	/** Removes a fact. Returns false if there is no fact with that number. */
	remove(id: number): boolean;
	has(id: number): boolean;
	/** The name that the caller gave a fact; undefined if it has none or there is no fact with that number. */
	nameOf(id: number): string | undefined;
}

/** Up to this many rows, nothing is reclaimed. */
const FEW_ROWS = 1_000;

export function createFactView(): FactView {
	let columns = emptyColumns();
	let postings = createPostings();
	let vectors = createVectors();
	// The terms of each fact, so that a fact can be removed from the counts, and rows can be reclaimed
	// without the texts.
	let terms = new Int32Array(256);
	let counts = new Uint8Array(256);
	let termCount = 0;
	let rowOf = new Map<number, number>();
	// By row: a map would take seven times the memory.
	let names: (string | undefined)[] = [];
	let rows = 0;
	let words = 0;

	const append = (fact: FactEntry): void => {
		if (rows >= MAX_DOCUMENTS) throw new RangeError("a view holds at most 16,777,216 facts");
		const row = rows++;
		columns = withRooms(columns, rows);
		const end = termCount + fact.terms.length;
		terms = withRoom(terms, end);
		counts = withRoom(counts, end);
		terms.set(fact.terms, termCount);
		counts.set(fact.counts, termCount);
		columns.id[row] = fact.id;
		columns.at[row] = fact.at;
		columns.validTo[row] = fact.validTo ?? Number.POSITIVE_INFINITY;
		columns.importance[row] = fact.importance;
		columns.words[row] = fact.words;
		columns.pinned[row] = fact.pinned ? 1 : 0;
		columns.alive[row] = 1;
		columns.start[row] = termCount;
		columns.end[row] = end;
		termCount = end;
		words += fact.words;
		vectors.reserve(rows);
		vectors.set(row, fact.vector);
		for (let i = 0; i < fact.terms.length; i++) {
			postings.add(fact.terms[i] as number, row, fact.counts[i] as number);
		}
		rowOf.set(fact.id, row);
		names[row] = fact.name;
	};

	const drop = (row: number): void => {
		columns.alive[row] = 0;
		names[row] = undefined;
		words -= columns.words[row] as number;
		vectors.set(row, undefined);
		for (let i = columns.start[row] as number; i < (columns.end[row] as number); i++) {
			postings.drop(terms[i] as number);
		}
	};

	/** Rebuilds everything from the rows that are alive. */
	const reclaim = (): void => {
		const old = { columns, vectors, terms, counts, rows, names };
		columns = emptyColumns();
		postings = createPostings();
		vectors = createVectors();
		terms = new Int32Array(old.terms.length);
		counts = new Uint8Array(old.counts.length);
		termCount = 0;
		rowOf = new Map();
		names = [];
		rows = 0;
		words = 0;
		for (let row = 0; row < old.rows; row++) {
			if (old.columns.alive[row] === 0) continue;
			const [start, end] = [old.columns.start[row] as number, old.columns.end[row] as number];
			const vector = old.vectors.get(row);
			append({
				id: old.columns.id[row] as number,
				at: old.columns.at[row] as number,
				validTo: old.columns.validTo[row] as number,
				importance: old.columns.importance[row] as number,
				words: old.columns.words[row] as number,
				pinned: old.columns.pinned[row] === 1,
				terms: old.terms.subarray(start, end),
				counts: old.counts.subarray(start, end),
				...(vector && { vector }),
				...nameAt(old.names, row),
			});
		}
	};

	const reclaimIfMany = (): void => {
		if (rows > FEW_ROWS && rows > rowOf.size * 1.5) reclaim();
	};

	return {
		get size() {
			return rowOf.size;
		},
		get rows() {
			return rows;
		},
		get words() {
			return words;
		},
		get columns() {
			return columns;
		},
		get postings() {
			return postings;
		},
		get vectors() {
			return vectors;
		},
		get bytes() {
			const column = Object.values(columns).reduce((sum: number, array) => sum + array.byteLength, 0);
			return column + terms.byteLength + counts.byteLength + postings.bytes + vectors.bytes + 40 * rowOf.size;
		},
		put(fact) {
			const known = rowOf.get(fact.id);
			if (known !== undefined) drop(known);
			append(fact);
			reclaimIfMany();
		},
		remove(id) {
			const row = rowOf.get(id);
			if (row === undefined) return false;
			drop(row);
			rowOf.delete(id);
			reclaimIfMany();
			return true;
		},
		has: (id) => rowOf.has(id),
		nameOf: (id) => names[rowOf.get(id) ?? -1],
	};
}

function nameAt(names: readonly (string | undefined)[], row: number): { name?: string } {
	const name = names[row];
	return name === undefined ? {} : { name };
}

function emptyColumns(): FactColumns {
	return {
		id: new Float64Array(64),
		at: new Float64Array(64),
		validTo: new Float64Array(64),
		importance: new Float32Array(64),
		words: new Uint16Array(64),
		pinned: new Uint8Array(64),
		alive: new Uint8Array(64),
		start: new Uint32Array(64),
		end: new Uint32Array(64),
	};
}

function withRooms(columns: FactColumns, length: number): FactColumns {
	if (columns.id.length >= length) return columns;
	return {
		id: withRoom(columns.id, length),
		at: withRoom(columns.at, length),
		validTo: withRoom(columns.validTo, length),
		importance: withRoom(columns.importance, length),
		words: withRoom(columns.words, length),
		pinned: withRoom(columns.pinned, length),
		alive: withRoom(columns.alive, length),
		start: withRoom(columns.start, length),
		end: withRoom(columns.end, length),
	};
}
