/*
 * Finds where text stops being JSON. The engine's messages say so for some mistakes only, and repeat parts of the
 * text.
 */

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

type Next = "value" | "value or ]" | "name" | "name or }" | "colon" | "comma";

/** The index of the first invalid character; the length of the text if it ends too early. */
export function locateJsonError(text: string): number {
	let at = 0;
	const open: ("[" | "{")[] = [];
	let next: Next = "value";
	const skip = (pattern: RegExp): boolean => {
		pattern.lastIndex = at;
		if (!pattern.test(text)) return false;
		at = pattern.lastIndex;
		return true;
	};
	/** Step by step: one pattern for a long string would exceed the memory for patterns. */
	const skipString = (): boolean => {
		const from = at;
		if (text[at] !== '"') return false;
		at += 1;
		do skip(PLAIN);
		while (skip(ESCAPE));
		if (text[at] === '"') {
			at += 1;
			return true;
		}
		at = from;
		return false;
	};
	for (;;) {
		skip(SPACE);
		const found = text[at];
		if (found === undefined || (next === "comma" && open.length === 0)) return at;
		if (next === "colon") {
			if (found !== ":") return at;
			at += 1;
			next = "value";
		} else if (next === "comma") {
			const inside = open.at(-1);
			if (found === (inside === "[" ? "]" : "}")) open.pop();
			else if (found === ",") next = inside === "[" ? "value" : "name";
			else return at;
			at += 1;
		} else if ((found === "]" && next === "value or ]") || (found === "}" && next === "name or }")) {
			open.pop();
			at += 1;
			next = "comma";
		} else if (next === "name" || next === "name or }") {
			if (!skipString()) return at;
			next = "colon";
		} else if (found === "[" || found === "{") {
			open.push(found);
			at += 1;
			next = found === "[" ? "value or ]" : "name or }";
		} else {
			if (!skipString() && !skip(SCALAR)) return at;
			next = "comma";
		}
	}
}
