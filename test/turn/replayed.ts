import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Event, MessagePart } from "../../src/index.ts";

/** Something said: by whom, and every text of it. */
export interface Said {
	role: "user" | "assistant";
	texts: string[];
}

const present = (text: unknown): text is string => typeof text === "string" && text.trim() !== "";

function textsOf(content: string | MessagePart[]): string[] {
	const parts: MessagePart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
	return parts.flatMap((part) => (part.type === "text" && present(part.text) ? [part.text] : []));
}

/** An assistant's parts are put together to one text. */
const wholeText = (content: string | MessagePart[]): string =>
	typeof content === "string"
		? content
		: content
				.flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : []))
				.join("\n");

const hasMore = (content: string | MessagePart[]): boolean =>
	typeof content !== "string" && content.some(({ type }) => type !== "text");

const isShown = (event: Event): boolean =>
	!event.erased && (event.data as { replay?: boolean }).replay !== false;

/** What users, agents and humans said, by the log: everything that a later run may be told. */
export function saidInLog(events: readonly Event[]): (Said & { offset: number })[] {
	return events.flatMap((event) => {
		if (!isShown(event) || (event.kind !== "message" && event.kind !== "reply")) return [];
		const role = event.kind === "reply" ? "assistant" : event.data.role;
		if (role !== "user" && role !== "assistant") return [];
		const { content } = event.data;
		const texts = textsOf(content);
		if (texts.length === 0 && !(role === "user" && hasMore(content))) return [];
		return [{ role, texts: role === "assistant" ? [wholeText(content)] : texts, offset: event.offset }];
	});
}

/** What users and the assistant say in a prompt. A user's part that cannot be given stands there as a note. */
export function saidInPrompt(prompt: LanguageModelV4Prompt): Said[] {
	return prompt.flatMap((message): Said[] => {
		if (message.role !== "user" && message.role !== "assistant") return [];
		const texts = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
		if (message.role === "assistant" && texts.length === 0) return [];
		return [{ role: message.role, texts: texts.filter((text) => !text.startsWith("(a part of type ")) }];
	});
}

/** A call with its result, as compact text. */
export interface Pair {
	call: number;
	result: number;
	/** Where the step that it belongs to begins. */
	place: number;
	output: string;
}

/** The calls of a log that have a result: the newest open call of the same run and id gets it. */
export function pairsInLog(events: readonly Event[]): Pair[] {
	const open: { event: Event & { kind: "tool_call" }; place: number }[] = [];
	const steps = new Map<string, number>();
	const pairs: Pair[] = [];
	for (const event of events) {
		if (!isShown(event)) continue;
		if (event.kind === "tool_call") {
			const { step } = event.data;
			const key = event.runId !== undefined && step !== undefined ? `${event.runId}/${step}` : undefined;
			const place = (key === undefined ? undefined : steps.get(key)) ?? event.offset;
			if (key !== undefined) steps.set(key, place);
			open.push({ event, place });
		}
		if (event.kind !== "tool_result") continue;
		const { toolCallId, output } = event.data;
		const index = open.findLastIndex(
			({ event: call }) => call.data.toolCallId === toolCallId && call.runId === event.runId,
		);
		const found = open[index];
		if (!found) continue;
		open.splice(index, 1);
		const shown = typeof output === "string" && output.trim() === "" ? "(no output)" : output;
		pairs.push({
			call: found.event.offset,
			result: event.offset,
			place: found.place,
			output: JSON.stringify(shown),
		});
	}
	return pairs;
}

/** The results that a prompt holds. */
export function outputsInPrompt(prompt: LanguageModelV4Prompt): string[] {
	return prompt.flatMap((message) =>
		message.role !== "tool"
			? []
			: message.content.flatMap((part) =>
					part.type === "tool-result" && "value" in part.output ? [JSON.stringify(part.output.value)] : [],
				),
	);
}

function placeOf(value: unknown): number | undefined {
	const mark = /@@(\d+)@@/.exec(JSON.stringify(value) ?? "")?.[1];
	return mark === undefined ? undefined : Number(mark);
}

/** Where the log has the calls of a prompt and the results that stand with them, as far as they are marked. */
export function placesInPrompt(prompt: LanguageModelV4Prompt): { call: number; result: number }[] {
	return prompt.flatMap((message, i) => {
		if (message.role !== "tool") return [];
		const asked = prompt[i - 1]?.content;
		return message.content.flatMap((part) => {
			if (part.type !== "tool-result" || !("value" in part.output) || !Array.isArray(asked)) return [];
			const call = asked.find((other) => other.type === "tool-call" && other.toolCallId === part.toolCallId);
			const from = placeOf((call as { input?: unknown } | undefined)?.input);
			const to = placeOf(part.output.value);
			return from === undefined || to === undefined ? [] : [{ call: from, result: to }];
		});
	});
}

/** How many messages a prompt replays: each thing said, each call and each result is one. */
export function countMessages(prompt: LanguageModelV4Prompt): number {
	return prompt.reduce((sum, message) => {
		if (message.role === "system") return sum;
		if (message.role === "user") return sum + 1;
		const said = message.content.some((part) => part.type === "text") ? 1 : 0;
		const parts = message.content.filter(({ type }) => type === "tool-call" || type === "tool-result");
		return sum + said + parts.length;
	}, 0);
}
