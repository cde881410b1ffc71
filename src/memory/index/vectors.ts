import { CHUNK, plainRows, type RowStore, wasmRows } from "../../model/vector/row-store.ts";

/**
 * The vectors of a view, one row per document, as bytes. Rows are compared by cosine: only directions
 * count, so no scale is kept. The first vector sets the length of all vectors. A row with a vector of
 * another length counts as empty.
 */
export interface Vectors {
	/** 0 until the first vector is set. */
	readonly dimensions: number;
	readonly bytes: number;
	/** Allocates space in advance, so that `set` does not have to. */
	reserve(rows: number): void;
	/** Sets the vector of a row. Without a vector, the cosine of the row is 0. */
	set(row: number, vector: Int8Array | undefined): void;
	/** A copy of the vector of a row; undefined if it has none. */
	get(row: number): Int8Array | undefined;
	/**
	 * Sets the query vector that the rows are compared with. Returns false if no row can be compared with
	 * it.
	 */
	ask(vector: Int8Array): boolean;
	/** The cosine of the query vector and a row; 0 if the row has no vector. */
	cosine(row: number): number;
	/**
	 * The length of a sum of rows, each as a vector of length 1 times its share. Negative row numbers are
	 * skipped.
	 */
	lengthOfSum(rows: Int32Array, shares: readonly number[]): number;
	/** The cosines of the query vector and the first `rows` rows. Valid until the next call. */
	scan(rows: number): Float32Array;
}

/** Above this many rows, the rows move to a store that multiplies sixteen values at a time. */
const MANY_ROWS = 2_048;
/** How many values that store multiplies at a time. */
const STEP = 16;

export function createVectors(): Vectors {
	let dimensions = 0;
	let width = 0;
	let wanted = 0;
	let room = 0;
	let store: RowStore = plainRows(STEP);
	let fast = false;
	// 1 / length of each row; 0 for a row that has no vector.
	let inverse = new Float32Array(0);
	let question = new Int8Array(0);
	let inverseOfQuestion = 0;
	let cosines = new Float32Array(0);
	/**
	 * The products of the last scan, while they are valid. After a scan, most callers read some of the rows
	 * again.
	 */
	let scanned = new Int32Array(0);
	let scannedRows = 0;
	let sum = new Float32Array(0);

	const start = (length: number): void => {
		dimensions = length;
		width = Math.ceil(length / STEP) * STEP;
		store = plainRows(width);
	};

	/** Copies all rows into another store. Returns false if that store has too little space. */
	const moveTo = (next: RowStore | undefined, rows: number): boolean => {
		if (!next?.reserve(rows)) return false;
		next.bytes.set(store.bytes.subarray(0, room * width));
		store = next;
		return true;
	};

	const reserve = (rows: number): void => {
		wanted = Math.max(wanted, rows);
		if (dimensions === 0 || room >= wanted) return;
		const larger = wanted > 64 ? Math.ceil(wanted * 1.1) : 64;
		if (!fast && larger > MANY_ROWS) fast = moveTo(wasmRows(width), larger);
		if (!store.reserve(larger)) {
			moveTo(plainRows(width), larger);
			fast = false;
		}
		const lengths = new Float32Array(larger);
		lengths.set(inverse);
		inverse = lengths;
		room = larger;
	};

	return {
		get dimensions() {
			return dimensions;
		},
		get bytes() {
			return room * width + inverse.byteLength + cosines.byteLength + scanned.byteLength;
		},
		reserve,
		set(row, vector) {
			scannedRows = 0;
			if (vector === undefined || vector.length === 0) {
				if (row < room) inverse[row] = 0;
				return;
			}
			if (dimensions === 0) start(vector.length);
			reserve(row + 1);
			const fits = vector.length === dimensions;
			if (fits) store.bytes.set(vector, row * width);
			inverse[row] = fits ? inverseLength(vector) : 0;
		},
		get(row) {
			return inverse[row] ? store.bytes.slice(row * width, row * width + dimensions) : undefined;
		},
		ask(vector) {
			if (dimensions === 0 || vector.length !== dimensions) return false;
			if (question.length !== width) question = new Int8Array(width);
			question.set(vector);
			scannedRows = 0;
			store.setQuery(question);
			inverseOfQuestion = inverseLength(vector);
			return inverseOfQuestion > 0;
		},
		cosine(row) {
			const length = inverse[row] ?? 0;
			if (length === 0) return 0;
			const product = row < scannedRows ? scanned[row] : store.multiply(row, 1)[0];
			return (product as number) * length * inverseOfQuestion;
		},
		lengthOfSum(rows, shares) {
			if (sum.length !== dimensions) sum = new Float32Array(dimensions);
			sum.fill(0);
			const { bytes } = store;
			for (let i = 0; i < rows.length; i++) {
				const row = rows[i] as number;
				const share = row < 0 ? 0 : (shares[i] as number) * (inverse[row] ?? 0);
				if (share === 0) continue;
				const first = row * width;
				for (let d = 0; d < dimensions; d++)
					sum[d] = (sum[d] as number) + share * (bytes[first + d] as number);
			}
			let squares = 0;
			for (let d = 0; d < dimensions; d++) squares += (sum[d] as number) ** 2;
			return Math.sqrt(squares);
		},
		scan(rows) {
			if (cosines.length < rows) cosines = new Float32Array(Math.max(rows, room));
			if (scanned.length < rows) scanned = new Int32Array(Math.max(rows, room));
			const there = Math.min(rows, room);
			// Local names, because captured variables are looked up again at every step.
			const [into, lengths, own] = [cosines, inverse, inverseOfQuestion];
			for (let first = 0; first < there; first += CHUNK) {
				const count = Math.min(CHUNK, there - first);
				const products = store.multiply(first, count);
				scanned.set(products.subarray(0, count), first);
				for (let i = 0; i < count; i++) {
					into[first + i] = (products[i] as number) * (lengths[first + i] as number) * own;
				}
			}
			into.fill(0, there, rows);
			scannedRows = there;
			return into;
		},
	};
}

function inverseLength(vector: Int8Array): number {
	let sum = 0;
	for (const value of vector) sum += value * value;
	return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}
