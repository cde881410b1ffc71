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
	/** How long a claim holds; longer than a request can take. */
	aliveMs: number;
	/** How long a receiver has to respond. */
	timeoutMs: number;
	/**
	 * An event that was read longer ago is read again before sending: it may have been erased, or the session
	 * re-keyed.
	 */
	freshMs: number;
	/** When aborted, no further event is started. */
	stopping: AbortSignal;
	/** When aborted, requests in progress are cancelled. */
	cutOff: AbortSignal;
}

/** Events can be large, so pages are small. */
const PAGE = 32;
/** After this number of events, the delivery queues again after others that wait. */
const MOST_AT_ONCE = 128;

/**
 * Sends the events of a claimed delivery, one after the other, and ends the claim. An event is sent only if the
 * claim is sure to outlast the request: otherwise another process might send the following event first.
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
	/** The cursor in the store. Skipped events move it with the next event, or at the end. */
	let stored = nextOffset;
	let heldSince = claimedAt;
	const settle = (outcome: DeliveryOutcome) => store.deliveries.settle({ tenant, key, token, outcome });
	const advance = async (to: number): Promise<boolean> => {
		const at = performance.now();
		const isHeld = await store.deliveries.advance({ tenant, key, token, nextOffset: to, aliveMs });
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
		// The session was deleted, and the delivery with it.
		if (!session || !page) return;
		const wanted = page.events.filter(isWanted);
		// There is nothing more to send up to here. Skipped events are not counted one by one.
		const end = page.events.length < PAGE ? page.head : (page.events.at(-1)?.offset ?? 0) + 1;
		let isStale = false;
		for (const [i, event] of wanted.entries()) {
			isStale = i > 0 && performance.now() - readAt > freshMs;
			if (isStale) break;
			if (stopping.aborted || sent >= MOST_AT_ONCE) {
				await settle({ done: true });
				return;
			}
			// This process or the store was suspended. The claim expires by itself.
			if (performance.now() - heldSince > aliveMs - timeoutMs) return;
			const { network } = settings;
			const failure = await postEvent({
				url,
				subscription,
				session,
				event,
				secrets,
				network,
				timeoutMs,
				signal: cutOff,
			});
			if (failure) {
				// This is the event that fails; the ones before it are done.
				if (stored < event.offset && !(await advance(event.offset))) return;
				// A cancelled request is not a failure. The next attempt begins with this event.
				const outcome = afterFailure({ attempts, failingSince }, failure, Date.now(), patience);
				await settle(cutOff.aborted ? { done: true } : outcome);
				return;
			}
			sent += 1;
			// After the last event, everything up to the end is done.
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
