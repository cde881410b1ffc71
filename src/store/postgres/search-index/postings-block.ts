/** A fact that contains a term, and how many times. */
export interface Posting {
	no: number;
	count: number;
}

/** Maximum postings per block: about a kilobyte, which the server keeps in the row. */
export const MAX_POSTINGS = 512;
/** How many postings each piece of a split block gets: leaves space for new ones. */
const CUT = 384;

/**
 * Packs postings, ascending by number: for each, the difference from the previous number (from `first` for
 * the first one), seven bits per byte with the low ones first, then the count.
 */
export function packPostings(first: number, postings: readonly Posting[]): Uint8Array {
	const bytes: number[] = [];
	let before = first;
	for (const { no, count } of postings) {
		let left = no - before;
		// Numbers may exceed 32 bits: no shifts.
		while (left >= 128) {
			bytes.push((left % 128) + 128);
			left = Math.floor(left / 128);
		}
		bytes.push(left, count);
		before = no;
	}
	return Uint8Array.from(bytes);
}

/** Calls `visit` for each posting of a block, in order. */
export function eachPosting(
	first: number,
	body: Uint8Array,
	visit: (no: number, count: number) => void,
): void {
	let no = first;
	for (let at = 0; at < body.length; ) {
		let scale = 1;
		let byte = body[at++] as number;
		while (byte >= 128) {
			no += (byte - 128) * scale;
			scale *= 128;
			byte = body[at++] as number;
		}
		no += byte * scale;
		visit(no, body[at++] as number);
	}
}

export interface Block {
	/** Identifies the block; no posting has a smaller number. */
	first: number;
	postings: Posting[];
}

/**
 * Applies changes to a block: ascending by number, each once (count 0 removes the fact). Returns the blocks
 * that replace it: none if nothing is left, several if it has grown too large.
 */
export function changeBlock({ first, postings }: Block, changes: readonly Posting[]): Block[] {
	const merged: Posting[] = [];
	let at = 0;
	for (const change of changes) {
		for (; at < postings.length && (postings[at] as Posting).no < change.no; at++)
			merged.push(postings[at] as Posting);
		if (postings[at]?.no === change.no) at++;
		if (change.count > 0) merged.push(change);
	}
	merged.push(...postings.slice(at));
	if (merged.length <= MAX_POSTINGS) return merged.length > 0 ? [{ first, postings: merged }] : [];
	const blocks: Block[] = [];
	for (let from = 0; from < merged.length; from += CUT) {
		const part = merged.slice(from, from + CUT);
		blocks.push({ first: from === 0 ? first : (part[0] as Posting).no, postings: part });
	}
	return blocks;
}
