import type { SessionUid, TenantId } from "../event/index.ts";
import type { LogPage, Store } from "../store/ports/index.ts";

/*
 * Followers of one session at the same offset read the same events. One commit wakes a thousand of them, and all
 * read at the same time: the first reads for all.
 *
 * A follower may share a read if it was woken, or began to watch, before the read began. Every commit after the
 * read began wakes all watchers, so no follower misses an event that a shared read was too early to see.
 */

interface SharedRead {
	begun: number;
	page: Promise<LogPage | undefined>;
}

/** Counts wakes and starts: later ones are higher. */
let moments = 0;

export const newMoment = (): number => ++moments;

const readsOf = new WeakMap<Store, Map<string, SharedRead>>();

/** Reads a session after an offset, or returns a read of another follower that began after the moment `since`. */
export function shareRead(
	store: Store,
	target: { uid: SessionUid; tenant: TenantId },
	query: { after: number; limit: number },
	since: number,
): Promise<LogPage | undefined> {
	const reads = readsOf.get(store) ?? new Map<string, SharedRead>();
	readsOf.set(store, reads);
	const key = `${target.uid} ${query.after} ${target.tenant}`;
	const known = reads.get(key);
	if (known && known.begun >= since) return known.page;
	const read: SharedRead = { begun: newMoment(), page: store.log.read(target, query) };
	reads.set(key, read);
	const forget = (): void => {
		if (reads.get(key) === read) reads.delete(key);
	};
	// Followers that were woken together read within one turn of the event loop.
	read.page.then(
		() => setImmediate(forget),
		() => forget(),
	);
	return read.page;
}
