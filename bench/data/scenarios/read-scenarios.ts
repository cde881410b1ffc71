import { readFileSync } from "node:fs";

/** What a user and an assistant said in earlier sessions, and what is asked in a new one. Written by hand for this. */
export interface Scenario {
	id: string;
	domain: string;
	sessions: { id: string; at: string; messages: { role: "user" | "assistant"; content: string }[] }[];
	askedAt: string;
	questions: ScenarioQuestion[];
}

export interface ScenarioQuestion {
	input: string;
	/** Each list is a piece that the prompt must hold, in one of these wordings. */
	answer: string[][];
	/** The day on which the newest piece was said. */
	saidAt: string;
	/** What was said earlier and does not hold any more. */
	outdated?: string[];
	kind: string;
}

const DOMAINS = ["assistant", "support", "coding", "health", "sales", "languages"];

const read = <T>(name: string): T =>
	JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8")) as T;

/**
 * `dev` was read to choose the limits of excerpts. Of `test` no question was read, but its totals were seen many times. `second` and
 * `third` were written later, by authors who knew nothing of the code. Each was measured once before anything was changed because
 * of it; since then it has been used for development.
 */
export type ScenarioSet = "dev" | "test" | "second" | "third";

export function readScenarios(set: ScenarioSet): Scenario[] {
	if (set === "second" || set === "third") return read<Scenario[]>(`${set}-set`);
	const ids = new Set(read<Record<string, string[]>>("split")[set]);
	return DOMAINS.flatMap((domain) => read<Scenario[]>(domain)).filter(({ id }) => ids.has(id));
}

/** Inputs that have nothing to do with the past of any user. */
export const readUnrelated = (): string[] => [
	...read<string[]>("unrelated"),
	...read<string[]>("unrelated-third-set"),
];

/** Talk about neutral matters, by turns. */
export const readSmallTalk = (): { role: "user" | "assistant"; content: string }[] => read("small-talk");
