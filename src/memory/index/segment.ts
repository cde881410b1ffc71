import { type Entry, SPEAKER_KINDS } from "./analysed.ts";

/*
 * A segment is a list of entries, packed for storage. Numbers are little endian. The columns follow one
 * another, and each starts at a multiple of 8 bytes:
 *
 *   header   magic u32 · version u16 · dimensions u16 · entries u32 · terms u32 · speakers u32 · name words u32 · check u32 · 0 u32
 *   at f64[] · offset u32[] · speaker u32[] · term count u16[] · words u16[] · flags u16[] · you u8[] · temporal u8[] · kind u8[]
 *   terms i32[] · counts u8[] · speaker hashes i32[] · words per speaker u8[] · name words i32[] · has vector u8[] · vectors i8[]
 *
 * A segment can always be rebuilt from the texts, so a reader that finds an error returns undefined.
 */
const MAGIC = 0x58494648;
/** Raise it whenever the layout or the results of the analysis change. Older segments are then rebuilt. */
export const SEGMENT_VERSION = 5;
const HEADER = 40;
const CHECK_WORD = 6;

/**
 * Packs entries. All vectors of a segment have the same length: entries with a shorter vector than others
 * lose it.
 */
export function encodeSegment(entries: readonly Entry[]): Uint8Array {
	const speakers = new Map<number, { number: number; names: Int32Array }>();
	let terms = 0;
	let nameWords = 0;
	let dimensions = 0;
	for (const entry of entries) {
		terms += entry.terms.length;
		dimensions = Math.max(dimensions, entry.vector?.length ?? 0);
		if (speakers.has(entry.speaker)) continue;
		speakers.set(entry.speaker, { number: speakers.size, names: entry.names });
		nameWords += Math.min(entry.names.length, 255);
	}
	const layout = layOut({ dimensions, entries: entries.length, terms, speakers: speakers.size, nameWords });
	const columns = open(new ArrayBuffer(layout.bytes), layout);

	let term = 0;
	entries.forEach((entry, i) => {
		columns.at[i] = entry.at;
		columns.offset[i] = entry.offset;
		columns.speaker[i] = speakers.get(entry.speaker)?.number ?? 0;
		columns.termCount[i] = entry.terms.length;
		columns.words[i] = entry.words;
		columns.flags[i] = entry.flags;
		columns.you[i] = entry.you;
		columns.temporal[i] = entry.temporal;
		columns.kind[i] = SPEAKER_KINDS.indexOf(entry.kind);
		columns.terms.set(entry.terms, term);
		columns.counts.set(entry.counts, term);
		term += entry.terms.length;
		if (dimensions > 0 && entry.vector?.length === dimensions) {
			columns.hasVector[i] = 1;
			columns.vectors.set(entry.vector, i * dimensions);
		}
	});
	let word = 0;
	for (const [hash, { number, names }] of speakers) {
		const kept = names.subarray(0, 255);
		columns.speakerHash[number] = hash;
		columns.speakerWords[number] = kept.length;
		columns.nameWords.set(kept, word);
		word += kept.length;
	}

	const { header, bytes } = columns;
	header.setUint32(0, MAGIC, true);
	header.setUint16(4, SEGMENT_VERSION, true);
	header.setUint16(6, dimensions, true);
	[entries.length, terms, speakers.size, nameWords].forEach((count, i) => {
		header.setUint32(8 + 4 * i, count, true);
	});
	header.setUint32(24, checkOf(bytes), true);
	return bytes;
}

/**
 * Unpacks a segment. Returns undefined if it is damaged or from another version; the caller then rebuilds
 * it.
 */
export function decodeSegment(stored: Uint8Array): Entry[] | undefined {
	if (stored.length < HEADER) return undefined;
	// The copy is aligned, whatever the store returned. The entries are views into it.
	const buffer = stored.slice().buffer;
	const header = new DataView(buffer);
	if (header.getUint32(0, true) !== MAGIC || header.getUint16(4, true) !== SEGMENT_VERSION) return undefined;
	const layout = layOut({
		dimensions: header.getUint16(6, true),
		entries: header.getUint32(8, true),
		terms: header.getUint32(12, true),
		speakers: header.getUint32(16, true),
		nameWords: header.getUint32(20, true),
	});
	if (layout.bytes !== stored.length) return undefined;
	const columns = open(buffer, layout);
	if (header.getUint32(24, true) !== checkOf(columns.bytes)) return undefined;
	return readEntries(columns, layout);
}

