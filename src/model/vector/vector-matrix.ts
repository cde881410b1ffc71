import { quantize } from "./quantize.ts";
import { CHUNK, plainRows, type RowStore, wasmRows } from "./row-store.ts";

/** Below it the call into WebAssembly, and a memory of its own, are not worth it. */
const FEW_ROWS = 4_096;
/** What the kernel takes at a time. */
const STEP = 16;

/**
 * Vectors in bytes, for exact search by cosine. Of a vector its direction is kept, not its length. Rows are numbered from
 * 0 without gaps.
 */
export interface VectorMatrix {
	readonly dimensions: number;
	/** How many rows there are. */
	readonly size: number;
	/** Adds a row; gives its number. */
	append(vector: Float32Array): number;
	set(row: number, vector: Float32Array): void;
	/** Takes a row out. The last row moves to its place, if it was not the last itself. */
	remove(row: number): void;
	/** A row as a vector of length 1. */
	read(row: number): Float32Array;
	/** The cosine of the query with each row; 0 where one of them is all zeros. */
	scan(query: Float32Array): Float32Array;
}

/** An empty matrix. `kernel: "js"` keeps it in plain arrays whatever its size. */
export function vectorMatrix(
	dimensions: number,
	{ kernel = "auto" }: { kernel?: "auto" | "js" | "wasm" } = {},
): VectorMatrix {
	if (!Number.isSafeInteger(dimensions) || dimensions < 1) {
		throw new RangeError(`a matrix needs at least one dimension, not ${dimensions}`);
	}
	const width = Math.ceil(dimensions / STEP) * STEP;
	/** A vector on its way in. What is past its dimensions stays 0. */
	const bytes = new Int8Array(width);
	const rounded = bytes.subarray(0, dimensions);
	let scales = new Float32Array(0);
	let size = 0;
	let mayMove = kernel !== "js";
	let store: RowStore = plainRows(width);
	if (kernel === "wasm") move();

	/** Copies all rows into WebAssembly, if that can be had. */
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
			throw new RangeError(`there is no row ${row} of ${size}`);
		}
	}

	/** Puts a vector into `bytes`, and gives what makes it one of length 1. */
	function round(vector: Float32Array): number {
		if (vector.length !== dimensions) {
			throw new RangeError(`a vector has ${vector.length} dimensions, the matrix ${dimensions}`);
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
