import type { MemorySettings } from "holdfast";
import { wholeOf } from "./memory-draft.ts";

const RECALLED = {
	all: (limit: string) => `the newest ${limit} messages`,
	relevant: (limit: string) => `the ${limit} most relevant messages`,
	both: (limit: string) => `${limit} messages, newest and most relevant`,
} as const;

const FACTS = {
	user: "facts about each user",
	agent: "facts for all users",
	session: "facts of the session",
	none: "no facts",
} as const;

/** The memory settings of an agent in one line. */
export function memoryWords(memory: MemorySettings | false): string {
	if (memory === false) return "off";
	const { recall, limit, facts, space } = wholeOf(memory);
	const words = limit === 0 ? "no messages" : RECALLED[recall](limit.toLocaleString());
	return `${words}; ${FACTS[facts]}${space === "" ? "" : `; shared space ${space}`}`;
}
