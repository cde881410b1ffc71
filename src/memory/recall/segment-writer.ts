import type { TenantId } from "../../event/index.ts";
import type { Embedder } from "../../model/index.ts";
import type { SessionMember, Store } from "../../store/ports/index.ts";
import { decodeSegment, type Entry, encodeSegment } from "../index/index.ts";
import { takeTurns } from "../take-turns.ts";

/** Where segments are stored, and the embedder that created their vectors. */
export interface SegmentTarget {
	store: Store;
	tenant: TenantId;
	embedder: Embedder | undefined;
}

/** An incomplete segment: the stored part, and the new entries. */
export interface Piece {
	from: number;
	to: number;
	documents: number;
	/** The stored part. */
	body: Uint8Array | undefined;
	fresh: Entry[];
}

/**
 * Stores the entries that a search has created, for the next process. No caller waits for it, and a conversation
 * changes its newest segment with every turn. Segments are therefore written after a delay, each once for all
 * changes until then, and in small steps.
 */
export interface SegmentWriter {
	add(target: SegmentTarget, member: SessionMember, piece: Piece): void;
	/** Stores all waiting segments immediately. */
	flush(): Promise<void>;
}

const DELAY_MS = 500;
/** How many segments are stored together. More would block other writers for too long. */
const AT_ONCE = 8;

export function createSegmentWriter(background: (work: Promise<unknown>) => void): SegmentWriter {
	/** In the order of arrival. Storing a segment replaces all later segments of its session. */
	let waiting = new Map<Piece, { target: SegmentTarget; member: SessionMember }>();
	let timer: NodeJS.Timeout | undefined;
	let flushing: Promise<void> = Promise.resolve();

	const storeAll = async (pieces: typeof waiting): Promise<void> => {
		const turn = takeTurns();
		/** By session: its segments are stored one after the other. */
		let writes = new Map<string, Promise<unknown>>();
		let count = 0;
		for (const [piece, { target, member }] of pieces) {
			const before = writes.get(member.uid) ?? Promise.resolve();
			// A segment that could not be stored is rebuilt when it is missing.
			const write = before.then(() => store(target, member, piece)).catch(() => false);
			writes.set(member.uid, write);
			if (++count % AT_ONCE !== 0) continue;
			await Promise.all(writes.values());
			writes = new Map();
			await turn();
		}
		await Promise.all(writes.values());
	};

	const flush = (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		const pieces = waiting;
		waiting = new Map();
		if (pieces.size > 0) flushing = flushing.then(() => storeAll(pieces));
		return flushing;
	};

	return {
		add(target, member, piece) {
			waiting.set(piece, { target, member });
			timer ??= setTimeout(() => background(flush()), DELAY_MS).unref();
		},
		flush,
	};
}

function store(
	{ store, tenant, embedder }: SegmentTarget,
	{ uid, blanked }: SessionMember,
	piece: Piece,
): Promise<boolean> {
	const before = piece.body ? (decodeSegment(piece.body) ?? []) : [];
	const entries = [...before, ...piece.fresh];
	piece.body = encodeSegment(entries);
	piece.fresh = [];
	const { from, to, body } = piece;
	const vectors = entries.filter(({ vector }) => vector).length;
	return store.index.put({
		tenant,
		uid,
		segment: { from, to, documents: entries.length, vectors, body },
		blanked,
		embedder: embedder?.name,
	});
}