function readEntries(columns: Columns, { entries, dimensions, ...totals }: Layout): Entry[] | undefined {
	const names: Int32Array[] = [];
	let word = 0;
	for (const count of columns.speakerWords) {
		names.push(columns.nameWords.subarray(word, word + count));
		word += count;
	}
	const read: Entry[] = [];
	let term = 0;
	for (let i = 0; i < entries; i++) {
		const end = term + (columns.termCount[i] as number);
		const speaker = columns.speaker[i] as number;
		const kind = SPEAKER_KINDS[columns.kind[i] as number];
		const called = names[speaker];
		if (kind === undefined || called === undefined || end > totals.terms) return undefined;
		const entry: Entry = {
			offset: columns.offset[i] as number,
			at: columns.at[i] as number,
			terms: columns.terms.subarray(term, end),
			counts: columns.counts.subarray(term, end),
			words: columns.words[i] as number,
			flags: columns.flags[i] as number,
			you: columns.you[i] as number,
			temporal: columns.temporal[i] as number,
			kind,
			speaker: columns.speakerHash[speaker] as number,
			names: called,
		};
		if (columns.hasVector[i] === 1) {
			entry.vector = columns.vectors.subarray(i * dimensions, (i + 1) * dimensions);
		}
		read.push(entry);
		term = end;
	}
	return term === totals.terms && word === totals.nameWords ? read : undefined;
}

interface Totals {
	dimensions: number;
	entries: number;
	terms: number;
	speakers: number;
	nameWords: number;
}

interface Layout extends Totals {
	starts: number[];
	bytes: number;
}

/** Where each column starts. The order here and in `open` defines the format. */
function layOut(totals: Totals): Layout {
	const { dimensions, entries, terms, speakers, nameWords } = totals;
	const sizes = [
		8 * entries,
		4 * entries,
		4 * entries,
		2 * entries,
		2 * entries,
		2 * entries,
		entries,
		entries,
		entries,
		4 * terms,
		terms,
		4 * speakers,
		speakers,
		4 * nameWords,
		entries,
		entries * dimensions,
	];
	const starts: number[] = [];
	let bytes = HEADER;
	for (const size of sizes) {
		starts.push(bytes);
		bytes += 8 * Math.ceil(size / 8);
	}
	return { ...totals, starts, bytes };
}

type Columns = ReturnType<typeof open>;

function open(buffer: ArrayBuffer, { starts, entries, terms, speakers, nameWords, dimensions }: Layout) {
	let column = 0;
	const next = (): number => starts[column++] as number;
	return {
		header: new DataView(buffer, 0, HEADER),
		bytes: new Uint8Array(buffer),
		at: new Float64Array(buffer, next(), entries),
		offset: new Uint32Array(buffer, next(), entries),
		speaker: new Uint32Array(buffer, next(), entries),
		termCount: new Uint16Array(buffer, next(), entries),
		words: new Uint16Array(buffer, next(), entries),
		flags: new Uint16Array(buffer, next(), entries),
		you: new Uint8Array(buffer, next(), entries),
		temporal: new Uint8Array(buffer, next(), entries),
		kind: new Uint8Array(buffer, next(), entries),
		terms: new Int32Array(buffer, next(), terms),
		counts: new Uint8Array(buffer, next(), terms),
		speakerHash: new Int32Array(buffer, next(), speakers),
		speakerWords: new Uint8Array(buffer, next(), speakers),
		nameWords: new Int32Array(buffer, next(), nameWords),
		hasVector: new Uint8Array(buffer, next(), entries),
		vectors: new Int8Array(buffer, next(), entries * dimensions),
	};
}

/** A checksum of everything after the header, against damage, not against manipulation. */
function checkOf(bytes: Uint8Array): number {
	const words = new Int32Array(bytes.buffer, 0, bytes.length >> 2);
	let sum = bytes.length;
	for (let i = 0; i < words.length; i++) {
		// The checksum itself, and the unused word after it.
		if (i < CHECK_WORD || i >= HEADER / 4) sum = (Math.imul(sum, 31) + (words[i] as number)) | 0;
	}
	return sum >>> 0;
}
