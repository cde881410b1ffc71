import { loadKernel, type WasmMemory } from "./load-kernel.ts";

/** How many rows are multiplied per call; the products are written to a fixed place. */
export const CHUNK = 4_096;

/** Storage for the bytes of a matrix, and its product with a query. */
export interface RowStore {
	/**
	 * Makes space for at least this many rows; existing rows stay. False if that much memory is not available.
	 */
	reserve(rows: number): boolean;
	/** All bytes, row by row. Read it again after `reserve`. */
	readonly bytes: Int8Array;
	setQuery(query: Int8Array): void;
	/** The inner products of the query with `count` rows, at most CHUNK. Valid until the next call. */
	multiply(start: number, count: number): Int32Array;
}

/** Rows in a plain array, multiplied in JavaScript. */
export function plainRows(width: number): RowStore {
	let bytes = new Int8Array(0);
	let query: Int8Array = new Int8Array(width);
	const products = new Int32Array(CHUNK);
	return {
		get bytes() {
			return bytes;
		},
		reserve(rows) {
			if (bytes.length >= rows * width) return true;
			const larger = new Int8Array(Math.max(16, rows + (rows >> 1)) * width);
			larger.set(bytes);
			bytes = larger;
			return true;
		},
		setQuery(given) {
			query = given;
		},
		multiply(start, count) {
			let at = start * width;
			for (let row = 0; row < count; row++) {
				let even = 0;
				let odd = 0;
				for (let i = 0; i < width; i += 2) {
					even += (bytes[at] as number) * (query[i] as number);
					odd += (bytes[at + 1] as number) * (query[i + 1] as number);
					at += 2;
				}
				products[row] = even + odd;
			}
			return products;
		},
	};
}

const PAGE = 65_536;
/** One less than 32 bits can address: the end of the last row must be an address, too. */
const MOST_PAGES = 65_535;

/**
 * Rows in their own WebAssembly memory, multiplied 16 values at a time; undefined if that is not available.
 */
export function wasmRows(width: number): RowStore | undefined {
	// The query in 16 bits, the products of a chunk, then the rows.
	const queryBytes = 2 * width;
	const first = queryBytes + 4 * CHUNK;
	const kernel = loadKernel(Math.ceil(first / PAGE), MOST_PAGES);
	if (!kernel) return undefined;
	const { memory, multiply } = kernel;
	let views = viewsOf(memory, width, first);
	return {
		get bytes() {
			return views.bytes;
		},
		reserve(rows) {
			const missing = rows * width - views.bytes.length;
			if (missing <= 0) return true;
			// A quarter more: untouched pages cost nothing.
			const pages = Math.ceil((missing + (rows * width) / 4) / PAGE);
			try {
				memory.grow(Math.min(pages, MOST_PAGES - memory.buffer.byteLength / PAGE));
			} catch {
				return false;
			}
			views = viewsOf(memory, width, first);
			return views.bytes.length >= rows * width;
		},
		setQuery(query) {
			views.query.set(query);
		},
		multiply(start, count) {
			multiply(0, first + start * width, queryBytes, count, width);
			return views.products;
		},
	};
}

const viewsOf = (memory: WasmMemory, width: number, first: number) => ({
	query: new Int16Array(memory.buffer, 0, width),
	products: new Int32Array(memory.buffer, 2 * width, CHUNK),
	bytes: new Int8Array(memory.buffer, first),
});
