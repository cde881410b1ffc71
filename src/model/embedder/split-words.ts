const ASCII = 128;

/** The kind of an ASCII character for splitting: 0 ends a word, 1 is part of one, 2 is a word by itself. */
const KIND: Uint8Array = Uint8Array.from({ length: ASCII }, (_, code) => {
	if (code <= 32 || code === 127) return 0;
	return /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 2;
});

const NOT_ASCII = /[^\p{ASCII}]/u;
const ACCENTS = /\p{Mn}/gu;
/** Control and invisible characters, which are dropped: a soft hyphen does not split a word. */
const INVISIBLE = /(?![\t\n\r])\p{C}|\ufffd/gu;
/**
 * Ideographs are words. So are other symbols: an emoji at the end of a word must not make the word unknown.
 */
const ALONE = /[\p{P}\p{S}\p{Unified_Ideograph}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu;
const WORD = /[^\s]+/gu;

/**
 * The words of a text as in BERT's uncased vocabulary: lower case, without accents; punctuation and
 * ideographs are separate words.
 */
export function splitWords(text: string): string[] {
	if (!NOT_ASCII.test(text)) return splitPlain(text.toLowerCase());
	if (IN_CONTEXT.test(text)) return splitUnicode(text);
	return splitPlain(text.replace(NOT_PLAIN, plainOf).toLowerCase());
}

/**
 * Characters that depend on their context: marks may change places, and a capital sigma depends on its
 * position.
 */
const IN_CONTEXT = /[\p{M}Σ]/u;
/** Everything except printable ASCII characters and white space. */
const NOT_PLAIN = /[^\t\n\r\x20-\x7e]/gu;

/** The result of `splitUnicode` for a character, with spaces around those that are words by themselves. */
const plains = new Map<string, string>();
const MOST_PLAINS = 20_000;

function plainOf(character: string): string {
	const known = plains.get(character);
	if (known !== undefined) return known;
	const plain = foldCharacters(character).replace(ALONE, " $& ").replaceAll(/\s/gu, " ");
	if (plains.size >= MOST_PLAINS) plains.clear();
	plains.set(character, plain);
	return plain;
}

const foldCharacters = (text: string): string =>
	text.replace(INVISIBLE, "").normalize("NFD").replace(ACCENTS, "").toLowerCase();

function splitPlain(text: string): string[] {
	const words: string[] = [];
	let start = -1;
	for (let i = 0; i < text.length; i++) {
		// Beyond ASCII, only letters are left.
		const kind = KIND[text.charCodeAt(i)] ?? 1;
		if (kind === 1) {
			if (start < 0) start = i;
			continue;
		}
		if (start >= 0) words.push(text.slice(start, i));
		start = -1;
		if (kind === 2) words.push(text.charAt(i));
	}
	if (start >= 0) words.push(text.slice(start));
	return words;
}

function splitUnicode(text: string): string[] {
	const words: string[] = [];
	for (const [chunk] of foldCharacters(text).replace(ALONE, " $& ").matchAll(WORD)) {
		words.push(chunk);
	}
	return words;
}
