import { principalAxes } from "./principal-axes.ts";

/** Rows without their mean, on the axes on which they differ most. */
export function reduceRows(rows: Float32Array, width: number, dimensions: number): Float32Array {
	const count = rows.length / width;
	const mean = new Float64Array(width);
	for (let i = 0; i < rows.length; i++) mean[i % width] = at(mean, i % width) + at(rows, i) / count;
	const centred = Float64Array.from(rows, (value, i) => value - at(mean, i % width));
	const axes = principalAxes(covariance(centred, width), width).slice(0, dimensions);
	const reduced = new Float32Array(count * dimensions);
	for (let row = 0; row < count; row++) {
		for (const [d, axis] of axes.entries()) {
			let sum = 0;
			for (let i = 0; i < width; i++) sum += at(centred, row * width + i) * at(axis, i);
			reduced[row * dimensions + d] = sum;
		}
	}
	return reduced;
}

function covariance(centred: Float64Array, width: number): Float64Array {
	const matrix = new Float64Array(width * width);
	for (let start = 0; start < centred.length; start += width) {
		for (let i = 0; i < width; i++) {
			const value = at(centred, start + i);
			for (let j = i; j < width; j++) {
				matrix[i * width + j] = at(matrix, i * width + j) + value * at(centred, start + j);
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
