/*
 * Invisible characters that change what is read: they reverse the direction or hide between letters. Those that
 * languages and emoji need (joiners, direction marks) are not included.
 */
const UNSEEN = /([\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+)/u;
const MAX_MARKS = 400;

export interface Piece {
	text: string;
	/** The invisible characters, as code points. */
	unseen?: string;
}

const nameOf = (characters: string): string => {
	const codes = [...characters].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);
	const [first = ""] = codes;
	return codes.every((code) => code === first)
		? `${first}${codes.length > 1 ? ` × ${codes.length}` : ""}`
		: `${codes.slice(0, 3).join(" ")}${codes.length > 3 ? " …" : ""}`;
};

/** Splits a text into visible and invisible pieces. */
export function splitUnseen(text: string): Piece[] {
	if (!UNSEEN.test(text)) return [{ text }];
	const parts = text.split(UNSEEN);
	if (parts.length > MAX_MARKS * 2) return [{ text }];
	return parts.flatMap((part, index) =>
		part === "" ? [] : [index % 2 === 1 ? { text: part, unseen: nameOf(part) } : { text: part }],
	);
}
