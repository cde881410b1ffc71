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
import type { LineCache } from "./line-cache.ts";
import { isStatic, makeEntries } from "./make-entries.ts";
import { readMessage, type SpokenLine } from "./read-message.ts";
import type { Piece, SegmentWriter } from "./segment-writer.ts";

/** The state of a session in a view. */
export interface KnownSession {
	member: SessionMember;
	/** All messages below this offset are in the view. */
	upTo: number;
	/** The newest segment while it is small. It is rewritten with each new message. */
	tail: Piece;
}

/** How many sessions are read together, and how many offsets they may have in total. */
const MOST_SESSIONS = 64;
const MOST_OFFSETS = 2_000;
/** So few events are read and analysed faster than their segments are looked up. A new session has few. */
const FEW_OFFSETS = 8;
/** How many offsets are read and analysed together. */
const PAGE = 250;
/** A segment with this many messages is complete. Further messages start another segment. */
const FULL = 64;

export interface MessageSource {
	store: Store;
	tenant: TenantId;
	embedder: Embedder | undefined;
	/** Registers writes that no caller waits for. */
	background(work: Promise<unknown>): void;
	/** Stores the entries of messages. */
	writer: SegmentWriter;
}

interface Held {
	view: MessageView;
	sessions: Map<string, KnownSession>;
	lines: LineCache;
}

/**
 * Updates a view to the heads of the sessions: first from stored segments, then from newer messages in the log. New
 * entries are stored for the next process. If that fails, they are created again later. Many sessions are read
 * together, because most are short and the round trips to the store would take most of the time.
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

/** The work for one session. */
interface Step {
	session: KnownSession;
	/** Entries from stored segments that are not in the view yet. */
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
	{ store, tenant, embedder }: MessageSource,
	{ sessions }: Held,
	members: readonly SessionMember[],
): Promise<Map<SessionUid, SessionSegment[]>> {
	const unknown = members.filter(({ uid, base, head }) => head > base && !sessions.has(uid));
	const offsets = unknown.reduce((sum, { base, head }) => sum + head - base, 0);
	const uids = unknown.map(({ uid }) => uid);
	// An embedder outside the process is not asked twice for the same text.
	const isQuick = offsets <= FEW_OFFSETS && (!embedder || isStatic(embedder));
	const found = isQuick ? [] : await store.index.segments(uids, tenant);
	return Map.groupBy(found, ({ uid }) => uid);
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
		// Segments after a gap, or after one that cannot be used, are rebuilt.
		const entries = from === session.upTo && to <= member.head ? decode(segment, embedder) : undefined;
		if (!entries) break;
		loaded.push(entries);
		session.upTo = to;
		session.tail = documents >= FULL ? newPiece(to) : { from, to, documents, body, fresh: [] };
	}
	return { session, loaded };
}

/** The entries of a segment. Undefined if they cannot be used. */
function decode({ body, vectors }: IndexSegment, embedder: Embedder | undefined): Entry[] | undefined {
	const entries = decodeSegment(body);
	if (!entries) return undefined;
	// The segment was created without an embedder. It is rebuilt with vectors.
	if (embedder && vectors < entries.length && entries.every(({ vector }) => !vector) && entries.length > 0) {
		return undefined;
	}
	return entries;
}

/** Adds sessions to the view one after the other: the loaded segments, then the messages in the log after them. */
async function readOn(source: MessageSource, held: Held, steps: readonly Step[]): Promise<void> {
	const { store, tenant, embedder } = source;
	const byUid = new Map(steps.map(({ session }) => [session.member.uid, session]));
	const pages = [...inPages(steps.map(({ session }) => session))];
	const readPage = (page: readonly LogStretch[] | undefined): Promise<PlacedEvent[]> => {
		const read = page ? store.log.stretches(tenant, page, MESSAGE_KINDS) : Promise.resolve([]);
		// Awaited later, or not at all if something fails before.
		read.catch(() => {});
		return read;
	};
	const turn = takeTurns();
	let done = 0;
	/** A view needs a session's messages in order, so loaded entries are added before new ones. */
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
		// The store reads the next page while this one is analysed.
		next = readPage(pages[i + 1]);
		const said = await readLines(events);
		const entries = await makeEntries(
			embedder,
			said.map(({ line }) => line),
		);
		const made = Map.groupBy(
			said.map(({ uid, line }, i) => ({ uid, line, entry: entries[i] as Entry })),
			({ uid }) => uid,
		);
		for (const { uid, to } of page) {
			const session = byUid.get(uid) as KnownSession;
			await loadUpTo(session);
			addNew(source, held, session, made.get(uid) ?? [], to + 1);
			await turn();
		}
	}
	await loadUpTo(undefined);
}

/** The parts of the logs that are missing in the view, grouped into pages that are read together. */
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
	{ view, lines }: Held,
	session: KnownSession,
	made: readonly { line: SpokenLine; entry: Entry }[],
	upTo: number,
): void {
	const { member, tail } = session;
	const entries = made.map(({ entry }) => entry);
	const first = view.size;
	view.add(member.uid, entries);
	// A view skips messages that it already has. The numbers of the new ones are then unknown.
	if (view.size === first + made.length) {
		for (const [i, { line }] of made.entries()) lines.set(first + i, line);
	}
	session.upTo = upTo;
	if (entries.length === 0) return;
	tail.fresh.push(...entries);
	tail.documents += entries.length;
	tail.to = upTo;
	source.writer.add(source, member, tail);
	if (tail.documents >= FULL) session.tail = newPiece(upTo);
}
