/** Longer words are not split. */
const LONGEST_WORD = 100;

/** The number of cached words. Beyond it, the cache starts again, which costs little. */
const MOST_REMEMBERED = 50_000;

const UNKNOWN = "[UNK]";
const CONTINUES = "##";

/**
 * The ids of the pieces of a word: the longest entry of the vocabulary that it begins with, then the same for
 * the rest.
 */
export type WordPieces = (word: string) => readonly number[];

/**
 * Reads a WordPiece vocabulary; the id of a token is its index. A word that cannot be split into known pieces
 * is `[UNK]`.
 */
export function openWordPieces(vocabulary: readonly string[]): WordPieces {
	const starts = new Map<string, number>();
	const rests = new Map<string, number>();
	let longest = 0;
	for (const [id, token] of vocabulary.entries()) {
		const rest = token.startsWith(CONTINUES) && token.length > CONTINUES.length;
		if (rest) rests.set(token.slice(CONTINUES.length), id);
		else starts.set(token, id);
		longest = Math.max(longest, token.length);
	}
	const unknown = starts.get(UNKNOWN);
	if (unknown === undefined) throw new Error(`the vocabulary has no ${UNKNOWN}`);
	const none = [unknown];

	const split = (word: string): readonly number[] => {
		if (word.length > LONGEST_WORD) return none;
		const ids: number[] = [];
		for (let start = 0; start < word.length; ) {
			const entries = start === 0 ? starts : rests;
			let end = Math.min(word.length, start + longest);
			let id: number | undefined;
			for (; end > start; end--) {
				id = entries.get(word.slice(start, end));
				if (id !== undefined) break;
			}
			if (id === undefined) return none;
			ids.push(id);
			start = end;
		}
		return ids;
	};

	const remembered = new Map<string, readonly number[]>();
	return (word) => {
		const known = remembered.get(word);
		if (known) return known;
		const ids = split(word);
		if (remembered.size >= MOST_REMEMBERED) remembered.clear();
		remembered.set(word, ids);
		return ids;
	};
}
