import type { Analysed } from "../index/index.ts";

/*
 * The index entry of one fact, as it is stored. Little endian:
 *
 *   magic u8 · version u8 · words u16 · terms u16 · dimensions u16 · last confirmed f64 · terms i32[] · counts u8[] · vector i8[]
 *
 * An entry that is damaged, or of another version, is rebuilt from the content of the fact.
 */
const MAGIC = 0xfa;
/** Increase it when the layout or the result of the analysis changes. Older entries are then rebuilt. */
const VERSION = 1;
const HEADER = 16;
const TIME = 8;

/** The part of a text analysis that is used for facts. */
export type FactAnalysis = Pick<Analysed, "terms" | "counts" | "words" | "vector">;

/** `at`: when the fact was last said or confirmed, in milliseconds. */
export function encodeFact({ terms, counts, words, vector }: FactAnalysis, at: number): Uint8Array {
	const dimensions = vector?.length ?? 0;
	const bytes = new Uint8Array(HEADER + 5 * terms.length + dimensions);
	const view = new DataView(bytes.buffer);
	view.setUint8(0, MAGIC);
	view.setUint8(1, VERSION);
	view.setUint16(2, words, true);
	view.setUint16(4, terms.length, true);
	view.setUint16(6, dimensions, true);
	view.setFloat64(TIME, at, true);
	for (let i = 0; i < terms.length; i++) view.setInt32(HEADER + 4 * i, terms[i] as number, true);
	bytes.set(counts, HEADER + 4 * terms.length);
	if (vector) bytes.set(asBytes(vector), HEADER + 5 * terms.length);
	return bytes;
}

/** A copy of the entry with another time. */
export function retimed(entry: Uint8Array, at: number): Uint8Array {
	const copy = entry.slice();
	if (copy.length >= HEADER) new DataView(copy.buffer).setFloat64(TIME, at, true);
	return copy;
}

/** The analysis and the time. Undefined if the bytes are damaged or of another version. */
export function decodeFact(bytes: Uint8Array): (FactAnalysis & { at: number }) | undefined {
	if (bytes.length < HEADER || bytes[0] !== MAGIC || bytes[1] !== VERSION) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const count = view.getUint16(4, true);
	const dimensions = view.getUint16(6, true);
	const end = HEADER + 5 * count;
	if (bytes.length !== end + dimensions) return undefined;
	const terms = new Int32Array(count);
	for (let i = 0; i < count; i++) terms[i] = view.getInt32(HEADER + 4 * i, true);
	const vector = dimensions > 0 ? new Int8Array(bytes.buffer, bytes.byteOffset + end, dimensions) : undefined;
	return {
		terms,
		counts: bytes.subarray(HEADER + 4 * count, end),
		words: view.getUint16(2, true),
		at: view.getFloat64(TIME, true),
		...(vector && { vector }),
	};
}

const asBytes = (vector: Int8Array): Uint8Array =>
	new Uint8Array(vector.buffer, vector.byteOffset, vector.length);
