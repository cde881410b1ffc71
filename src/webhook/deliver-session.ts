import { decodeEvent, kindsOf, matchesFilters } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { DeliveryOutcome, DeliveryRecord, Store, StoredEvent } from "../store/ports/index.ts";
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
	const { tenant, uid, url, subscription, events: filters, token } = record;
	const key = { uid, url, subscription };
	const target = { uid, tenant };
	const kinds = filters && kindsOf(filters);
	const isWanted = ({ offset, body }: StoredEvent): boolean =>
		filters === undefined || matchesFilters(filters, decodeEvent(offset, body));
	let { nextOffset, attempts, failingSince } = record;
	/** Where the cursor is in the store: what is passed over moves it with the next event, or at the end. */
	let stored = nextOffset;
	let heldSince = claimedAt;
	const settle = (outcome: DeliveryOutcome) => store.deliveries.settle(tenant, key, token, outcome);
	const advance = async (to: number): Promise<boolean> => {
		const at = performance.now();
		const isHeld = await store.deliveries.advance(tenant, key, token, to, aliveMs);
		[nextOffset, stored, attempts, failingSince, heldSince] = [to, to, 0, undefined, at];
		return isHeld;
	};
	for (let sent = 0; ; ) {
		const readAt = performance.now();
		const [session, page, secrets] = await Promise.all([
			store.sessions.get(target),
			store.log.read(target, { after: nextOffset - 1, limit: PAGE, kinds }),
			secretsOf(store, tenant),
		]);
		// Deleted, and the delivery with it.
		if (!session || !page) return;
		const wanted = page.events.filter(isWanted);
		// All the way to here nothing more is wanted, or there. Events that are passed over are not counted one by one.
		const end = page.events.length < PAGE ? page.head : (page.events.at(-1)?.offset ?? 0) + 1;
		let isStale = false;
		for (const [i, event] of wanted.entries()) {
			isStale = i > 0 && performance.now() - readAt > freshMs;
			if (isStale) break;
			if (stopping.aborted || sent >= MOST_AT_ONCE) {
				await settle({ done: true });
				return;
			}
			// This process has slept, or the store has: the claim runs out by itself.
			if (performance.now() - heldSince > aliveMs - timeoutMs) return;
			const { network } = settings;
			const failure = await postEvent({
				...{ url, subscription, session, event, secrets, network, timeoutMs },
				signal: cutOff,
			});
			if (failure) {
				// It is this event that fails: what is in front of it is done with.
				if (stored < event.offset && !(await advance(event.offset))) return;
				// Cut off, it is nobody's fault: the next one begins with this event.
				const outcome = afterFailure({ attempts, failingSince }, failure, Date.now(), patience);
				await settle(cutOff.aborted ? { done: true } : outcome);
				return;
			}
			sent += 1;
			// Behind the last one everything up to the end is done with.
			const next = i === wanted.length - 1 ? end : event.offset + 1;
			if (!(await advance(next))) return;
		}
		if (isStale) continue;
		const isDone = end >= page.head || stopping.aborted;
		const isLate = performance.now() - heldSince > (aliveMs - timeoutMs) / 2;
		if (stored < end && (isDone || isLate) && !(await advance(end))) return;
		nextOffset = end;
		if (isDone) {
			await settle({ done: true });
			return;
		}
	}
}
