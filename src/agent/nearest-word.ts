/** Ignores differences in style: `output_key`, `OutputKey`. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[_-]/g, "");

/** The number of letters to change, insert, delete or swap with their neighbour. */
function distance(a: string, b: string): number {
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const swapped = isSwap ? (before[j - 2] as number) + 1 : changed;
			next.push(Math.min(changed, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		before = row;
		row = next;
	}
	return row[b.length] as number;
}

/** The known word that was probably meant. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
	// A word that long is not a typo, and comparing it would take long.
	if (word.length > 64) return undefined;
	const meant = plain(word);
	const ranked = known
		.map((candidate) => ({ candidate, off: distance(meant, plain(candidate)) }))
		.sort((a, b) => a.off - b.off);
	const best = ranked[0];
	return best && best.off <= Math.max(1, Math.floor(meant.length / 3)) ? best.candidate : undefined;
}
