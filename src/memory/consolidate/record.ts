import type { SessionUid } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";
import type { ExtractionCost } from "../extract/index.ts";

/** The kind of the documents that say what consolidations cost. */
export const CONSOLIDATION = "consolidation";

const KEPT_MS = 90 * 86_400_000;
/** Of many reasons the first ones tell enough. */
const MOST_DROPPED = 20;
/** Times count down in the ids, so that the newest comes first. */
const END_OF_TIME = 9_999_999_999_999;

export interface ConsolidationNote {
	/** The offsets that were read: from this one up to and without the other. */
	from: number;
	to: number;
	extractor: string;
	/** How many statements were found. */
	statements: number;
	ms: number;
	cost: ExtractionCost;
}

/** Keeps what a consolidation cost, for three months. Holds numbers and reasons, never what was said. */
export async function recordConsolidation(
	{ store, tenant }: Platform,
	uid: SessionUid,
	{ cost, ...note }: ConsolidationNote,
): Promise<void> {
	// Nothing to tell: the rules looked, and found nothing.
	if (cost.calls === 0 && note.statements === 0) return;
	const now = Date.now();
	const id = `${uid}/${String(END_OF_TIME - now).padStart(13, "0")}-${note.to}`;
	const { dropped, ...tokens } = cost;
	const body = { ...note, ...tokens, dropped: dropped.slice(0, MOST_DROPPED) };
	const document = { kind: CONSOLIDATION, id, body, uid, expiresAt: now + KEPT_MS };
	// The facts are written: what they cost is not worth a failure.
	await store.documents.put(tenant, document, undefined, now).catch(() => {});
}
