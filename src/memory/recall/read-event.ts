import { decodeEvent, type Event, type SessionUid } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";

/** Reads one event of a session from the log. */
export async function readEvent(
	{ store, tenant }: Platform,
	uid: SessionUid,
	offset: number,
): Promise<Event | undefined> {
	const page = await store.log.read({ uid, tenant }, { after: offset - 1, before: offset + 1, limit: 1 });
	const [stored] = page?.events ?? [];
	return stored && decodeEvent(stored.offset, stored.body);
}
