import { estimateTokens } from "../../../model/index.ts";
import type { Line } from "../extraction.ts";

export interface WindowLine {
	line: Line;
	/** Its text, cut if it is too long for a window. */
	text: string;
	/** Read in the window before: it is here to be understood, not to be extracted again. */
	context: boolean;
}

/** What a line costs beside its text: its offset, role and time. */
const LINE_TOKENS = 30;
/** So many lines of the window before are repeated. */
const OVERLAP = 3;
/** No line takes more than this part of a window: what is longer is pasted. */
const LARGEST_LINE = 0.25;

/** Cuts a session into windows of about so many tokens, each with a few lines of the one before. */
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

/** The last lines of a window, as many as fit. */
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
	// At least a character a token, so what is shorter need not be counted.
	if (text.length <= tokens || estimateTokens(text) <= tokens) return text;
	const share = tokens / estimateTokens(text);
	return `${text.slice(0, Math.max(1, Math.floor(text.length * share)))}…`;
}
