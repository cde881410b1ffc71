import { loadUserLogs } from "./data/assistant-logs/index.ts";
import { readScenarios, readSmallTalk, readUnrelated } from "./data/scenarios/read-scenarios.ts";

/*
 * Generated conversations for speed measurements. They combine sentences of the data sets, so that words and
 * lengths are realistic and no two messages are the same. The same seed gives the same conversations.
 */

export interface Line {
	role: "user" | "assistant";
	content: string;
}

/** A small random number generator that gives the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const split = (text: string): string[] =>
	text
		.split(/(?<=[.!?。！？])\s+|\n+/u)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== "");

function readSentences(): Record<Line["role"], string[]> {
	const said: Record<Line["role"], Set<string>> = { user: new Set(), assistant: new Set() };
	const add = (role: string, text: string): void => {
		if (role === "user" || role === "assistant") for (const one of split(text)) said[role].add(one);
	};
	for (const { role, content } of readSmallTalk()) add(role, content);
	for (const { sessions } of loadUserLogs())
		for (const { turns } of sessions) for (const { role, text } of turns) add(role, text);
	for (const part of ["dev", "test"] as const)
		for (const { sessions } of readScenarios(part))
			for (const { messages } of sessions) for (const { role, content } of messages) add(role, content);
	return { user: [...said.user], assistant: [...said.assistant] };
}

let sentences: Record<Line["role"], string[]> | undefined;

/**
 * Messages of a user and an assistant in turn: the user says one to three sentences, the assistant up to six.
 */
export function madeUpTalk(count: number, seed: number): Line[] {
	sentences ??= readSentences();
	const from = sentences;
	const random = randomFrom(seed);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	return Array.from({ length: count }, (_, i): Line => {
		const role = i % 2 === 0 ? "user" : "assistant";
		const most = role === "user" ? 3 : 6;
		const length = 1 + Math.floor(random() * most);
		return { role, content: Array.from({ length }, () => pick(from[role])).join(" ") };
	});
}

/** Inputs in turn: questions about the data sets, and inputs that have nothing to do with them. */
export function madeUpInputs(seed: number): (i: number) => string {
	const questions = [
		...loadUserLogs().flatMap((log) => log.questions.map(({ question }) => question)),
		...readScenarios("dev").flatMap((scenario) => scenario.questions.map(({ input }) => input)),
	];
	const others = readUnrelated();
	const random = randomFrom(seed);
	const shuffled = [...questions, ...others]
		.map((text) => ({ text, at: random() }))
		.sort((a, b) => a.at - b.at);
	return (i) => shuffled[i % shuffled.length]?.text ?? "";
}
