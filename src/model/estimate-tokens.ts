import type { LanguageModelV4Message } from "@ai-sdk/provider";

/** The tokens of a file, whatever it contains: about what providers charge for an image of usual size. */
export const FILE_TOKENS = 1_000;

/** The overhead of a message besides its text: role and delimiters. */
const MESSAGE_TOKENS = 4;

/**
 * Estimates the tokens of a text. For budgets, not for billing: it needs no vocabulary, reads the text once
 * and is deterministic. It counts 4 characters of Latin text as a token, 2 of other alphabets (Cyrillic,
 * Greek, Arabic, Hebrew, Devanagari, …), 1 of Chinese, Japanese and Korean, and 2 tokens for an emoji or
 * another character beyond the basic plane.
 */
export function estimateTokens(text: string): number {
	let quarters = 0;
	for (let i = 0; i < text.length; i++) quarters += quartersOf(text.charCodeAt(i));
	return Math.ceil(quarters / 4);
}

function quartersOf(unit: number): number {
	if (unit < 0x0370) return 1;
	// Greek to Indic, Thai, Ethiopic; the punctuation and symbols after them count the same.
	if (unit < 0x2e80 && (unit < 0x1100 || unit > 0x11ff)) return 2;
	// Each half of a character beyond the basic plane is counted here.
	return 4;
}

/** Estimates the tokens of a message. */
export function estimateMessage(message: LanguageModelV4Message): number {
	if (message.role === "system") return MESSAGE_TOKENS + estimateTokens(message.content);
	let tokens = MESSAGE_TOKENS;
	for (const part of message.content) tokens += estimatePart(part);
	return tokens;
}

type Part = Exclude<LanguageModelV4Message, { role: "system" }>["content"][number];

/** Estimates the tokens of a part of a message. Files count the same, whatever their size. */
export function estimatePart(part: Part): number {
	switch (part.type) {
		case "text":
		case "reasoning":
			return estimateTokens(part.text);
		case "tool-call":
			return estimateTokens(part.toolName) + estimateJson(part.input);
		case "tool-result": {
			const { output } = part;
			if (output.type === "execution-denied") return estimateTokens(output.reason ?? "");
			if (output.type !== "content") return estimateJson(output.value);
			return output.value.reduce(
				(sum, item) => sum + (item.type === "text" ? estimateTokens(item.text) : FILE_TOKENS),
				0,
			);
		}
		case "file":
			return part.data.type === "text" ? estimateTokens(part.data.text) : FILE_TOKENS;
		case "reasoning-file":
			return FILE_TOKENS;
		default:
			return 0;
	}
}

function estimateJson(value: unknown): number {
	return estimateTokens(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}
