/** Words that say nothing about the subject of a sentence. */
const EMPTY = new Set(
	`a about again all also am an and any are as at be been but by can could did do does for from get give had has have
	he her hers him his how i if in into is it its just know let many may me mine much my no not now of off ok okay on one or our out please
	remember said say shall she should so some tell than that the their them then there these they this those to told too up us use
	using very want was we were what whats when where which who whom whose why will with would you your yours
	hello hi hey thanks thank yes`.split(/\s+/),
);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The subject words of a text, normalized so that `orders` and `order`, `colour` and `color` are equal. */
export function meaningfulWords(text: string): Set<string> {
	const words = new Set<string>();
	for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’@._-]*/gu)) {
		if (CJK.test(word)) for (const pair of pairsOf(word)) words.add(pair);
		else addWord(words, word);
	}
	return words;
}

function addWord(words: Set<string>, word: string): void {
	const plain = word.replace(/['’]s$/, "").replace(/[^\p{L}\p{N}]+$/u, "");
	if (plain === "" || EMPTY.has(plain.replace(/['’]/g, ""))) return;
	words.add(stem(plain));
	// `order_status` and `A-1` are also found by their parts.
	if (!/[_.-]/.test(plain)) return;
	for (const part of plain.split(/[_.-]+/)) if (part.length > 1 && !EMPTY.has(part)) words.add(stem(part));
}

/** Scripts without spaces are compared by pairs of characters. */
function pairsOf(word: string): string[] {
	const characters = [...word];
	if (characters.length === 1) return characters;
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Coarse, and the same on both sides of a comparison. */
function stem(word: string): string {
	if (word.length <= 3 || /[^a-z]/.test(word)) return word;
	return word
		.replace(/our/, "or")
		.replace(/ies$/, "y")
		.replace(/(.{3})(?:ing|ed)$/, "$1")
		.replace(/([^s])s$/, "$1")
		.replace(/(.{2})e$/, "$1");
}

export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	let shared = 0;
	for (const word of a) if (b.has(word)) shared++;
	return shared;
}

/** The words of a tool's name, for `orderStatus` and `order_status` alike. */
export function wordsOfName(name: string): Set<string> {
	return meaningfulWords(name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " "));
}
