/**
 * A function of a string with a bounded memory of its answers, for work that sees few strings often. Answers live in two
 * generations: when the young one is full it becomes the old one and the old one is dropped, so that what is in use
 * stays and nothing has to be counted.
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

/** A part of a text shares the memory of the whole one: a key that is kept, or an answer made of it, must not keep that. */
function copyOf(key: string): string {
	// Shorter parts are copies already.
	return key.length < 13 ? key : Array.from({ length: key.length }, (_, i) => key[i]).join("");
}
