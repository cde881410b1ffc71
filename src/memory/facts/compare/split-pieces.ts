import { MONTHS, NUMBER_WORDS } from "./lexicon/numbers.ts";

/** A word, number or mark of a statement, before its meaning is looked up. */
export interface Piece {
	/** Lower case. */
	word: string;
	/** It starts with a capital that its place does not explain, or stands in quotation marks: a name or a title. */
	name: boolean;
	/** It starts with a capital at the head of the statement. */
	head: boolean;
	kind: "word" | "number" | "ordinal" | "time" | "code";
}

const PIECE = new RegExp(
	[
		/(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/,
		/(?<url>https?:\/\/[^\s"”)]+|www\.[^\s"”)]+)/,
		/(?<phone>\+\d[\d\s().-]{5,}\d)/,
		/(?<time>\b\d{1,2}:\d{2}(?:\s?[ap]\.?m\b\.?)?|\b\d{1,2}\s?[ap]\.?m\b\.?)/,
		/(?<code>\b[A-Z]\w*\/[A-Z]\w*(?:\/\w+)?|\b\d+(?:-\d+)+\b|\b[a-z]+\d[a-z\d]*(?:-[a-z\d]+)*\b)/,
		/(?<sign>\b[a-z]{1,2}[+-](?=[\s.,;:!?]|$))/,
		/(?<number>(?:(?<=\s)-)?(?:[$€£]\s?)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)*)(?<suffix>[a-z%€$£]*)/,
		/(?<word>\p{L}[\p{L}\p{M}]*(?:'[\p{L}]+)*(?:s'(?=\s))?(?:\+\+|#)?)/u,
		/(?<mark>[%\p{S}])/u,
	]
		.map((part) => part.source)
		.join("|"),
	"giu",
);
const MONTH_NAMES = [...new Set(MONTHS.values())];
const CLOCK =
	/\b(at|by|around|before|after|until) (\w+)(?: o'clock)? (in the morning|in the afternoon|in the evening|at night)\b/gi;

/** Dates in figures are written out, hours told by the part of the day are put on the clock; 03/04 stays, for it may be either. */
function writeDates(text: string): string {
	const write = (whole: string, year: string, month: string, day: string): string => {
		const name = MONTH_NAMES[Number(month) - 1];
		if (name === undefined || Number(day) < 1 || Number(day) > 31) return whole;
		return `${name[0]?.toUpperCase()}${name.slice(1)} ${Number(day)}, ${year}`;
	};
	return text
		.replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, write)
		.replace(
			/\b(\d{1,2})([/.])(\d{1,2})\2(\d{4})\b/g,
			(whole, first: string, _, second: string, year: string) => {
				if (Number(first) > 12) return write(whole, year, second, first);
				return Number(second) > 12 || first === second ? write(whole, year, first, second) : whole;
			},
		)
		.replace(CLOCK, (whole, link: string, hour: string, part: string) => {
			const value = Number(NUMBER_WORDS.get(hour.toLowerCase()) ?? hour);
			if (!(value >= 1 && value <= 12)) return whole;
			return `${link} ${value} ${part === "in the morning" ? "am" : "pm"}`;
		})
		.replace(/\b(\d)'\s?(\d{1,2})\b(?:"|'')?(?: tall)?/g, "$1 feet $2 inches tall")
		.replace(/\b(\d{1,2}) o'clock\b/gi, "$1:00");
}

const QUOTED = /["“„«]([^"”“»]+)["”“»]/g;
const IS_AFTER = new Set(["he", "she", "it", "that", "there", "who", "what", "here", "where"]);
const ORDINAL = new Set(["st", "nd", "rd", "th"]);

/** Cuts a statement into pieces: contractions are written out, times, codes and numbers brought into one form. */
export function splitPieces(text: string): Piece[] {
	const plain = text
		.normalize("NFKC")
		.replace(/[’‘´`]/g, "'")
		.replace(/\b(left|right)[ -]handed\b/gi, "$1handed");
	return splitPlain(writeDates(plain));
}

function splitPlain(plain: string): Piece[] {
	const titles = !/["“„«]/.test(plain)
		? []
		: [...plain.matchAll(QUOTED)].map((m) => [m.index, m.index + m[0].length] as const);
	const pieces: Piece[] = [];
	for (const match of plain.matchAll(PIECE)) {
		const groups = match.groups ?? {};
		const title = titles.some(([from, to]) => match.index >= from && match.index < to);
		if (groups.word !== undefined) addWord(pieces, groups.word, title);
		else if (groups.number !== undefined) addNumber(pieces, groups.number, groups.suffix ?? "");
		else pieces.push({ ...readCode(match[0], groups), name: false, head: false });
	}
	return pieces;
}

function readCode(text: string, groups: Record<string, string | undefined>): Pick<Piece, "word" | "kind"> {
	if (groups.time !== undefined) return { word: readTime(text), kind: "time" };
	if (groups.phone !== undefined) return { word: text.replace(/\D/g, ""), kind: "code" };
	if (groups.mark !== undefined) return { word: text, kind: "word" };
	return { word: text.toLowerCase(), kind: "code" };
}

function readTime(text: string): string {
	const [, hours = "0", minutes = "00", half] = /^(\d+)(?::(\d+))?\s?([ap])?/i.exec(text) ?? [];
	const shift = half === undefined ? 0 : half.toLowerCase() === "p" ? 12 : 0;
	return `${(half === undefined ? Number(hours) : Number(hours) % 12) + shift}:${minutes}`;
}

function addNumber(pieces: Piece[], text: string, suffix: string): void {
	const unit = suffix.toLowerCase();
	const value = text.replace(/[$€£,\s]/g, "");
	if (ORDINAL.has(unit)) {
		pieces.push({ word: value, name: false, head: false, kind: "ordinal" });
		return;
	}
	// "in his 30s"
	if (unit === "s" && value.endsWith("0")) {
		pieces.push({ word: `${value}s`, name: false, head: false, kind: "code" });
		return;
	}
	const thousand = unit === "k";
	pieces.push({
		word: thousand ? `${Number(value) * 1000}` : value,
		name: false,
		head: false,
		kind: "number",
	});
	const sign = /[$€£]/.exec(text)?.[0];
	for (const extra of [thousand ? "" : unit === "x" ? "times" : unit, sign ?? ""])
		if (extra !== "") pieces.push({ word: extra, name: false, head: false, kind: "word" });
}

function addWord(pieces: Piece[], text: string, title: boolean): void {
	const word = text.toLowerCase();
	const capital = text[0] !== text[0]?.toLowerCase();
	const head = capital && pieces.length === 0 && !title;
	const add = (part: string, name = false): void => {
		pieces.push({ word: part, name, head: head && pieces.length === 0, kind: "word" });
	};
	const name = (capital && pieces.length > 0 && word !== "i" && !word.startsWith("i'")) || title;
	const cut = word.indexOf("'");
	if (cut < 0) {
		if (word === "cannot") for (const part of ["can", "not"]) add(part);
		else add(word, name);
		return;
	}
	const stem = word.slice(0, cut);
	const ending = word.slice(cut + 1);
	if (ending === "t" && stem.endsWith("n")) {
		add(NOT_FORMS.get(stem) ?? stem.slice(0, -1));
		add("not");
	} else if (ending === "s" && IS_AFTER.has(stem)) for (const part of [stem, "is"]) add(part);
	else if (ending === "s" || ending === "") {
		add(stem, name);
		add("'s");
	} else if (ENDINGS.has(ending)) {
		add(stem, name);
		add(ENDINGS.get(ending) ?? ending);
	} else add(word.replace(/'/g, ""), name);
}

const NOT_FORMS = new Map([
	["can", "can"],
	["won", "will"],
	["shan", "shall"],
	["ain", "is"],
]);
const ENDINGS = new Map([
	["m", "am"],
	["re", "are"],
	["ve", "have"],
	["ll", "will"],
	["d", "would"],
]);
