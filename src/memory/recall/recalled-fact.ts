import type { ScoreParts } from "../rank/index.ts";

/** A fact that enters a prompt. */
export interface RecalledFact {
	id: string;
	content: string;
	/** The number of this wording. */
	wording: number;
	/** How well it fits what the user says now; 0 for those that come along because there are few, or are pinned. */
	score: number;
	/** What the score is made of, where anything fits. */
	parts: ScoreParts | undefined;
	/** It comes along in every run. */
	pinned: true | undefined;
	/** When it was last confirmed, in milliseconds. */
	at: number;
	/** It held until then; undefined while it holds. */
	until?: number;
}
