import type { SessionUid } from "../../event/index.ts";
import {
	CONSOLIDATION,
	consolidationId,
	type Platform,
	type SessionConsolidation,
} from "../../session/index.ts";
import type { ExtractionCost } from "../extract/index.ts";

const KEPT_MS = 90 * 86_400_000;
/** Maximum number of reasons that are stored. */
const MOST_DROPPED = 20;

export interface ConsolidationNote
	extends Pick<SessionConsolidation, "from" | "to" | "extractor" | "statements" | "ms"> {
	cost: ExtractionCost;
}

/** Stores the cost of a consolidation for 90 days: numbers and reasons, never the content of messages. */
export async function recordConsolidation(
	{ store, tenant }: Platform,
	uid: SessionUid,
	{ cost, ...note }: ConsolidationNote,
): Promise<void> {
	// Nothing to record: no model call, and no statement found.
	if (cost.calls === 0 && note.statements === 0) return;
	const now = Date.now();
	const { dropped, ...tokens } = cost;
	const body = { ...note, ...tokens, dropped: dropped.slice(0, MOST_DROPPED) };
	const id = consolidationId(uid, now, note.to);
	const document = { kind: CONSOLIDATION, id, body, uid, expiresAt: now + KEPT_MS };
	// The facts are already written, so a failure to store their cost is ignored.
	await store.documents.put({ tenant, document, expect: undefined, at: now }).catch(() => {});
}
