import { FIRST_PERSON, FIRST_POSSESSIVE, THIRD_PERSON, THIRD_POSSESSIVE } from "./lexicon/function-words.ts";
import { MONTHS, NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS } from "./lexicon/numbers.ts";
import { type Piece, splitPieces } from "./split-pieces.ts";
import type { Item, Kind } from "./statement.ts";
import { undoInflection } from "./undo-inflection.ts";

const ARTICLES = new Set(["a", "an", "the"]);
const PER = new Set(["day", "week", "month", "year", "hour", "night"]);
const BEFORE_NOUN = new Set([
	"for",
	"in",
	"is",
	"was",
	"are",
	"has",
	"have",
	"had",
	"likes",
	"works",
	"not",
	"as",
]);
/** Before "May" and "March": they are months here, not a verb. */
const BEFORE_MONTH = new Set([
	"in",
	"on",
	"since",
	"until",
	"last",
	"next",
	"by",
	"of",
	"this",
	"during",
	"every",
	"from",
	"to",
]);

/** "left" is a side before these, otherwise somebody left. */
const SIDED = new Set([
	"leg",
	"arm",
	"hand",
	"foot",
	"knee",
	"shoulder",
	"ear",
	"eye",
	"side",
	"ankle",
	"wrist",
	"elbow",
	"hip",
]);
const LEFT = { key: "leave", past: true, ongoing: false };

const item = (word: string, key = word, kind: Kind = "word"): Item => {
	return { word, key, kind, past: false, ongoing: false, head: false };
};

/** The words of a statement in plain form: who "I" and "his" are, which number is a day, which word a month. */
export function readItems(text: string): Item[] {
	const items: Item[] = [];
	const pieces = splitPieces(text);
	pieces.forEach((piece, at) => {
		for (const read of readPiece(piece, at, pieces, items)) items.push(read);
	});
	return items;
}

function readPiece(piece: Piece, at: number, pieces: Piece[], before: Item[]): Item[] {
	const word = respell(piece.word);
	const next = pieces[at + 1]?.word ?? "";
	const previous = pieces[at - 1]?.word ?? "";
	if (piece.kind !== "word") return [readValue(piece, pieces, at)];
	// "The Matrix" loses its article like any other word.
	if (word === "the") return [];
	if (!piece.name) {
		if (ARTICLES.has(word)) {
			// "three times a week", but "a week ago", "for a week" and "is a night owl".
			const led = BEFORE_NOUN.has(previous);
			const rate = PER.has(next) && !led && before.length > 0;
			return rate && pieces[at + 2]?.word !== "ago" ? [item("per")] : [];
		}
		const pronoun = readPronoun(word, next, before);
		if (pronoun !== undefined) return pronoun;
		const digits = NUMBER_WORDS.get(word);
		if (digits !== undefined) return [item(word, joinTens(digits, previous, before), "number")];
		const decade = word.endsWith("ties") ? NUMBER_WORDS.get(`${word.slice(0, -3)}y`) : undefined;
		if (decade !== undefined) return [item(word, `${decade}s`, "code")];
		const place = ORDINAL_WORDS.get(word);
		if (place !== undefined && next !== "name" && (word !== "second" || before.at(-1)?.kind !== "number"))
			return [item(word, place, "ordinal")];
	}
	const month = readMonth(piece, at, pieces);
	if (month !== undefined) return [item(word, month, "month")];
	const day = WEEKDAYS.has(word)
		? word
		: word.endsWith("s") && WEEKDAYS.has(word.slice(0, -1))
			? word.slice(0, -1)
			: "";
	if (day !== "") {
		const often = day !== word || previous === "every" || previous === "each";
		if (often && day === word) before.pop();
		return [item(word, often ? `every-${day}` : day, "weekday")];
	}
	if (piece.name && !SHORT_WORDS.has(word))
		return word === "user" ? [item("user")] : [item(word, word, "name")];
	const plain = word === "left" && !SIDED.has(next) ? LEFT : undoInflection(word);
	return [{ ...item(word, plain.key), past: plain.past, ongoing: plain.ongoing, head: piece.head }];
}

