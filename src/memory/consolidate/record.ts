import type { SessionUid } from "../../event/index.ts";
import {
	CONSOLIDATION,
	consolidationId,
	type Platform,
	type SessionConsolidation,
} from "../../session/index.ts";
import type { ExtractionCost } from "../extract/index.ts";

const KEPT_MS = 90 * 86_400_000;
/** Of many reasons the first ones tell enough. */
const MOST_DROPPED = 20;

export interface ConsolidationNote
	extends Pick<SessionConsolidation, "from" | "to" | "extractor" | "statements" | "ms"> {
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
	const { dropped, ...tokens } = cost;
	const body = { ...note, ...tokens, dropped: dropped.slice(0, MOST_DROPPED) };
	const id = consolidationId(uid, now, note.to);
	const document = { kind: CONSOLIDATION, id, body, uid, expiresAt: now + KEPT_MS };
	// The facts are written: what they cost is not worth a failure.
	await store.documents.put(tenant, document, undefined, now).catch(() => {});
}
