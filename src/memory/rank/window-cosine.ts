import type { MessageView } from "../index/message-view.ts";

/** A message with those around it: [d, d−1, d−2, d−3, d+1, d+2, d+3], -1 where there is none. */
export type Around = Int32Array;

/** Reads which messages stand around one in its session. */
export function readAround({ columns: { prev, next } }: MessageView, doc: number, into: Around): void {
	into[0] = doc;
	for (let side = 0; side < 2; side++) {
		const link = side === 0 ? prev : next;
		let at = doc;
		for (let i = 0; i < 3; i++) {
			at = at < 0 ? -1 : (link[at] as number);
			into[1 + 3 * side + i] = at;
		}
	}
}

/** How much the meaning of the messages around one counts beside its own, in the order of `Around`. */
const SHARES = [1, 0.5, 0.3, 0, 0.3, 0.2, 0];

/** The cosine of the vector asked for and the sum of the vectors around a message; 0 when there are none. */
export function windowCosine({ vectors, columns: { window } }: MessageView, around: Around): number {
	const doc = around[0] as number;
	let length = window[doc] as number;
	if (length === 0) {
		// It does not depend on the query, and the next one may come here again.
		window[doc] = vectors.lengthOfSum(around, SHARES) || -1;
		length = window[doc] as number;
	}
	if (length < 0) return 0;
	let sum = 0;
	for (let i = 0; i < SHARES.length; i++) {
		const share = SHARES[i] as number;
		const near = around[i] as number;
		if (share !== 0 && near >= 0) sum += share * vectors.cosine(near);
	}
	return sum / length;
}
