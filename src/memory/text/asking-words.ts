import { readWords } from "./words.ts";

/**
 * English words about asking, not about the topic. Their other forms count too, because stems are compared.
 */
const WORDS = `tell list mention describe explain summary summarize remind recommend recommendation show help
	conversation chat discussion discuss session brought throughout order
	aspect different various item thing way
	lately recently currently total tip advice idea`;

let stems: ReadonlySet<number> | undefined;

/** Whether a term, given the hash of its stem, is about asking. */
export function isAsking(hash: number): boolean {
	if (!stems) {
		const found = new Set<number>();
		readWords(WORDS, (term) => found.add(term.hash | 0));
		stems = found;
	}
	return stems.has(hash | 0);
}
