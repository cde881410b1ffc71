import type { MessageView } from "../index/message-view.ts";

/** A message and the messages around it: [d, d−1, d−2, d−3, d+1, d+2, d+3], -1 where there is no message. */
export type Around = Int32Array;

/** Writes the numbers of the messages around one in its session into `into`. */
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

/** How much the meaning of a message and of each message around it counts, in the order of `Around`. */
const SHARES = [1, 0.5, 0.3, 0, 0.3, 0.2, 0];

/** The cosine of the query vector and the sum of the vectors around a message; 0 if there are none. */
export function windowCosine({ vectors, columns: { window } }: MessageView, around: Around): number {
	const doc = around[0] as number;
	let length = window[doc] as number;
	if (length === 0) {
		// The length does not depend on the query, so later queries use it again.
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
