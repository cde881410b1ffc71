import { decodeEvent, MESSAGE_KINDS, type SessionUid, type TenantId } from "../../event/index.ts";
import type { Embedder } from "../../model/index.ts";
import type {
	IndexSegment,
	LogStretch,
	PlacedEvent,
	SessionMember,
	SessionSegment,
	Store,
} from "../../store/ports/index.ts";
import { decodeSegment, type Entry, type MessageView } from "../index/index.ts";
import { takeTurns } from "../take-turns.ts";
import { makeEntries } from "./make-entries.ts";
import { readMessage, type SpokenLine } from "./read-message.ts";
import type { Piece, SegmentWriter } from "./segment-writer.ts";

/** What a view knows of a session. */
export interface KnownSession {
	member: SessionMember;
	/** Everything below this offset is in the view. */
	upTo: number;
	/** The newest segment while it is small: it is written anew with what comes. */
	tail: Piece;
}

/** Sessions whose segments are asked for at once, and how many offsets they may have together. */
const MOST_SESSIONS = 64;
const MOST_OFFSETS = 2_000;
/** Offsets whose events are read and analysed at once. */
const PAGE = 250;
/** A segment that has so many messages is left as it is; what follows begins another one. */
const FULL = 64;

export interface MessageSource {
	store: Store;
	tenant: TenantId;
	embedder: Embedder | undefined;
	/** Takes writes that nobody waits for. */
	background(work: Promise<unknown>): void;
	/** Takes what was made of messages. */
	writer: SegmentWriter;
}

interface Held {
	view: MessageView;
	sessions: Map<string, KnownSession>;
}

/**
 * Brings a view up to the heads of sessions: first what the store has analysed already, then what was said since. What is
 * made is stored for the next process; if that fails, it is made again. Many sessions are read at once: most are short,
 * and the way to the store and back would take longer than all the rest.
 */
export async function catchUp(
	source: MessageSource,
	held: Held,
	members: readonly SessionMember[],
): Promise<void> {
	const turn = takeTurns();
	for (const chunk of inChunks(members)) {
		const found = await readSegments(source, held, chunk);
		const steps: Step[] = [];
		for (const member of chunk) {
			const known = held.sessions.get(member.uid);
			const stored = known ? [] : (found.get(member.uid) ?? []);
			const step = begin(known, member, stored, source.embedder);
			steps.push(step);
			await turn();
		}
		await readOn(source, held, steps);
	}
}

/** What is to be done for a session. */
interface Step {
	session: KnownSession;
	/** Not in the view yet. */
	loaded: Entry[][];
}

function* inChunks(members: readonly SessionMember[]): Generator<SessionMember[]> {
	let chunk: SessionMember[] = [];
	let offsets = 0;
	for (const member of members) {
		const more = member.head - member.base;
		if (chunk.length > 0 && (chunk.length === MOST_SESSIONS || offsets + more > MOST_OFFSETS)) {
			yield chunk;
			chunk = [];
			offsets = 0;
		}
		chunk.push(member);
		offsets += more;
	}
	if (chunk.length > 0) yield chunk;
}

async function readSegments(
	{ store, tenant }: MessageSource,
	{ sessions }: Held,
	members: readonly SessionMember[],
): Promise<Map<SessionUid, SessionSegment[]>> {
	const uids = members
		.filter(({ uid, base, head }) => head > base && !sessions.has(uid))
		.map(({ uid }) => uid);
	return Map.groupBy(uids.length > 0 ? await store.index.segments(uids, tenant) : [], ({ uid }) => uid);
}

const newPiece = (from: number): Piece => ({ from, to: from, documents: 0, body: undefined, fresh: [] });

