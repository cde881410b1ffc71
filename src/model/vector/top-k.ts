/** A row with its score. */
export interface Scored {
	row: number;
	score: number;
}

/**
 * The `k` rows with the highest scores, highest first. Of equal scores, the earlier row comes first. `accept`
 * filters rows.
 */
export function topK(scores: ArrayLike<number>, k: number, accept?: (row: number) => boolean): Scored[] {
	if (!(k >= 1)) return [];
	const heap: Scored[] = [];
	for (let row = 0; row < scores.length; row++) {
		const score = scores[row] as number;
		const full = heap.length >= k;
		// Rows come in order: a row that equals the worst kept one is not better.
		if (full && !(score > (heap[0] as Scored).score)) continue;
		if (accept && !accept(row)) continue;
		if (full) {
			heap[0] = { row, score };
			sink(heap);
		} else {
			heap.push({ row, score });
			rise(heap);
		}
	}
	return heap.sort((a, b) => b.score - a.score || a.row - b.row);
}

/** True if a is dropped before b: the lower score; of equal scores, the later row. */
const isWorse = (a: Scored, b: Scored): boolean =>
	a.score < b.score || (a.score === b.score && a.row > b.row);

function sink(heap: Scored[]): void {
	for (let at = 0; ; ) {
		let worst = at;
		for (const child of [2 * at + 1, 2 * at + 2]) {
			if (child < heap.length && isWorse(heap[child] as Scored, heap[worst] as Scored)) worst = child;
		}
		if (worst === at) return;
		swap(heap, at, worst);
		at = worst;
	}
}

function rise(heap: Scored[]): void {
	for (let at = heap.length - 1; at > 0; ) {
		const parent = (at - 1) >> 1;
		if (!isWorse(heap[at] as Scored, heap[parent] as Scored)) return;
		swap(heap, at, parent);
		at = parent;
	}
}

function swap(heap: Scored[], a: number, b: number): void {
	[heap[a], heap[b]] = [heap[b] as Scored, heap[a] as Scored];
}
