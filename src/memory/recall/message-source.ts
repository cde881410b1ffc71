import { decodeEvent, MESSAGE_KINDS, type TenantId } from "../../event/index.ts";
import type { Embedder } from "../../model/index.ts";
import type { IndexSegment, SessionMember, Store } from "../../store/ports/index.ts";
import { decodeSegment, type Entry, encodeSegment, type MessageView } from "../index/index.ts";
import { takeTurns } from "../take-turns.ts";
import { makeEntries } from "./make-entries.ts";
import { readMessage } from "./read-message.ts";

/** What a view knows of a session. */
export interface KnownSession {
	member: SessionMember;
	/** Everything below this offset is in the view. */
	upTo: number;
	/** The newest segment while it is small: it is written anew with what comes. */
	tail: { from: number; body: Uint8Array | undefined };
}

/** Events read at once. */
const PAGE = 250;
/** A segment that has so many messages is left as it is; what follows begins another one. */
const FULL = 64;

export interface MessageSource {
	store: Store;
	tenant: TenantId;
	embedder: Embedder | undefined;
	/** Takes writes that nobody waits for. */
	background(work: Promise<unknown>): void;
}

/**
 * Brings a view up to a session's head: first what the store has analysed already, then what was said since. What is
 * made is stored for the next process; if that fails, it is made again.
 */
export async function catchUp(
	source: MessageSource,
	view: MessageView,
	member: SessionMember,
	known: KnownSession | undefined,
): Promise<KnownSession> {
	const session = known ?? (await loadSegments(source, view, member));
	session.member = member;
	const turn = takeTurns();
	while (session.upTo < member.head) {
		await readOn(source, view, session);
		await turn();
	}
	return session;
}

async function loadSegments(
	{ store, tenant, embedder }: MessageSource,
	view: MessageView,
	member: SessionMember,
): Promise<KnownSession> {
	const start: KnownSession = { member, upTo: member.base, tail: { from: member.base, body: undefined } };
	if (member.head === member.base) return start;
	let { upTo, tail } = start;
	for (const segment of await store.index.segments(member.uid, tenant)) {
		// Whatever is not the unbroken beginning is made again.
		const entries =
			segment.from === upTo && segment.to <= member.head ? decode(segment, embedder) : undefined;
		if (!entries) break;
		view.add(member.uid, entries);
		upTo = segment.to;
		const full = segment.documents >= FULL;
		tail = full ? { from: upTo, body: undefined } : { from: segment.from, body: segment.body };
	}
	return { member, upTo, tail };
}

/** The entries of a segment; undefined when they cannot be used. */
function decode({ body, vectors }: IndexSegment, embedder: Embedder | undefined): Entry[] | undefined {
	const entries = decodeSegment(body);
	if (!entries) return undefined;
	// Made without an embedder: what it lacks is made now.
	if (embedder && vectors < entries.length && entries.every(({ vector }) => !vector) && entries.length > 0) {
		return undefined;
	}
	return entries;
}

async function readOn(source: MessageSource, view: MessageView, session: KnownSession): Promise<void> {
	const { store, tenant, embedder } = source;
	const { uid, head } = session.member;
	const query = { after: session.upTo - 1, before: head, limit: PAGE, kinds: MESSAGE_KINDS };
	const page = await store.log.read({ uid, tenant }, query);
	const events = page?.events ?? [];
	const lines = events.flatMap(({ offset, body }) => readMessage(decodeEvent(offset, body)) ?? []);
	const entries = await makeEntries(embedder, lines);
	view.add(uid, entries);
	session.upTo = events.length < PAGE ? head : (events.at(-1)?.offset ?? head) + 1;
	if (entries.length > 0) keep(source, session, entries);
}

/** Stores what was made, together with the small segment before it. */
function keep(
	{ store, tenant, embedder, background }: MessageSource,
	session: KnownSession,
	made: readonly Entry[],
): void {
	const { member, tail, upTo } = session;
	const before = tail.body ? (decodeSegment(tail.body) ?? []) : [];
	const entries = [...before, ...made];
	const segment: IndexSegment = {
		from: tail.from,
		to: upTo,
		documents: entries.length,
		vectors: entries.filter(({ vector }) => vector).length,
		body: encodeSegment(entries),
	};
	background(store.index.put(member.uid, tenant, segment, member.blanked, embedder?.name));
	session.tail =
		entries.length >= FULL ? { from: upTo, body: undefined } : { from: tail.from, body: segment.body };
}
