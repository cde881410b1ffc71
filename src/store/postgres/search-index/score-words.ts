import type { WantedTerm } from "../../ports/index.ts";
import { eachPosting } from "./postings-block.ts";

/** Where each term occurs: packed postings, ascending. */
export type TermBlocks = ReadonlyMap<number, readonly { first: number; body: Uint8Array }[]>;

/** The value of occurrences of a term: 1 for the first, at most 1.5 for all. */
const saturated = (occurrences: number): number => (1.5 * occurrences) / (occurrences + 0.5);

/** The facts with the highest scores for the terms of a query, best first. */
export function bestByWords(terms: readonly WantedTerm[], blocks: TermBlocks, limit: number): number[] {
	const numbers = createNumbers();
	let sums = new Float64Array(1_024);
	let own = new Float64Array(1_024);
	let marks = new Uint32Array(1_024);
	let mark = 0;
	const seen: number[] = [];
	const rowOf = (no: number): number => {
		const row = numbers.rowOf(no);
		if (row === sums.length) {
			[sums, own] = [grown(sums), grown(own)];
			const longer = new Uint32Array(2 * marks.length);
			longer.set(marks);
			marks = longer;
		}
		return row;
	};
	for (const { hash, weight, near } of terms) {
		seen.length = 0;
		for (const { first, body } of blocks.get(hash) ?? []) {
			eachPosting(first, body, (no, count) => {
				const row = rowOf(no);
				own[row] = count;
				seen.push(row);
			});
		}
		mark++;
		for (const { hash: other, gain } of near) {
			for (const { first, body } of blocks.get(other) ?? []) {
				eachPosting(first, body, (no) => {
					const row = rowOf(no);
					if (marks[row] === mark) return;
					marks[row] = mark;
					if (own[row] === 0) seen.push(row);
					own[row] = (own[row] as number) + gain;
				});
			}
		}
		for (const row of seen) {
			sums[row] = (sums[row] as number) + weight * saturated(own[row] as number);
			own[row] = 0;
		}
	}
	return best(sums.subarray(0, numbers.size), limit).map((row) => numbers.at(row));
}

/** The rows with the highest sums, highest first. */
function best(sums: Float64Array, limit: number): number[] {
	const order = (a: number, b: number): number => (sums[b] as number) - (sums[a] as number) || a - b;
	let kept: number[] = [];
	let bar = 0;
	for (let row = 0; row < sums.length; row++) {
		if ((sums[row] as number) <= bar) continue;
		kept.push(row);
		// Sorted from time to time, not at each step.
		if (kept.length < 4 * limit) continue;
		kept = kept.sort(order).slice(0, limit);
		bar = sums[kept[limit - 1] as number] as number;
	}
	return kept.sort(order).slice(0, limit);
}

function grown(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
	const longer = new Float64Array(2 * array.length);
	longer.set(array);
	return longer;
}

/**
 * Gives each number a row, in order of appearance: a map, but many times faster for hundreds of thousands.
 */
function createNumbers() {
	let slots = new Int32Array(4_096);
	let list = new Float64Array(2_048);
	let size = 0;
	const place = (no: number): number => {
		const mask = slots.length - 1;
		for (let at = Math.imul((no % 4_294_967_296) | 0, 0x9e3779b1) >>> 8; ; at++) {
			const row = (slots[at & mask] as number) - 1;
			if (row < 0 || list[row] === no) return at & mask;
		}
	};
	return {
		get size() {
			return size;
		},
		at: (row: number): number => list[row] as number,
		rowOf(no: number): number {
			const found = slots[place(no)] as number;
			if (found > 0) return found - 1;
			if (size === list.length) {
				list = grown(list);
				slots = new Int32Array(2 * slots.length);
				for (let row = 0; row < size; row++) slots[place(list[row] as number)] = row + 1;
			}
			list[size] = no;
			slots[place(no)] = size + 1;
			// The slot was looked up before the number was added: both give the first free one.
			return size++;
		},
	};
}
