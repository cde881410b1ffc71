/** Endings of Russian and Ukrainian nouns and adjectives, longest first. */
const ENDINGS =
	"иями ями ами ого его ому ему ыми ими ией иям иях ой ей ый ий ая яя ое ее ые ие ую юю ом ем ам ям ах ях ов ев ії ію ия ию а я ы и і о е у ю ь й"
		.split(" ")
		.toSorted((a, b) => b.length - a.length);

/** As much of a word must stay, or it says nothing any more. */
const SHORTEST = 4;

/**
 * A folded Cyrillic word without its ending, so that the cases of a noun meet: "собака", "собаки" and "собакой" are one.
 * Light on purpose: verbs keep their forms.
 */
export function stemCyrillic(word: string): string {
	for (const ending of ENDINGS) {
		if (word.length - ending.length >= SHORTEST && word.endsWith(ending))
			return word.slice(0, -ending.length);
	}
	return word;
}
