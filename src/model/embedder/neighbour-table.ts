import type { Neighbour } from "./embedder.ts";

/*
 * The nearest words of each word of a vocabulary, precomputed: finding them takes a scan of the whole
 * vocabulary for each word. Little endian:
 *
 *   "HFSN" · format u32 · words u32 · entries u32 · id of each word u16[] · first entry of each word u32[],
 * and their end
 *   · word of each entry, by its index in the list of words u16[] · its similarity u8[]
 */
const MAGIC = "HFSN";
const FORMAT = 1;
const HEADER = 16;
/** Less similar words are not in the table. Similarities are rounded to steps between this and 1. */
export const LEAST_KNOWN = 0.3;
/** The maximum number of neighbours per word. */
export const MOST_KNOWN = 64;
const STEPS = 255;

export interface NeighbourTable {
	/** The nearest words of a token, nearest first; undefined for a token that is not in the table. */
	find(id: number, limit: number, least: number): Neighbour[] | undefined;
}

export interface KnownNeighbours {
	/** The id of the word in the vocabulary. */
	id: number;
	/** Indexes in the list of words, nearest first. */
	near: readonly { place: number; similarity: number }[];
}

export function encodeNeighbours(words: readonly KnownNeighbours[]): Uint8Array {
	const entries = words.reduce((sum, { near }) => sum + near.length, 0);
	const { ids, starts, places, similarities, end } = layOut(words.length, entries);
	const bytes = new Uint8Array(end);
	const head = new DataView(bytes.buffer);
	bytes.set(Uint8Array.from(MAGIC, (letter) => letter.charCodeAt(0)));
	head.setUint32(4, FORMAT, true);
	head.setUint32(8, words.length, true);
	head.setUint32(12, entries, true);
	let entry = 0;
	words.forEach(({ id, near }, row) => {
		head.setUint16(ids + 2 * row, id, true);
		head.setUint32(starts + 4 * row, entry, true);
		for (const { place, similarity } of near) {
			head.setUint16(places + 2 * entry, place, true);
			bytes[similarities + entry] = Math.round(((similarity - LEAST_KNOWN) / (1 - LEAST_KNOWN)) * STEPS);
			entry++;
		}
	});
	head.setUint32(starts + 4 * words.length, entry, true);
	return bytes;
}

function layOut(words: number, entries: number) {
	const ids = HEADER;
	// The rest is aligned to multiples of four.
	const starts = ids + 4 * Math.ceil(words / 2);
	const places = starts + 4 * (words + 1);
	const similarities = places + 2 * entries;
	return { ids, starts, places, similarities, end: similarities + entries };
}

export function readNeighbours(bytes: Uint8Array, vocabulary: readonly string[]): NeighbourTable {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const magic = bytes.length < HEADER ? "" : String.fromCharCode(...bytes.subarray(0, MAGIC.length));
	if (magic !== MAGIC || view.getUint32(4, true) !== FORMAT)
		throw new Error("this is not a table of neighbours");
	const words = view.getUint32(8, true);
	const entries = view.getUint32(12, true);
	const { ids, starts, places, similarities, end: length } = layOut(words, entries);
	if (bytes.length !== length) throw new Error("the table of neighbours is truncated");
	const idOf = (place: number): number => view.getUint16(ids + 2 * place, true);

	/** Words are sorted by id. */
	const placeOf = (id: number): number | undefined => {
		let low = 0;
		for (let high = words - 1; low <= high; ) {
			const middle = (low + high) >> 1;
			const found = idOf(middle);
			if (found === id) return middle;
			if (found < id) low = middle + 1;
			else high = middle - 1;
		}
		return undefined;
	};

	return {
		find(id, limit, least) {
			const place = placeOf(id);
			if (place === undefined) return undefined;
			const near: Neighbour[] = [];
			const end = view.getUint32(starts + 4 * (place + 1), true);
			for (
				let entry = view.getUint32(starts + 4 * place, true);
				entry < end && near.length < limit;
				entry++
			) {
				const step = bytes[similarities + entry] as number;
				const similarity = LEAST_KNOWN + (step / STEPS) * (1 - LEAST_KNOWN);
				if (similarity < least) break;
				near.push({ word: vocabulary[idOf(view.getUint16(places + 2 * entry, true))] as string, similarity });
			}
			return near;
		},
	};
}
