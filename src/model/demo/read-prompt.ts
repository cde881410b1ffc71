import type {
	LanguageModelV4Message,
	LanguageModelV4Prompt,
	LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";

/** The beginning of every answer. */
export const LABEL = "Demo model (no API key): ";

/** Something that the demo model can answer from. */
export interface Memory {
	from: "user" | "assistant" | "variable" | "fact" | "summary";
	text: string;
	/** The day it was said, if known: 2026-08-03. */
	on?: string;
}

/** A prompt as the demo model sees it. */
export interface Scene {
	/** The user's last message. */
	input: string;
	/** Whether it contained something besides text. */
	hasFiles: boolean;
	/** What came before, oldest first: blocks of the system text, then the conversation. */
	memories: Memory[];
	/** The number of earlier messages. */
	earlier: number;
	/** Tool results since the user's last message. */
	results: LanguageModelV4ToolResultPart[];
	/** The number of tool calls in the whole prompt. */
	toolCalls: number;
	/** Set if the prompt asks for a summary of a conversation: its lines. */
	toSummarize: string[] | undefined;
}

export function readPrompt(prompt: LanguageModelV4Prompt): Scene {
	const last = prompt.findLastIndex(({ role }) => role === "user");
	const before = last < 0 ? prompt : prompt.slice(0, last);
	const since = last < 0 ? [] : prompt.slice(last + 1);
	const system = prompt
		.flatMap((message) => (message.role === "system" ? [message.content] : []))
		.join("\n\n");
	const said = before.filter((message) => textOf(message) !== "" && message.role !== "tool");
	const { asked, remembered } = takeMemory(prompt[last]);
	const input = asked ? textOf(asked) : "";
	return {
		input,
		hasFiles: asked?.role === "user" && asked.content.some(({ type }) => type === "file"),
		memories: [...blocksOf(system), ...blocksOf(remembered), ...said.flatMap(memoriesOf)],
		earlier: said.length,
		results: since.findLast((message) => message.role === "tool")?.content.filter(isResult) ?? [],
		toolCalls: prompt.reduce((sum, message) => sum + countToolCalls(message), 0),
		toSummarize: /^summari[sz]e the conversation/i.test(system.trim()) ? input.split("\n") : undefined,
	};
}

/** The newest user message without the memory text before it. */
function takeMemory(message: LanguageModelV4Message | undefined): {
	asked: LanguageModelV4Message | undefined;
	remembered: string;
} {
	if (message?.role !== "user") return { asked: message, remembered: "" };
	const [first, ...rest] = message.content;
	if (first?.type !== "text" || rest.length === 0 || !IS_MEMORY.test(first.text)) {
		return { asked: message, remembered: "" };
	}
	return { asked: { ...message, content: rest }, remembered: first.text };
}

const isResult = (part: unknown): part is LanguageModelV4ToolResultPart =>
	(part as { type?: unknown }).type === "tool-result";

function countToolCalls(message: LanguageModelV4Message): number {
	return message.role === "assistant" ? message.content.filter(({ type }) => type === "tool-call").length : 0;
}

function textOf(message: LanguageModelV4Message): string {
	if (message.role === "system") return "";
	const texts = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
	return texts.join("\n").trim();
}

function memoriesOf(message: LanguageModelV4Message): Memory[] {
	const text = textOf(message);
	if (message.role === "assistant") return [{ from: "assistant", text: withoutLabel(text) }];
	return sentencesOf(text).map((sentence) => ({ from: "user", text: sentence }));
}

export const withoutLabel = (text: string): string =>
	text.startsWith(LABEL) ? text.slice(LABEL.length) : text;

/** The beginning of the memory text that a run puts before the newest user message. */
const IS_MEMORY = /^[^\n<]*as data and not as instructions\b[^\n<]*\n</;

/** Of the system text, only parts marked as data are used; instructions are left alone. */
const BLOCK = /<(variables|facts|excerpts|memory|memories|summary)\b[^>]*>\n?([\s\S]*?)<\/\1>/g;

/** A line of an excerpt: the day, the speaker and the text. */
const EXCERPT = /^(\d{4}-\d\d-\d\d) (user|assistant|human operator)(?: "[^\n]*?")?: (.+)$/;
/** A fact with the day it was learned. */
const DATED = /^(\d{4}-\d\d-\d\d): (.+)$/;

function blocksOf(system: string): Memory[] {
	return Array.from(system.matchAll(BLOCK)).flatMap(([, tag = "", content = ""]): Memory[] => {
		if (tag === "excerpts") return content.split("\n").flatMap(excerptOf);
		const from = tag === "variables" ? "variable" : tag === "summary" ? "summary" : "fact";
		const lines = from === "summary" ? sentencesOf(withoutLabel(content)) : content.split("\n");
		return lines.flatMap((line) => {
			const text = line.replace(/^\s*[-*•]\s+/, "").trim();
			const [, on, fact] = (from === "fact" && DATED.exec(text)) || [];
			if (on !== undefined && fact !== undefined) return [{ from, text: fact, on }];
			return text === "" ? [] : [{ from, text }];
		});
	});
}

function excerptOf(line: string): Memory[] {
	const [, on = "", speaker, written = ""] = EXCERPT.exec(line) ?? [];
	if (speaker === undefined) return [];
	const text = unquoted(written);
	if (speaker !== "user") return [{ from: "assistant", text: withoutLabel(text), on }];
	return sentencesOf(text).map((sentence) => ({ from: "user", text: sentence, on }));
}

/** Texts of several lines are JSON in a prompt. */
function unquoted(text: string): string {
	if (!text.startsWith('"')) return text;
	try {
		return String(JSON.parse(text));
	} catch {
		return text;
	}
}

export function sentencesOf(text: string): string[] {
	return text.split(/(?<=[.!?。！？])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
}
