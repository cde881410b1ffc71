/** A vector in bytes: the real value is the byte times the scale. */
export interface QuantizedVector {
	values: Int8Array;
	scale: number;
}

/** The largest magnitude in a row. -128 is unused, so that every value has its opposite. */
const LARGEST = 127;

/**
 * Rounds a vector to bytes with one scale. For a vector of zeros, the scale is 0. To round many vectors, you
 * can reuse the same bytes.
 *
 * @throws RangeError for a value that is not finite.
 */
export function quantize(
	vector: Float32Array | Float64Array | readonly number[],
	values: Int8Array = new Int8Array(vector.length),
): QuantizedVector {
	let largest = 0;
	for (let i = 0; i < vector.length; i++) {
		const size = Math.abs(vector[i] as number);
		if (!(size < Number.POSITIVE_INFINITY)) throw new RangeError("a vector has a value that is not finite");
		if (size > largest) largest = size;
	}
	const up = LARGEST / largest;
	// All zeros, or values so small that they have no inverse.
	if (up === Number.POSITIVE_INFINITY) return { values: values.fill(0), scale: 0 };
	for (let i = 0; i < vector.length; i++) values[i] = Math.round((vector[i] as number) * up);
	return { values, scale: largest / LARGEST };
}

/** The inner product of two vectors of the same length. */
export function dot(a: QuantizedVector, b: QuantizedVector): number {
	if (a.values.length !== b.values.length) {
		throw new RangeError(`vectors with ${a.values.length} and ${b.values.length} dimensions have no product`);
	}
	let sum = 0;
	for (let i = 0; i < a.values.length; i++) sum += (a.values[i] as number) * (b.values[i] as number);
	return sum * a.scale * b.scale;
}
