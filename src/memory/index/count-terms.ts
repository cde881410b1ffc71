import type { Analysed } from "./analysed.ts";

const MOST = 0xffff;
/** Up to this many hashes are sorted here, because the engine's own sort has a higher fixed cost. */
const FEW = 40;

/** The terms of a text and how often each occurs, from the hashes of its words. Sorts `hashes` in place. */
export function countTerms(hashes: number[]): Pick<Analysed, "terms" | "counts"> {
	if (hashes.length > FEW) hashes.sort((a, b) => a - b);
	else sortFew(hashes);
	let different = 0;
	for (let i = 0; i < hashes.length; i++) if (i === 0 || hashes[i] !== hashes[i - 1]) different++;
	const size = Math.min(different, MOST);
	const terms = new Int32Array(size);
	const counts = new Uint8Array(size);
	let last = -1;
	for (let i = 0; i < hashes.length; i++) {
		const hash = hashes[i] as number;
		if (i === 0 || hash !== hashes[i - 1]) {
			if (++last === size) break;
			terms[last] = hash;
		}
		if ((counts[last] as number) < 255) counts[last] = (counts[last] as number) + 1;
	}
	return { terms, counts };
}

function sortFew(values: number[]): void {
	for (let i = 1; i < values.length; i++) {
		const value = values[i] as number;
		let at = i - 1;
		for (; at >= 0 && (values[at] as number) > value; at--) values[at + 1] = values[at] as number;
		values[at + 1] = value;
	}
}
