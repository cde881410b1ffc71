/** A few statement sizes, not one for every number of values: databases cache prepared statements. */
const SIZES = [1, 4, 16, 64] as const;
const MAX_SIZE = 64;

/**
 * Splits values into lists that fit a statement. A list that would be too short repeats the last value, which
 * does not matter in conditions.
 */
export function toChunks<T>(values: readonly T[]): T[][] {
	const chunks: T[][] = [];
	for (let from = 0; from < values.length; from += MAX_SIZE) {
		const chunk = values.slice(from, from + MAX_SIZE);
		const size = SIZES.find((size) => size >= chunk.length) ?? MAX_SIZE;
		while (chunk.length < size) chunk.push(chunk[chunk.length - 1] as T);
		chunks.push(chunk);
	}
	return chunks;
}

/** Creates a statement for each list size. */
export function bySize(
	write: (values: readonly unknown[]) => string,
): (values: readonly unknown[]) => string {
	const texts = new Map<number, string>();
	return (values) => {
		const known = texts.get(values.length);
		if (known !== undefined) return known;
		const text = write(values);
		texts.set(values.length, text);
		return text;
	};
}

/** Repeats a text for each value, with a separator. */
export const each = (values: readonly unknown[], text: string, between = ", "): string =>
	Array.from(values, () => text).join(between);
