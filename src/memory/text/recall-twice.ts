/**
 * Caches the results of a function of a string, with a bounded size, for work that sees few strings often.
 * Results are in two generations. When the young one is full, it becomes the old one, and the old one is
 * dropped. So results in use stay, and nothing has to be counted.
 */
export function recallTwice<T extends string | object>(
	answer: (key: string) => T,
	generation = 20_000,
): (key: string) => T {
	let young = new Map<string, T>();
	let old = new Map<string, T>();
	return (key) => {
		const known = young.get(key);
		if (known !== undefined) return known;
		const kept = copyOf(key);
		const found = old.get(kept) ?? answer(kept);
		if (young.size >= generation) {
			old = young;
			young = new Map();
		}
		young.set(kept, found);
		return found;
	};
}

/**
 * A substring shares the memory of the whole string. A cached key, or a result that contains it, must not
 * keep the whole string in memory.
 */
function copyOf(key: string): string {
	// Shorter substrings are copies already.
	return key.length < 13 ? key : Array.from({ length: key.length }, (_, i) => key[i]).join("");
}
