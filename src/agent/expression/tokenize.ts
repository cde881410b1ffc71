import { HoldfastError } from "../../error/index.ts";

export type Token = {
	/** The position of its first character, from 1. */
	readonly column: number;
	/** The original text, for messages. */
	readonly text: string;
} & (
	| { readonly type: "string"; readonly value: string }
	| { readonly type: "number"; readonly value: number }
	| { readonly type: "word" | "sign" | "end" }
);

const SPACE = /[ \t\r\n]+/y;
const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SIGN = /==|!=|<=|>=|&&|\|\||[<>!()[\],.]/y;
const PLAIN = /[^"'\\\n]+/y;

const ESCAPES: ReadonlyMap<string, string> = new Map([
	["n", "\n"],
	["t", "\t"],
	["r", "\r"],
	["b", "\b"],
	["f", "\f"],
	["/", "/"],
	["\\", "\\"],
	["'", "'"],
	['"', '"'],
]);

/** Common mistakes from other languages, and what to write instead. */
const ADVICE: ReadonlyMap<string, string> = new Map([
	["=", "use == to compare"],
	["&", "use && or the word and"],
	["|", "use || or the word or"],
	["-", 'a name with - in it is written variables["a-b"] or state["a-b"]'],
	["{", "objects cannot be written here"],
	["`", "put text in \" or '"],
]);

export function refuse(what: string, column: number, message: string): HoldfastError {
	return new HoldfastError("invalid", `${what}: column ${column}: ${message}`, { column });
}

/** The tokens of a text. The last one is `end`. */
export function tokenize(text: string, what: string): Token[] {
	const tokens: Token[] = [];
	let at = 0;
	/** Matches a pattern at the current position and moves past it. */
	const take = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const found = pattern.exec(text)?.[0];
		if (found !== undefined) at += found.length;
		return found;
	};

	const escaped = (): string => {
		const column = at + 1;
		const letter = text[at + 1] ?? "";
		const plain = ESCAPES.get(letter);
		if (plain !== undefined) {
			at += 2;
			return plain;
		}
		const code = letter === "u" ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
		if (code === undefined)
			throw refuse(what, column, `unknown escape \\${letter}; write \\\\ for a backslash`);
		at += 6;
		return String.fromCharCode(Number.parseInt(code, 16));
	};

	const quoted = (quote: string): string => {
		const column = at + 1;
		let value = "";
		at += 1;
		for (;;) {
			value += take(PLAIN) ?? "";
			const next = text[at];
			if (next === quote) break;
			if (next === undefined || next === "\n")
				throw refuse(what, column, `the text is not closed with ${quote}`);
			if (next === "\\") {
				value += escaped();
			} else {
				value += next;
				at += 1;
			}
		}
		at += 1;
		return value;
	};

	for (;;) {
		take(SPACE);
		const from = at;
		const column = at + 1;
		const first = text[at];
		if (first === undefined) {
			tokens.push({ type: "end", column, text: "the end" });
			return tokens;
		}
		if (first === '"' || first === "'") {
			const value = quoted(first);
			tokens.push({ type: "string", value, column, text: text.slice(from, at) });
			continue;
		}
		const number = take(NUMBER);
		if (number !== undefined) {
			const value = Number(number);
			if (!Number.isFinite(value)) throw refuse(what, column, `${number} is too large`);
			tokens.push({ type: "number", value, column, text: number });
			continue;
		}
		const word = take(WORD);
		if (word !== undefined) {
			tokens.push({ type: "word", column, text: word });
			continue;
		}
		const sign = take(SIGN);
		if (sign === undefined) throw unexpected(what, text, at);
		if ((sign === "==" || sign === "!=") && text[at] === "=") {
			throw refuse(what, column, `use ${sign}, not ${sign}=`);
		}
		tokens.push({ type: "sign", column, text: sign });
	}
}

function unexpected(what: string, text: string, at: number): HoldfastError {
	const sign = String.fromCodePoint(text.codePointAt(at) as number);
	const advice = ADVICE.get(sign);
	return refuse(what, at + 1, `unexpected ${sign}${advice === undefined ? "" : `; ${advice}`}`);
}
