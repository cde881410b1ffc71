/** The maximum number of documents in one index: a posting is a document number and a count in 32 bits. */
export const MAX_DOCUMENTS = 1 << 24;

const FIRST_BLOCK = 2;
const LARGEST_BLOCK = 512;

/**
 * An inverted index: term hash → documents that contain the term, in the order in which they were added.
 * All data is in a few typed arrays, because a hundred thousand terms as objects would take more memory
 * than the postings themselves. The postings of a term are a chain of blocks in one pool. Blocks double in
 * size, so rare terms take little memory and frequent ones read fast.
 */
export interface Postings {
	/**
	 * How many postings the term has, including those of dropped documents: the number that `read` returns.
	 */
	count(term: number): number;
	/** How many documents contain the term and are not dropped: its document frequency. */
	live(term: number): number;
	/** Adds a document to a term. Call it once per document and term. The count is at most 255. */
	add(term: number, doc: number, count: number): void;
	/**
	 * Copies the postings of a term into `into`, which must have space for `count(term)`. A posting is
	 * `doc << 8 | count`. Returns how many there are.
	 */
	read(term: number, into: Int32Array): number;
	/**
	 * Records that a document of the term was removed. Its posting stays until the index is rebuilt; `live`
	 * is exact.
	 */
	drop(term: number): void;
	/** How many different terms there are. */
	readonly terms: number;
	readonly bytes: number;
}

export const docOf = (posting: number): number => posting >>> 8;
export const countOf = (posting: number): number => posting & 255;

export function createPostings(): Postings {
	// Open addressing: `slots[i]` is 1 + the number of the term whose hash is `keys[i]`; 0 is empty.
	let keys = new Int32Array(64);
	let slots = new Int32Array(64);
	let used = 0;
	let counts = new Int32Array(32);
	let dropped = new Int32Array(32);
	let firsts = new Int32Array(32);
	let nexts = new Int32Array(32); // where the next posting of a term goes
	let ends = new Int32Array(32); // where its last block ends; the start of the next block is stored there
	let pool = new Int32Array(128);
	let filled = 0;

	// Hashes may be signed or unsigned: both forms mean the same term.
	const place = (term: number): number => {
		const key = term | 0;
		const mask = keys.length - 1;
		let at = Math.imul(key, 0x9e3779b1) >>> 7;
		for (;;) {
			at &= mask;
			if (slots[at] === 0 || keys[at] === key) return at;
			at++;
		}
	};

	const growTable = (): void => {
		const oldKeys = keys;
		const oldSlots = slots;
		keys = new Int32Array(oldKeys.length * 2);
		slots = new Int32Array(oldKeys.length * 2);
		for (let i = 0; i < oldKeys.length; i++) {
			const slot = oldSlots[i] as number;
			if (slot === 0) continue;
			const at = place(oldKeys[i] as number);
			keys[at] = oldKeys[i] as number;
			slots[at] = slot;
		}
	};

	const takeBlock = (size: number): number => {
		if (filled + size + 1 > pool.length)
			pool = grown(pool, Math.max(Math.ceil(pool.length * 1.3), filled + size + 1));
		const start = filled;
		filled += size + 1;
		return start;
	};

	const slotFor = (term: number): number => {
		let at = place(term);
		const found = slots[at] as number;
		if (found !== 0) return found - 1;
		if (used * 2 >= keys.length) {
			growTable();
			at = place(term);
		}
		const slot = used++;
		keys[at] = term;
		slots[at] = slot + 1;
		if (slot >= counts.length) {
			counts = grown(counts, slot * 2);
			dropped = grown(dropped, slot * 2);
			firsts = grown(firsts, slot * 2);
			nexts = grown(nexts, slot * 2);
			ends = grown(ends, slot * 2);
		}
		const start = takeBlock(FIRST_BLOCK);
		firsts[slot] = start;
		nexts[slot] = start;
		ends[slot] = start + FIRST_BLOCK;
		return slot;
	};

	return {
		count(term) {
			const slot = slots[place(term)] as number;
			return slot === 0 ? 0 : (counts[slot - 1] as number);
		},
		live(term) {
			const slot = (slots[place(term)] as number) - 1;
			return slot < 0 ? 0 : (counts[slot] as number) - (dropped[slot] as number);
		},
		drop(term) {
			const slot = (slots[place(term)] as number) - 1;
			if (slot >= 0) dropped[slot] = (dropped[slot] as number) + 1;
		},
		add(term, doc, count) {
			const slot = slotFor(term);
			let next = nexts[slot] as number;
			const end = ends[slot] as number;
			if (next === end) {
				const size = blockAfter(counts[slot] as number);
				next = takeBlock(size);
				pool[end] = next;
				ends[slot] = next + size;
			}
			pool[next] = (doc << 8) | Math.min(count, 255);
			nexts[slot] = next + 1;
			counts[slot] = (counts[slot] as number) + 1;
		},
		read(term, into) {
			const slot = (slots[place(term)] as number) - 1;
			if (slot < 0) return 0;
			const count = counts[slot] as number;
			let start = firsts[slot] as number;
			let size = FIRST_BLOCK;
			let read = 0;
			while (read < count) {
				const take = Math.min(size, count - read);
				if (take < 16) for (let i = 0; i < take; i++) into[read + i] = pool[start + i] as number;
				else into.set(pool.subarray(start, start + take), read);
				read += take;
				start = pool[start + size] as number;
				size = Math.min(size * 2, LARGEST_BLOCK);
			}
			return count;
		},
		get terms() {
			return used;
		},
		get bytes() {
			return 4 * (pool.length + 2 * keys.length + 5 * counts.length);
		},
	};
}

/** The size of the next block when `count` postings have filled the earlier ones. */
function blockAfter(count: number): number {
	// Blocks of 2, 4, 8, … have space for 2^n − 2 postings together, so the next block has count + 2.
	return Math.min(count + FIRST_BLOCK, LARGEST_BLOCK);
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(length);
	larger.set(array);
	return larger;
}
