/** Endings of Russian and Ukrainian nouns and adjectives, longest first. */
const ENDINGS =
	"иями ями ами ого его ому ему ыми ими ией иям иях ой ей ый ий ая яя ое ее ые ие ую юю ом ем ам ям ах ях ов ев ії ію ия ию а я ы и і о е у ю ь й"
		.split(" ")
		.toSorted((a, b) => b.length - a.length);

/** How many letters of a word must stay. A shorter stem would say nothing. */
const SHORTEST = 4;

/**
 * A folded Cyrillic word without its ending, so that all cases of a noun have the same stem, for example
 * "собака", "собаки" and "собакой". The stemmer is light on purpose: verbs keep their forms.
 */
export function stemCyrillic(word: string): string {
	for (const ending of ENDINGS) {
		if (word.length - ending.length >= SHORTEST && word.endsWith(ending))
			return word.slice(0, -ending.length);
	}
	return word;
}
