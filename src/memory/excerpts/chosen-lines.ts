import type { ExcerptLine } from "./excerpt-line.ts";

/** The lines that were chosen for a prompt, and how many tokens are left for more. */
export interface ChosenLines {
	/** Sets how many tokens are left. */
	allow(tokens: number): void;
	/** How many tokens the lines have cost so far. */
	readonly spent: number;
	/** Adds a line if it fits. */
	take(line: ExcerptLine): boolean;
	get(uid: string, offset: number): ExcerptLine | undefined;
	/** Whether not even the same line without its text would fit. True for one line means true for all. */
	isFull(place: Pick<ExcerptLine, "uid" | "sessionId" | "offset" | "kind" | "at">): boolean;
	list(): ExcerptLine[];
}

/** With this many tokens left or more, a line without text counts as fitting, without a check. */
const FEW = 60;

/** What lines cost, in tokens. */
export interface LineCosts {
	cost(line: ExcerptLine): number;
	/** The heading of a session, which its first line pays for. */
	headingCost(line: Pick<ExcerptLine, "at" | "sessionId">): number;
}

export function createChosenLines({ cost, headingCost }: LineCosts): ChosenLines {
	const sessions = new Set<string>();
	const fullCost = (line: ExcerptLine): number =>
		cost(line) + (sessions.has(line.uid) ? 0 : headingCost(line));
	const lines = new Map<string, ExcerptLine>();
	const keyOf = (uid: string, offset: number): string => `${offset} ${uid}`;
	let left = 0;
	let spent = 0;
	let full = false;
	return {
		allow(tokens) {
			left = tokens;
			full = false;
		},
		get spent() {
			return spent;
		},
		take(line) {
			const price = fullCost(line);
			if (price > left) return false;
			left -= price;
			spent += price;
			sessions.add(line.uid);
			lines.set(keyOf(line.uid, line.offset), line);
			return true;
		},
		get: (uid, offset) => lines.get(keyOf(uid, offset)),
		isFull(place) {
			if (full || left >= FEW) return full;
			full = cost({ ...place, speaker: undefined, text: "" }) > left;
			return full;
		},
		list: () => [...lines.values()],
	};
}
