import { estimateTokens } from "../../../model/index.ts";
import type { Line } from "../extraction.ts";

export interface WindowLine {
	line: Line;
	/** The text, cut if it is too long for a window. */
	text: string;
	/** The line was in the previous window. It is repeated as context, and not extracted again. */
	context: boolean;
}

/** Tokens of a line in addition to its text: for offset, role and time. */
const LINE_TOKENS = 30;
/** How many lines of the previous window are repeated. */
const OVERLAP = 3;
/** A line takes at most this part of a window. A longer text is usually pasted. */
const LARGEST_LINE = 0.25;

/** Cuts a session into windows of about `tokenBudget` tokens. Each repeats a few lines of the previous one. */
export function cutWindows(lines: readonly Line[], tokenBudget: number): WindowLine[][] {
	const windows: WindowLine[][] = [];
	let window: WindowLine[] = [];
	let tokens = 0;
	for (const line of lines) {
		const text = cutText(line.text, tokenBudget * LARGEST_LINE);
		const cost = LINE_TOKENS + estimateTokens(text);
		if (tokens + cost > tokenBudget && window.some(({ context }) => !context)) {
			windows.push(window);
			window = overlapOf(window, tokenBudget / 4);
			tokens = window.reduce((sum, each) => sum + LINE_TOKENS + estimateTokens(each.text), 0);
		}
		window.push({ line, text, context: false });
		tokens += cost;
	}
	if (window.some(({ context }) => !context)) windows.push(window);
	return windows;
}

/** The last lines of a window that fit into `tokens`. */
function overlapOf(window: readonly WindowLine[], tokens: number): WindowLine[] {
	const kept: WindowLine[] = [];
	let left = tokens;
	for (const each of window.slice(-OVERLAP).reverse()) {
		left -= LINE_TOKENS + estimateTokens(each.text);
		if (left < 0) break;
		kept.unshift({ ...each, context: true });
	}
	return kept;
}

function cutText(text: string, tokens: number): string {
	// A token has at least one character, so a shorter text need not be counted.
	if (text.length <= tokens || estimateTokens(text) <= tokens) return text;
	const share = tokens / estimateTokens(text);
	return `${text.slice(0, Math.max(1, Math.floor(text.length * share)))}…`;
}
