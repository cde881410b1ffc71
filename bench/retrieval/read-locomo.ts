import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dataset, LoggedMessage, Place, Question } from "./dataset.ts";

/*
 * LoCoMo (snap-research/locomo, CC BY-NC 4.0): long conversations of two people, with questions whose evidence is a list
 * of turns. Its files stay outside of the project; this reads them for measurement.
 */

interface Turn {
	speaker: string;
	dia_id: string;
	text: string;
	blip_caption?: string;
}

interface Asked {
	question: string;
	category: number;
	evidence?: string[];
}

type Conversation = Record<string, unknown> & { qa: Asked[] };

const CATEGORIES: Readonly<Record<number, string>> = {
	1: "1 several places",
	2: "2 time",
	3: "3 inference",
	4: "4 one place",
	5: "5 adversarial",
};

/** Reads all conversations of a folder, one file each. */
export function readLocomo(folder: string): Dataset[] {
	const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
	return files.sort().map((file) => {
		const conversation = JSON.parse(readFileSync(join(folder, file), "utf8")) as Conversation;
		return readConversation(file.replace(/\.json$/, ""), conversation);
	});
}

function readConversation(name: string, conversation: Conversation): Dataset {
	const places = new Map<string, Place>();
	const sessions: { key: string; messages: LoggedMessage[] }[] = [];
	for (const [key, turns] of Object.entries(conversation)) {
		if (!/^session_\d+$/.test(key) || !Array.isArray(turns)) continue;
		const start = readTime(String(conversation[`${key}_date_time`]));
		const messages = (turns as Turn[]).map((turn, index): LoggedMessage => {
			places.set(turn.dia_id, [key, index]);
			return {
				role: turn.speaker === conversation.speaker_a ? "user" : "assistant",
				content: [turn.text, turn.blip_caption].filter(Boolean).join(" "),
				displayName: turn.speaker,
				at: start + 1000 * index,
			};
		});
		sessions.push({ key, messages });
	}
	const questions = conversation.qa.map((asked): Question => {
		// Some lists of evidence are malformed: what names no turn is passed over.
		const evidence = (asked.evidence ?? [])
			.map((id) => places.get(id))
			.filter((place) => place !== undefined);
		return { text: asked.question, slice: CATEGORIES[asked.category] ?? "other", evidence };
	});
	return { name, sessions, questions };
}

/** "1:56 pm on 8 May, 2023" as UTC. */
function readTime(text: string): number {
	const [, clock = "", date = ""] = /^(.*?) on (.*)$/.exec(text) ?? [];
	const at = Date.parse(`${date.replace(",", "")} ${clock} UTC`);
	if (Number.isNaN(at)) throw new Error(`not a time: ${text}`);
	return at;
}
