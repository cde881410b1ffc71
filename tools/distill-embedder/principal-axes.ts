const LARGEST_SWEEPS = 30;

/**
 * The eigenvectors of a symmetric matrix, largest eigenvalue first, each a row; by Jacobi's method, which turns one pair
 * of axes at a time until nothing is left off the diagonal. The matrix is used up.
 */
export function principalAxes(matrix: Float64Array, size: number): Float64Array[] {
	const axes = new Float64Array(size * size);
	for (let i = 0; i < size; i++) axes[i * size + i] = 1;
	const trace = diagonal(matrix, size).reduce((sum, value) => sum + value, 0);
	for (let sweep = 0; sweep < LARGEST_SWEEPS; sweep++) {
		if (largestOffDiagonal(matrix, size) <= trace * 1e-15) break;
		for (let p = 0; p < size; p++) {
			for (let q = p + 1; q < size; q++) turn(matrix, axes, size, p, q);
		}
	}
	const values = diagonal(matrix, size);
	return values
		.map((_, i) => i)
		.sort((a, b) => at(values, b) - at(values, a))
		.map((i) => pointForward(axes.slice(i * size, (i + 1) * size)));
}

/** Turns the axes p and q so that the element where they meet becomes 0. */
function turn(matrix: Float64Array, axes: Float64Array, size: number, p: number, q: number): void {
	const meet = at(matrix, p * size + q);
	if (meet === 0) return;
	const theta = (at(matrix, q * size + q) - at(matrix, p * size + p)) / (2 * meet);
	const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
	const cosine = 1 / Math.sqrt(tangent * tangent + 1);
	const sine = tangent * cosine;
	const rotate = (values: Float64Array, a: number, b: number): void => {
		const [x, y] = [at(values, a), at(values, b)];
		values[a] = cosine * x - sine * y;
		values[b] = sine * x + cosine * y;
	};
	for (let i = 0; i < size; i++) rotate(matrix, i * size + p, i * size + q);
	for (let i = 0; i < size; i++) rotate(matrix, p * size + i, q * size + i);
	for (let i = 0; i < size; i++) rotate(axes, p * size + i, q * size + i);
}

const diagonal = (matrix: Float64Array, size: number): number[] =>
	Array.from({ length: size }, (_, i) => at(matrix, i * size + i));

function largestOffDiagonal(matrix: Float64Array, size: number): number {
	let largest = 0;
	for (let i = 0; i < size; i++) {
		for (let j = i + 1; j < size; j++) largest = Math.max(largest, Math.abs(at(matrix, i * size + j)));
	}
	return largest;
}

/** An axis has two directions; the one with its largest component positive is taken, so that every run gives the same. */
function pointForward(axis: Float64Array): Float64Array {
	const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
	return largest < 0 ? axis.map((value) => -value) : axis;
}

/** An element that is known to be there. */
const at = (values: ArrayLike<number>, index: number): number => values[index] as number;
