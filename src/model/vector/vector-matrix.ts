import { quantize } from "./quantize.ts";
import { CHUNK, plainRows, type RowStore, wasmRows } from "./row-store.ts";

/** With fewer rows, the call into WebAssembly and its memory are not worth it. */
const FEW_ROWS = 4_096;
/** The number of values that the kernel processes at a time. */
const STEP = 16;

/**
 * Vectors in bytes, for exact search by cosine. Only the direction of a vector is kept, not its length. Rows
 * are numbered from 0 without gaps.
 */
export interface VectorMatrix {
	readonly dimensions: number;
	/** The number of rows. */
	readonly size: number;
	/** Adds a row and returns its number. */
	append(vector: Float32Array): number;
	set(row: number, vector: Float32Array): void;
	/** Removes a row. Unless it was the last, the last row moves to its place. */
	remove(row: number): void;
	/** A row as a vector of length 1. */
	read(row: number): Float32Array;
	/** The cosine of the query with each row; 0 if one of them is all zeros. */
	scan(query: Float32Array): Float32Array;
}

/** An empty matrix. `kernel: "js"` keeps it in plain arrays, whatever its size. */
export function vectorMatrix(
	dimensions: number,
	{ kernel = "auto" }: { kernel?: "auto" | "js" | "wasm" } = {},
): VectorMatrix {
	if (!Number.isSafeInteger(dimensions) || dimensions < 1) {
		throw new RangeError(`a matrix needs at least one dimension, not ${dimensions}`);
	}
	const width = Math.ceil(dimensions / STEP) * STEP;
	/** A vector that is being added. Bytes beyond its dimensions stay 0. */
	const bytes = new Int8Array(width);
	const rounded = bytes.subarray(0, dimensions);
	let scales = new Float32Array(0);
	let size = 0;
	let mayMove = kernel !== "js";
	let store: RowStore = plainRows(width);
	if (kernel === "wasm") move();

	/** Copies all rows into WebAssembly, if available. */
	function move(): void {
		mayMove = false;
		const next = wasmRows(width);
		if (!next?.reserve(size)) return;
		next.bytes.set(store.bytes.subarray(0, size * width));
		store = next;
	}

	function reserve(rows: number): void {
		if (mayMove && rows > FEW_ROWS) move();
		if (!store.reserve(rows)) {
			const plain = plainRows(width);
			plain.reserve(rows);
			plain.bytes.set(store.bytes.subarray(0, size * width));
			store = plain;
		}
		if (scales.length >= rows) return;
		const larger = new Float32Array(rows + (rows >> 1) + 16);
		larger.set(scales);
		scales = larger;
	}

	function check(row: number): void {
		if (!(Number.isSafeInteger(row) && row >= 0 && row < size)) {
			throw new RangeError(`row ${row} does not exist; there are ${size} rows`);
		}
	}

	/** Writes a vector to `bytes` and returns the factor that gives it length 1. */
	function round(vector: Float32Array): number {
		if (vector.length !== dimensions) {
			throw new RangeError(`a vector has ${vector.length} dimensions, but the matrix has ${dimensions}`);
		}
		quantize(vector, rounded);
		let squares = 0;
		for (let i = 0; i < width; i++) squares += (bytes[i] as number) * (bytes[i] as number);
		return squares === 0 ? 0 : 1 / Math.sqrt(squares);
	}

	function write(row: number, scale: number): void {
		store.bytes.set(bytes, row * width);
		scales[row] = scale;
	}

	return {
		dimensions,
		get size() {
			return size;
		},
		append(vector) {
			const scale = round(vector);
			reserve(size + 1);
			write(size, scale);
			return size++;
		},
		set(row, vector) {
			check(row);
			write(row, round(vector));
		},
		remove(row) {
			check(row);
			size--;
			store.bytes.copyWithin(row * width, size * width, (size + 1) * width);
			scales[row] = scales[size] as number;
		},
		read(row) {
			check(row);
			const values = store.bytes.subarray(row * width, row * width + dimensions);
			return Float32Array.from(values, (value) => value * (scales[row] as number));
		},
		scan(vector) {
			const scale = round(vector);
			store.setQuery(bytes);
			const scores = new Float32Array(size);
			for (let start = 0; start < size; start += CHUNK) {
				const end = Math.min(size, start + CHUNK);
				const products = store.multiply(start, end - start);
				for (let row = start; row < end; row++) {
					scores[row] = (products[row - start] as number) * (scales[row] as number) * scale;
				}
			}
			return scores;
		},
	};
}
