import { readWords } from "./words.ts";

/** English words about the asking, not about the matter. Other forms of them count too: stems are compared. */
const WORDS = `tell list mention describe explain summary summarize remind recommend recommendation show help
	conversation chat discussion discuss session brought throughout order
	aspect different various item thing way
	lately recently currently total tip advice idea`;

let stems: ReadonlySet<number> | undefined;

/** Whether a term, by the hash of its stem, is about the asking. */
export function isAsking(hash: number): boolean {
	if (!stems) {
		const found = new Set<number>();
		readWords(WORDS, (term) => found.add(term.hash | 0));
		stems = found;
	}
	return stems.has(hash | 0);
}