/** One spelling for British and American words: phrases are looked up before synonyms. */
const respell = (word: string): string =>
	word.replace(/^(col|fav|flav|behavi|neighb|hon|hum|lab|harb|rum|sav|tum|arm|endeav)our/, "$1or");

/** "thirty-four" is one number. */
function joinTens(digits: string, previous: string, before: Item[]): string {
	const last = before.at(-1);
	// "three hundred", "two thousand": what stands before it is how many.
	if (Number(digits) >= 100 && last?.kind === "number" && Number(last.key) < Number(digits)) {
		before.pop();
		return `${Number(last.key) * Number(digits)}`;
	}
	const tens = Number(NUMBER_WORDS.get(previous) ?? "0");
	if (tens < 20 || tens > 90 || tens % 10 !== 0 || Number(digits) > 9) return digits;
	before.pop();
	return `${tens + Number(digits)}`;
}

/** Written in capitals, but common words. */
const SHORT_WORDS = new Set([
	"tv",
	"pc",
	"eur",
	"usd",
	"gbp",
	"gb",
	"kg",
	"wifi",
	"cd",
	"dvd",
	"ok",
	"ev",
	"phd",
	"mba",
]);

function readPronoun(word: string, next: string, before: Item[]): Item[] | undefined {
	if (FIRST_PERSON.has(word)) return [item(word, "user")];
	if (FIRST_POSSESSIVE.has(word)) return [item(word, "user"), item("'s")];
	const first = before.length === 0;
	if (word === "her" && next === "") return before.some((b) => b.key === "user") ? [] : [item(word, "user")];
	if (THIRD_POSSESSIVE.has(word))
		return first ? [item(word, word === "their" ? "they" : word === "her" ? "she" : "he"), item("'s")] : [];
	if (THIRD_PERSON.has(word)) {
		if (first) return [item(word)];
		// "Tom lent him money": the one who is not named is the user.
		return before.some((b) => b.key === "user" || b.key === "he" || b.key === "she")
			? []
			: [item(word, "user")];
	}
	return undefined;
}

function readMonth(piece: Piece, at: number, pieces: Piece[]): string | undefined {
	const { word } = piece;
	const month = MONTHS.get(word);
	if (month === undefined || !(piece.name || piece.head)) return undefined;
	if (word !== "may" && word !== "march" && word !== "mar" && word !== "jan") return month;
	const beside = (p: Piece | undefined): boolean =>
		p !== undefined && (p.kind === "number" || p.kind === "ordinal");
	return beside(pieces[at - 1]) || beside(pieces[at + 1]) || BEFORE_MONTH.has(pieces[at - 1]?.word ?? "")
		? month
		: undefined;
}

function readValue(piece: Piece, pieces: Piece[], at: number): Item {
	const { word, kind } = piece;
	if (kind !== "number" && kind !== "ordinal") return item(word, word, kind === "word" ? "word" : kind);
	const isMonth = (p: Piece | undefined): boolean =>
		p !== undefined && (p.name || p.head) && MONTHS.has(p.word);
	const value = Number(word);
	const beside =
		isMonth(pieces[at - 1]) ||
		isMonth(pieces[at + 1]) ||
		(pieces[at + 1]?.word === "of" && isMonth(pieces[at + 2]));
	if (beside && value >= 1 && value <= 31) return item(word, `day-${value}`, "day");
	if (kind === "ordinal") return item(word, word, "ordinal");
	if (
		/^(19|20)\d\d$/.test(word) &&
		!/^(euro|eur|dollar|usd|people|step|€|\$)/.test(pieces[at + 1]?.word ?? "")
	)
		return item(word, word, "year");
	// An address such as 10.0.0.1 is no number.
	return Number.isNaN(value) ? item(word, word, "code") : item(word, `${value}`, "number");
}
