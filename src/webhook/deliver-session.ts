import type { NetworkPolicy } from "../network/index.ts";
import type { DeliveryOutcome, DeliveryRecord, Store } from "../store/ports/index.ts";
import { afterFailure, type Patience } from "./backoff.ts";
import { postEvent } from "./post-event.ts";
import { secretsOf } from "./secrets.ts";

export interface DeliverySettings {
	store: Store;
	network: NetworkPolicy;
	patience: Patience;
	/** How long a claim holds; longer than a request may take. */
	aliveMs: number;
	/** How long a receiver has to answer. */
	timeoutMs: number;
	/** What was read so long ago is read again before it is sent: it may have been erased, or the session re-keyed. */
	freshMs: number;
	/** No further event is begun. */
	stopping: AbortSignal;
	/** Requests under way are cut off. */
	cutOff: AbortSignal;
}

/** Events may be large: few at a time. */
const PAGE = 32;
/** After so many the delivery gets in line again, behind others that wait. */
const MOST_AT_ONCE = 128;

/**
 * Sends what a claimed delivery owes, one event after the other, and ends the claim. An event is sent only while the
 * claim is sure to outlast the request: otherwise another process might send the one behind it first.
 */
export async function deliverSession(
	settings: DeliverySettings,
	record: DeliveryRecord,
	claimedAt: number,
): Promise<void> {
	const { store, aliveMs, timeoutMs, freshMs, stopping, cutOff, patience } = settings;
	const { tenant, uid, url, token } = record;
	const target = { uid, tenant };
	let { nextOffset, attempts, failingSince } = record;
	let heldSince = claimedAt;
	const settle = (outcome: DeliveryOutcome) => store.deliveries.settle(tenant, { uid, url }, token, outcome);
	const advance = async (to: number): Promise<boolean> => {
		const at = performance.now();
		const isHeld = await store.deliveries.advance(tenant, { uid, url }, token, to, aliveMs);
		[nextOffset, attempts, failingSince, heldSince] = [to, 0, undefined, at];
		return isHeld;
	};
	for (let sent = 0; ; ) {
		const readAt = performance.now();
		const [session, page, secrets] = await Promise.all([
			store.sessions.get(target),
			store.log.read(target, { after: nextOffset - 1, limit: PAGE }),
			secretsOf(store, tenant),
		]);
		// Deleted, and the delivery with it.
		if (!session || !page) return;
		if (page.events.length === 0) {
			// Retention was faster.
			if (nextOffset < page.head && !(await advance(page.head))) return;
			await settle({ done: true });
			return;
		}
		for (const [i, event] of page.events.entries()) {
			if (i > 0 && performance.now() - readAt > freshMs) break;
			if (stopping.aborted || sent >= MOST_AT_ONCE) {
				await settle({ done: true });
				return;
			}
			// This process has slept, or the store has: the claim runs out by itself.
			if (performance.now() - heldSince > aliveMs - timeoutMs) return;
			const { network } = settings;
			const failure = await postEvent({
				...{ url, session, event, secrets, network, timeoutMs },
				signal: cutOff,
			});
			if (failure) {
				// Cut off, it is nobody's fault: the next one begins with this event.
				const outcome = afterFailure({ attempts, failingSince }, failure, Date.now(), patience);
				await settle(cutOff.aborted ? { done: true } : outcome);
				return;
			}
			sent += 1;
			if (!(await advance(event.offset + 1))) return;
		}
	}
}
