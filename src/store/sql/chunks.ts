/** A statement for each of few sizes, not for every number of values: engines keep the statements that they know. */
const SIZES = [1, 4, 16, 64] as const;
const MAX_SIZE = 64;

/**
 * Splits values into lists that a statement can name one by one. The last value is repeated where a list would be too
 * short: for conditions, which do not mind.
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

/** Writes a statement once for each size of a list. */
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

/** As many of a text as there are values, with something between them. */
export const each = (values: readonly unknown[], text: string, between = ", "): string =>
	Array.from(values, () => text).join(between);
