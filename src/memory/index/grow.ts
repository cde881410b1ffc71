type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float32Array | Float64Array;

/** A copy of a typed array with space for `length` values; the array itself if it is long enough. */
export function withRoom<T extends Numbers>(array: T, length: number): T {
	if (array.length >= length) return array;
	const Kind = array.constructor as new (length: number) => T;
	const larger = new Kind(Math.max(length, Math.ceil(array.length * 1.5), 64));
	larger.set(array);
	return larger;
}
