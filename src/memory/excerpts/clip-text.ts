import { readWords } from "../text/words.ts";

/** Ends of sentences and lines, in most scripts. */
const BREAK = /(?<=[.!?。！？…])\s+|\n+/u;

/** White space at the start or end, several spaces in a row, or white space other than plain spaces. */
const SPACED = /^\s|\s$|[^\S\n]{2}|[^\S\n ]/;

interface Piece {
	text: string;
	shared: number;
}

/**
 * The part of a text, at most about `longest` characters, that shares most words with a query. "…" marks
 * omitted text. Short texts stay whole.
 */
export function clipText(text: string, terms: ReadonlySet<number>, longest: number): string {
	const isPlain = !SPACED.test(text);
	if (isPlain && text.length <= longest) return text;
	const plain = isPlain ? text : text.replaceAll(/[^\S\n]+/g, " ").trim();
	if (plain.length <= longest) return plain;
	const pieces = plain
		.split(BREAK)
		.filter((piece) => piece.trim() !== "")
		.flatMap((piece) => inChunks(piece.trim(), longest))
		.map((piece): Piece => ({ text: piece, shared: sharedWith(piece, terms) }));
	let [from, to] = [bestOf(pieces), bestOf(pieces)];
	let length = pieces[from]?.text.length ?? 0;
	// Grows to the side that shares more words. If both share the same, the text that follows comes first:
	// it explains more often.
	for (;;) {
		const before = pieces[from - 1];
		const after = pieces[to + 1];
		const fits = (piece: Piece | undefined): piece is Piece =>
			piece !== undefined && length + 1 + piece.text.length <= longest;
		if (fits(after) && (!fits(before) || after.shared >= before.shared)) to += 1;
		else if (fits(before)) from -= 1;
		else break;
		length = pieces.slice(from, to + 1).reduce((sum, piece) => sum + piece.text.length + 1, -1);
	}
	const kept = pieces.slice(from, to + 1).map((piece) => piece.text);
	return `${from > 0 ? "… " : ""}${kept.join(" ")}${to < pieces.length - 1 ? " …" : ""}`;
}

function inChunks(piece: string, longest: number): string[] {
	if (piece.length <= longest) return [piece];
	const chunks: string[] = [];
	for (let at = 0; at < piece.length; ) {
		const space = piece.lastIndexOf(" ", at + longest);
		const end = at + longest >= piece.length ? piece.length : space > at + longest / 2 ? space : at + longest;
		chunks.push(piece.slice(at, end).toWellFormed());
		at = end + (piece[end] === " " ? 1 : 0);
	}
	return chunks;
}

function sharedWith(text: string, terms: ReadonlySet<number>): number {
	const found = new Set<number>();
	readWords(text, ({ hash }) => {
		if (terms.has(hash | 0)) found.add(hash | 0);
	});
	return found.size;
}

/** The first of the pieces that share most words. */
function bestOf(pieces: readonly Piece[]): number {
	let best = 0;
	pieces.forEach(({ shared }, i) => {
		if (shared > (pieces[best]?.shared ?? 0)) best = i;
	});
	return best;
}
