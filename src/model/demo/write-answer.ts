import type { LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { type Found, isQuestion, searchMemory } from "./answer-from-memory.ts";
import { LABEL, type Memory, type Scene, sentencesOf, withoutLabel } from "./read-prompt.ts";

const LONGEST_ANSWER = 600;
const LONGEST_QUOTE = 200;

/**
 * The answer to a prompt, labelled and limited in length. `missing` says why a matching tool was not called.
 */
export function writeAnswer(scene: Scene, missing: string | undefined): string {
	return cut(LABEL + answerOf(scene, missing), LONGEST_ANSWER);
}

function answerOf(scene: Scene, missing: string | undefined): string {
	if (scene.toSummarize) return summaryOf(scene.toSummarize);
	if (scene.results.length > 0) return scene.results.map(tellResult).join(" ");
	const { input } = scene;
	if (input === "")
		return scene.hasFiles ? "I got your file, and cannot look into files." : "there is nothing to answer.";
	if (
		/^(?:hello|hi|hey|good (?:morning|evening|afternoon))(?:[\s,]+(?:there|again|all))?[\s!.]*$/i.test(input)
	)
		return greet(scene);
	if (/^(?:many )?(?:thanks|thank you)\b.{0,20}$/i.test(input)) return "you are welcome.";
	const statements = sentencesOf(input).filter((sentence) => !isQuestion(sentence));
	if (!isQuestion(input)) return acknowledge(input);
	// A statement and a question in one message.
	const memories = [...scene.memories, ...statements.map((text): Memory => ({ from: "user", text }))];
	const found = searchMemory(sentencesOf(input).findLast(isQuestion) ?? input, { memories });
	if (found.memories.length > 0) return tell(found);
	return `nothing in memory answers that. ${missing ? `${missing} ` : ""}${countEarlier(scene.earlier)}`;
}

function countEarlier(earlier: number): string {
	if (earlier === 0) return "I see no earlier messages in this conversation.";
	return `I see ${earlier} earlier ${earlier === 1 ? "message" : "messages"}.`;
}

function greet(scene: Scene): string {
	const name = scene.memories.findLast(({ from, text }) => from === "user" && nameIn(text));
	const whom = name ? ` ${nameIn(name.text)}` : "";
	return `hello${whom}! Tell me something about yourself and ask me about it later. ${countEarlier(scene.earlier)}`;
}

const nameIn = (text: string): string | undefined =>
	/\b(?:my name is|my name['’]s|call me)\s+(\p{L}[\p{L}'’-]*)/iu.exec(text)?.[1];

const INTRODUCTION: Readonly<Record<Memory["from"], string>> = {
	user: "You told me",
	assistant: "I said earlier",
	variable: "I know about you",
	summary: "I remember from earlier",
	fact: "I remember",
};

function tell({ memories, sure }: Found): string {
	const sorts = [...new Set(memories.map(({ from }) => from))];
	const told = sorts.map((sort) => {
		const told = memories.filter(({ from }) => from === sort);
		const days = new Set(told.map(({ on }) => on));
		const [day] = days;
		// If there are several days, none is named.
		const when =
			days.size === 1 && day !== undefined ? ` ${sort === "fact" ? "from" : "on"} ${dayOf(day)}` : "";
		const texts = told.map(({ text }) => (sort === "variable" ? plain(text) : quote(text)));
		return `${INTRODUCTION[sort]}${when}: ${texts.join(", ")}.`;
	});
	return sure ? told.join(" ") : `I am not sure; this comes nearest. ${told.join(" ")}`;
}

/** 2026-08-03 as people write it. */
function dayOf(day: string): string {
	const date = new Date(`${day}T00:00:00Z`);
	const month = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
	return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
}

const COURTESY =
	/^(?:(?:hello|hi|hey)(?: there)?[,!.\s]+)?(?:please )?(?:(?:remember|note|keep in mind)(?: that)?[:,]?\s+)?/i;

function withoutCourtesy(text: string): string {
	const rest = text.replace(COURTESY, "");
	return rest === "" ? text : rest;
}

/** Repeats a statement to the person who made it. */
function acknowledge(input: string): string {
	const statement = plain(withoutCourtesy(input));
	const called = /^call me\s+(.+)$/i.exec(statement)?.[1];
	if (called) return `noted, I will call you ${cut(called, LONGEST_QUOTE)}. Ask me about it later.`;
	if (/\b(?:i|my|me|i['’]m)\b/i.test(statement)) {
		return `noted, ${cut(toSecondPerson(statement), LONGEST_QUOTE)}. Ask me about it later.`;
	}
	return `noted: ${quote(statement)}. Ask me about it later.`;
}

const SECOND_PERSON: Readonly<Record<string, string>> = {
	i: "you",
	me: "you",
	my: "your",
	mine: "yours",
	myself: "yourself",
	"i'm": "you are",
	"i've": "you have",
	"i'd": "you would",
	"i'll": "you will",
};

function toSecondPerson(statement: string): string {
	return (
		statement
			.replaceAll("’", "'")
			.replace(/\bi (am|was)\b/gi, (_, verb: string) =>
				verb.toLowerCase() === "am" ? "you are" : "you were",
			)
			.replace(
				/\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b(?!')/gi,
				(word) => SECOND_PERSON[word.toLowerCase()] ?? word,
			)
			// A sentence that began with "I" begins with "You".
			.replace(/(?<=[.!?] )y(?=ou)/g, "Y")
	);
}

function tellResult({ toolName, output }: LanguageModelV4ToolResultPart): string {
	switch (output.type) {
		case "execution-denied":
			return `${toolName} was refused${output.reason ? `: ${plain(output.reason)}` : ""}.`;
		case "error-text":
		case "error-json": {
			const said = readable(output.value);
			return `${toolName} ${/^unauthorized\b/.test(said) ? "was refused" : "failed"}: ${said}.`;
		}
		case "content":
			return `${toolName} says: ${readable(output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join(" "))}.`;
		default: {
			const said = readable(output.value);
			return /^unauthorized:/.test(said) ? `${toolName} was refused: ${said}.` : `${toolName} says: ${said}.`;
		}
	}
}

/** A value as a person would write it: a flat object as `key: value`. */
function readable(value: unknown): string {
	if (typeof value === "string") return cut(plain(withoutLabel(value)), LONGEST_QUOTE * 2);
	const flat = (member: unknown): string => (typeof member === "string" ? member : JSON.stringify(member));
	const text =
		typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.entries(value)
					.map(([key, member]) => `${key}: ${flat(member)}`)
					.join(", ")
			: JSON.stringify(value);
	return cut(plain(text), LONGEST_QUOTE * 2);
}

/** What users said about themselves, oldest first: later answers can be found in it. */
function summaryOf(lines: readonly string[]): string {
	const kept = lines.flatMap((line) => {
		const before = /^Summary so far: (.+)$/.exec(line)?.[1];
		if (before) return [plain(withoutLabel(before))];
		const said = /^User: (.+)$/.exec(line)?.[1];
		return said && !isQuestion(said) ? [plain(said)] : [];
	});
	if (kept.length === 0) return "the user asked questions only.";
	const room = Math.max(20, Math.floor((LONGEST_ANSWER - LABEL.length) / kept.length) - 2);
	return kept.map((text) => `${cut(text, room)}.`).join(" ");
}

const quote = (text: string): string => `"${cut(plain(withoutCourtesy(text)), LONGEST_QUOTE)}"`;

/** On one line, without the final full stop, which the surrounding sentence adds. */
const plain = (text: string): string =>
	text
		.replace(/\s+/g, " ")
		.trim()
		.replace(/[.!\s]+$/, "");

function cut(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
