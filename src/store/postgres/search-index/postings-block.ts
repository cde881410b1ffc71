/** A fact that holds a term, and how often. */
export interface Posting {
	no: number;
	count: number;
}

/** Postings in one block, at most: about a kilobyte, which the server keeps in the row. */
export const MAX_POSTINGS = 512;
/** What a block that is cut in pieces leaves in each: room for those that come. */
const CUT = 384;

/**
 * Packs postings, ascending by number: for each the distance from the number before (from `first` for the first one), seven
 * bits a byte with the low ones first, then the count.
 */
export function packPostings(first: number, postings: readonly Posting[]): Uint8Array {
	const bytes: number[] = [];
	let before = first;
	for (const { no, count } of postings) {
		let left = no - before;
		// Numbers may pass 32 bits: no shifts.
		while (left >= 128) {
			bytes.push((left % 128) + 128);
			left = Math.floor(left / 128);
		}
		bytes.push(left, count);
		before = no;
	}
	return Uint8Array.from(bytes);
}

/** Calls `visit` for each posting of a block, in their order. */
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
	/** Known by it; no posting has a smaller number. */
	first: number;
	postings: Posting[];
}

/**
 * A block after changes, ascending by number, each once (count 0: the fact goes), as the blocks that take its place: none when
 * nothing is left, several when it has grown too large.
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
