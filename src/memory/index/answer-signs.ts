import { FLAG } from "./analysed.ts";

/** Something in quotation marks: a title, or what someone said. Single marks need a capital, or every "don't" would do. */
const QUOTED = /["“«„][^"”»“\n]{2,80}["”»“]|(?<![\p{L}\d])['‘]\p{Lu}[^'’\n]{2,60}['’](?![\p{L}\d])/u;

const ANY_MARK = /["“«„'‘]/;

const CODE =
	/```|^[ \t]*(?:[{}[\]]|<\/?[a-z]|at \S+ ?\(|(?:import|const|let|def|class|function|SELECT|INSERT) \S)/m;

/** Behind these a capital begins the name of the one spoken to, who is not told about. */
const GREETINGS: ReadonlySet<string> = new Set(
	`hey hi hello thanks thank dear wow yeah yes no ok okay bye congrats congratulations cool great nice awesome sure sorry oh
	morning evening`.split(/\s+/),
);

/** What can be seen of a text as a whole. */
export function signsOf(text: string): number {
	// Most texts have no such mark, which shows at a glance.
	return (ANY_MARK.test(text) && QUOTED.test(text) ? FLAG.quote : 0) | (CODE.test(text) ? FLAG.code : 0);
}

/** Finds names in a text as its words are read: a capital inside a sentence, where nothing but a space stands before it. */
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

/** Of scripts that have capitals, the common ones: others have none inside a sentence either. */
const isCapital = (unit: number): boolean =>
	(unit >= 65 && unit <= 90) || (unit >= 0xc0 && unit <= 0xde) || (unit >= 0x391 && unit <= 0x42f);
