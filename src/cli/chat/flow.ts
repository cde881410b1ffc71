import { widthOf } from "../screen/fit-text.ts";
import { neutralise } from "../screen/neutralise.ts";
import type { Screen, Span } from "../screen/screen.ts";

/** Prints text that arrives in pieces, and wraps it between words. */
export interface Flow {
	push(piece: string): void;
	/** Prints the rest, and ends the line if one was started. */
	end(): void;
}

/** Spaces; a line end; a character of a script without spaces; or a word. */
const TOKEN =
	/[ \t]+|\n|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![ \t\n])[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])+/gu;
/** A longer word is printed before its end is known. */
const LONG = 60;
const TAB = 8;

/**
 * The last word is held back until its end is known. Only then is it known whether it fits on the line. This also avoids
 * printing half of a character that is split over two pieces.
 */
export function createFlow(screen: Screen, lead: readonly Span[] = []): Flow {
	let column = lead.reduce((sum, span) => sum + widthOf(typeof span === "string" ? span : span.text), 0);
	let waiting = "";
	let space = "";
	let begun = false;
	const begin = (): void => {
		if (begun) return;
		begun = true;
		if (lead.length > 0) screen.text(...lead);
	};
	const endLine = (): void => {
		begin();
		screen.text("\n");
		column = 0;
		space = "";
	};
	const spaceWidth = (): number => {
		let at = column;
		for (const one of space) at += one === "\t" ? TAB - (at % TAB) : 1;
		return at - column;
	};
	const word = (text: string): void => {
		begin();
		const width = widthOf(neutralise(text));
		const gap = spaceWidth();
		if (column > 0 && column + gap + width > screen.width) endLine();
		screen.text(space + text);
		const end = column + (space === "" ? 0 : gap) + width;
		column = end > screen.width ? end % screen.width : end;
		space = "";
	};
	const take = (token: string): void => {
		if (token === "\n") endLine();
		else if (/^[ \t]/.test(token)) space += token;
		else word(token);
	};
	return {
		push(piece) {
			waiting = (waiting + piece).replaceAll("\r\n", "\n");
			const tokens = waiting.match(TOKEN) ?? [];
			const last = tokens.pop() ?? "";
			for (const token of tokens) take(token);
			waiting = last;
			if (last.length <= LONG) return;
			// Not between the halves of a character, or of a line end.
			const cut = /[\ud800-\udbff\r]$/.test(last) ? -1 : last.length;
			take(last.slice(0, cut));
			waiting = cut === -1 ? last.slice(cut) : "";
		},
		end() {
			if (waiting !== "") take(waiting);
			waiting = "";
			if (column > 0 && begun) endLine();
			column = 0;
		},
	};
}