function begin(
	known: KnownSession | undefined,
	member: SessionMember,
	segments: readonly IndexSegment[],
	embedder: Embedder | undefined,
): Step {
	if (known) {
		known.member = member;
		return { session: known, loaded: [] };
	}
	const session: KnownSession = { member, upTo: member.base, tail: newPiece(member.base) };
	const loaded: Entry[][] = [];
	for (const segment of segments) {
		const { from, to, documents, body } = segment;
		// Whatever is not the unbroken beginning is made again.
		const entries = from === session.upTo && to <= member.head ? decode(segment, embedder) : undefined;
		if (!entries) break;
		loaded.push(entries);
		session.upTo = to;
		session.tail = documents >= FULL ? newPiece(to) : { from, to, documents, body, fresh: [] };
	}
	return { session, loaded };
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

/** Puts sessions into the view, one after the other, with what is in their logs behind their segments. */
async function readOn(source: MessageSource, held: Held, steps: readonly Step[]): Promise<void> {
	const { store, tenant, embedder } = source;
	const byUid = new Map(steps.map(({ session }) => [session.member.uid, session]));
	const pages = [...inPages(steps.map(({ session }) => session))];
	const readPage = (page: readonly LogStretch[] | undefined): Promise<PlacedEvent[]> => {
		const read = page ? store.log.stretches(tenant, page, MESSAGE_KINDS) : Promise.resolve([]);
		// Awaited later, or not at all when something before it fails.
		read.catch(() => {});
		return read;
	};
	const turn = takeTurns();
	let done = 0;
	/** A view holds a session's messages in their order, so what was loaded comes before what is read. */
	const loadUpTo = async (session: KnownSession | undefined): Promise<void> => {
		for (; done < steps.length; done++) {
			const step = steps[done] as Step;
			for (const entries of step.loaded.splice(0)) held.view.add(step.session.member.uid, entries);
			held.sessions.set(step.session.member.uid, step.session);
			await turn();
			if (step.session === session) return;
		}
	};
	let next = readPage(pages[0]);
	for (const [i, page] of pages.entries()) {
		const events = await next;
		// The store reads on while this is analysed.
		next = readPage(pages[i + 1]);
		const said = await readLines(events);
		const entries = await makeEntries(
			embedder,
			said.map(({ line }) => line),
		);
		const made = Map.groupBy(entries, (_, at) => said[at]?.uid as SessionUid);
		for (const { uid, to } of page) {
			const session = byUid.get(uid) as KnownSession;
			await loadUpTo(session);
			addNew(source, held.view, session, made.get(uid) ?? [], to + 1);
			await turn();
		}
	}
	await loadUpTo(undefined);
}

/** What is missing of the sessions, in pieces that are read together. */
function* inPages(sessions: readonly KnownSession[]): Generator<LogStretch[]> {
	let page: LogStretch[] = [];
	let room = PAGE;
	for (const { member, upTo } of sessions) {
		for (let from = upTo; from < member.head; ) {
			const to = Math.min(member.head, from + room) - 1;
			page.push({ uid: member.uid, from, to });
			room -= to + 1 - from;
			from = to + 1;
			if (room > 0) continue;
			yield page;
			page = [];
			room = PAGE;
		}
	}
	if (page.length > 0) yield page;
}

async function readLines(events: readonly PlacedEvent[]): Promise<{ uid: SessionUid; line: SpokenLine }[]> {
	const turn = takeTurns();
	const said: { uid: SessionUid; line: SpokenLine }[] = [];
	for (const { uid, offset, body } of events) {
		const line = readMessage(decodeEvent(offset, body));
		if (line) said.push({ uid, line });
		await turn();
	}
	return said;
}

function addNew(
	source: MessageSource,
	view: MessageView,
	session: KnownSession,
	entries: readonly Entry[],
	upTo: number,
): void {
	const { member, tail } = session;
	view.add(member.uid, entries);
	session.upTo = upTo;
	if (entries.length === 0) return;
	tail.fresh.push(...entries);
	tail.documents += entries.length;
	tail.to = upTo;
	source.writer.add(source, member, tail);
	if (tail.documents >= FULL) session.tail = newPiece(upTo);
}
