import type { SessionUid, TenantId } from "../event/index.ts";
import type { LogPage, Store } from "../store/ports/index.ts";

/*
 * Followers of one session that are at the same place read the same. A thousand of them are woken by one commit and ask
 * at once: the first reads for all.
 *
 * A read may be shared by who was woken, or began to watch, before it was begun. Whatever is committed after it was begun
 * wakes everybody who watches, so nobody waits for what a shared read was too early to see.
 */

interface SharedRead {
	begun: number;
	page: Promise<LogPage | undefined>;
}

/** Counts wakes and beginnings: later ones are higher. */
let moments = 0;

export const newMoment = (): number => ++moments;

const readsOf = new WeakMap<Store, Map<string, SharedRead>>();

/** Reads a session behind an offset, or gives what somebody else reads who has begun after the moment `since`. */
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
	// Those who were woken together ask within one turn of the event loop.
	read.page.then(
		() => setImmediate(forget),
		() => forget(),
	);
	return read.page;
}
