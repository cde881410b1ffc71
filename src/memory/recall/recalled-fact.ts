import type { ScoreParts } from "../rank/index.ts";

/** A fact that goes into a prompt. */
export interface RecalledFact {
	id: string;
	content: string;
	/** The number of this wording. */
	wording: number;
	/**
	 * How well it matches the input. 0 for facts that are included without a match: pinned, important, or one of few.
	 */
	score: number;
	/** The parts of the score. Undefined if the fact does not match the input. */
	parts: ScoreParts | undefined;
	/** The fact is part of every prompt. */
	pinned: true | undefined;
	/** When it was last confirmed, in milliseconds. */
	at: number;
	/** When it ended, for a superseded fact, in milliseconds. Undefined while it is true. */
	until?: number;
}
