import type { DeliveryOutcome, DeliveryRecord } from "../store/ports/index.ts";
import type { PostFailure } from "./signed-post.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Patience {
	/** How long to wait after the first failure, the second, and so on. The last one repeats. */
	delaysMs: readonly number[];
	/** After failing for this long, the delivery fails permanently. */
	giveUpMs: number;
}

export const PATIENCE: Patience = {
	delaysMs: [1 * SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 1 * HOUR, 6 * HOUR],
	giveUpMs: 24 * HOUR,
};

/** The next status of a delivery whose next event was not accepted. */
export function afterFailure(
	{ attempts, failingSince }: Pick<DeliveryRecord, "attempts" | "failingSince">,
	{ error, final, waitMs }: PostFailure,
	now: number,
	{ delaysMs, giveUpMs }: Patience,
): DeliveryOutcome {
	if (final || now - (failingSince ?? now) >= giveUpMs) return { dead: { error, at: now } };
	const longest = delaysMs.at(-1) ?? 0;
	// A receiver may ask for more time, up to the longest delay.
	const delay = Math.max(delaysMs[attempts] ?? longest, Math.min(waitMs ?? 0, longest));
	return { retry: { dueAt: now + delay, error, at: now } };
}
