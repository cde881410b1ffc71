import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject, SessionUid } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunFeed } from "./run-feed.ts";
import type { RunEvent } from "./run-input.ts";

/*
 * The events that a run streams are kept in the store for a while, so that every server on the store can stream
 * them. The feed is split into pieces, each a document of the session. The last piece is rewritten as it grows:
 *
 *   nothing new ── an event ──▶ gathering ── a moment, or the end ──▶ written ──▶ nothing new
 *                                                                        │ the end
 *                                                                        ▼
 *                                                    all pieces expire some minutes later
 *
 * Readers read the events in order. Therefore sharing ends at the first event that cannot be written, and a piece
 * that was deleted because its events were erased is not written again.
 */

export const FEED_KIND = "feed";

/** The body of a piece. */
export interface FeedPiece {
	/** The run that the events belong to: another one if an idempotency key was repeated. */
	runId: string;
	events: readonly RunEvent[];
	/** Later events are in the next piece. */
	full?: true;
}

export const pieceId = (runId: string, n: number): string => `${runId}:${String(n).padStart(6, "0")}`;

const GATHER_MS = 100;
/** The size, in characters of JSON, at which a piece stops growing. */
const FULL = 16_384;
/** How long a piece is kept after it was last written: during the run, and after its end. */
const OPEN_MS = 60 * 60_000;
const ENDED_MS = 10 * 60_000;

interface Piece {
	id: string;
	/** Numbers of its first event, and of the first event after it. */
	from: number;
	to: number;
	size: number;
	rev: number | undefined;
}

/**
 * Writes the events of a feed, until its end. Never fails: processes that cannot read it report that
 * themselves.
 */
export async function shareFeed(platform: Platform, runId: string, feed: RunFeed): Promise<void> {
	try {
		await share(platform, runId, feed);
	} catch {
		// The store is unavailable or closed. The run itself reports that.
	}
}

async function share(platform: Platform, runId: string, feed: RunFeed): Promise<void> {
	const { store, tenant } = platform;
	const pieces: Piece[] = [];
	let uid: SessionUid | undefined;
	let written = 0;
	let renewedAt = Date.now();

	const put = async (piece: Piece, aliveMs: number): Promise<boolean> => {
		const events = feed.slice(piece.from, piece.to);
		const body: FeedPiece = { runId: feed.runId, events, ...(piece.size >= FULL && { full: true }) };
		const now = Date.now();
		const document = {
			kind: FEED_KIND,
			id: piece.id,
			body: body as unknown as JsonObject,
			expiresAt: now + aliveMs,
			uid,
		};
		const rev = await store.documents.put({ tenant, document, expect: piece.rev ?? "absent", at: now });
		if (rev !== false) piece.rev = rev;
		return rev !== false;
	};
	/** The piece for the new events. */
	const grow = (to: number): Piece => {
		let piece = pieces.at(-1);
		if (!piece || piece.size >= FULL) {
			const id = pieceId(runId, pieces.length);
			piece = { id, from: written, to: written, size: 0, rev: undefined };
			pieces.push(piece);
		}
		for (const event of feed.slice(piece.to, to)) piece.size += JSON.stringify(event).length;
		piece.to = to;
		return piece;
	};

	for (;;) {
		await feed.past(written);
		await gather(feed);
		// Read together: later events are for the next time.
		const { ended, size } = feed;
		uid ??= (await store.runs.get(tenant, feed.runId))?.uid;
		// A run that is not admitted yet has no session. A rejected run has nothing to share.
		if (uid === undefined && ended) return;
		if (uid === undefined) continue;
		const aliveMs = ended ? ENDED_MS : OPEN_MS;
		if (size > written && !(await put(grow(size), aliveMs))) return;
		const isFresh = size > written;
		written = size;
		if (!ended && Date.now() - renewedAt < OPEN_MS / 2) continue;
		renewedAt = Date.now();
		for (const piece of isFresh ? pieces.slice(0, -1) : pieces) if (!(await put(piece, aliveMs))) return;
		if (ended) return;
	}
}

/** Waits a moment, but not after the end. */
async function gather(feed: RunFeed): Promise<void> {
	if (feed.ended) return;
	const enough = new AbortController();
	const moment = pause(GATHER_MS, undefined, { signal: enough.signal }).catch(() => {});
	await Promise.race([moment, feed.over]);
	enough.abort();
}
