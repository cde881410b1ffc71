/** Keeps the documents with the best scores: a heap whose top is the worst document that is kept. */
export interface Best {
	offer(doc: number, score: number): void;
	/** Scores up to this value are no longer accepted. */
	readonly bar: number;
	/**
	 * Returns the documents that were kept, best first, and empties the heap. Equal scores keep the order in
	 * which they were offered.
	 */
	take(): number[];
}

export function keepBest(limit: number): Best {
	const docs = new Int32Array(limit);
	const scores = new Float64Array(limit);
	const orders = new Float64Array(limit);
	let size = 0;
	let offered = 0;

	const isWorse = (a: number, b: number): boolean =>
		(scores[a] as number) < (scores[b] as number) ||
		((scores[a] as number) === (scores[b] as number) && (orders[a] as number) > (orders[b] as number));

	const swap = (a: number, b: number): void => {
		const doc = docs[a] as number;
		const score = scores[a] as number;
		const order = orders[a] as number;
		docs[a] = docs[b] as number;
		scores[a] = scores[b] as number;
		orders[a] = orders[b] as number;
		docs[b] = doc;
		scores[b] = score;
		orders[b] = order;
	};

	const put = (at: number, doc: number, score: number): void => {
		docs[at] = doc;
		scores[at] = score;
		orders[at] = offered++;
	};

	const sink = (end: number): void => {
		for (let at = 0; ; ) {
			let worst = at;
			const left = 2 * at + 1;
			if (left < end && isWorse(left, worst)) worst = left;
			if (left + 1 < end && isWorse(left + 1, worst)) worst = left + 1;
			if (worst === at) return;
			swap(at, worst);
			at = worst;
		}
	};

	return {
		get bar() {
			return size < limit
				? Number.NEGATIVE_INFINITY
				: limit === 0
					? Number.POSITIVE_INFINITY
					: (scores[0] as number);
		},
		offer(doc, score) {
			if (size < limit) {
				put(size, doc, score);
				for (let at = size++; at > 0; ) {
					const parent = (at - 1) >> 1;
					if (!isWorse(at, parent)) return;
					swap(at, parent);
					at = parent;
				}
			} else if (limit > 0 && score > (scores[0] as number)) {
				put(0, doc, score);
				sink(size);
			}
		},
		take() {
			const taken: number[] = [];
			while (size > 0) {
				taken.push(docs[0] as number);
				swap(0, --size);
				sink(size);
			}
			return taken.reverse();
		},
	};
}
