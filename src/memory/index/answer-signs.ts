import { FLAG } from "./analysed.ts";

/**
 * Text in quotation marks: a title, or what someone said. After a single mark, a capital is required;
 * otherwise every "don't" would match.
 */
const QUOTED = /["“«„][^"”»“\n]{2,80}["”»“]|(?<![\p{L}\d])['‘]\p{Lu}[^'’\n]{2,60}['’](?![\p{L}\d])/u;

const ANY_MARK = /["“«„'‘]/;

const CODE =
	/```|^[ \t]*(?:[{}[\]]|<\/?[a-z]|at \S+ ?\(|(?:import|const|let|def|class|function|SELECT|INSERT) \S)/m;

/**
 * After these words, a capital starts the name of the person addressed. The text is not about that person.
 */
const GREETINGS: ReadonlySet<string> = new Set(
	`hey hi hello thanks thank dear wow yeah yes no ok okay bye congrats congratulations cool great nice awesome sure sorry oh
	morning evening`.split(/\s+/),
);

/** The flags that depend on the text as a whole. */
export function signsOf(text: string): number {
	// The first test is cheap: most texts have no such mark.
	return (ANY_MARK.test(text) && QUOTED.test(text) ? FLAG.quote : 0) | (CODE.test(text) ? FLAG.code : 0);
}

/**
 * Finds names in a text while its words are read: a capital inside a sentence, with only one space before
 * it.
 */
export function nameFinder(text: string): (word: string, start: number, end: number) => boolean {
	let before = "";
	let ended = -1;
	return (word, start, end) => {
		const follows = ended >= 0 && start === ended + 1 && text[ended] === " ";
		const isName =
			follows &&
			isCapital(text.charCodeAt(start)) &&
			word !== "i" &&
			text[end] !== "!" &&
			!GREETINGS.has(before);
		before = word;
		ended = end;
		return isName;
	};
}

/**
 * The capitals of the common scripts that have them. The last range also contains the small Greek letters.
 */
const isCapital = (unit: number): boolean =>
	(unit >= 65 && unit <= 90) || (unit >= 0xc0 && unit <= 0xde) || (unit >= 0x391 && unit <= 0x42f);
