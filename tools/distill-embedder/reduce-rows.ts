import { principalAxes } from "./principal-axes.ts";

/**
 * Rows on the axes that keep most of them. Their mean is not taken off: what all tokens have in common holds the vector
 * of a text of few telling words near that of other such texts, and search is the better for it.
 */
export function reduceRows(rows: Float32Array, width: number, dimensions: number): Float32Array {
	const count = rows.length / width;
	const axes = principalAxes(products(rows, width), width).slice(0, dimensions);
	const reduced = new Float32Array(count * dimensions);
	for (let row = 0; row < count; row++) {
		for (const [d, axis] of axes.entries()) {
			let sum = 0;
			for (let i = 0; i < width; i++) sum += at(rows, row * width + i) * at(axis, i);
			reduced[row * dimensions + d] = sum;
		}
	}
	return reduced;
}

/** The sum over all rows of each column times each other. */
function products(rows: Float32Array, width: number): Float64Array {
	const matrix = new Float64Array(width * width);
	for (let start = 0; start < rows.length; start += width) {
		for (let i = 0; i < width; i++) {
			const value = at(rows, start + i);
			for (let j = i; j < width; j++) {
				matrix[i * width + j] = at(matrix, i * width + j) + value * at(rows, start + j);
			}
		}
	}
	for (let i = 0; i < width; i++) {
		for (let j = 0; j < i; j++) matrix[i * width + j] = at(matrix, j * width + i);
	}
	return matrix;
}

/** An element that is known to be there. */
const at = (values: Float64Array | Float32Array, index: number): number => values[index] as number;
